/** A destination that has moved: its new address is entered, and what waited arrives. */

import type { Journey } from '../journey.ts'
import { people } from '../place.ts'
import { soon } from '../way.ts'

const text = 'The ferry leaves at nine'
/** Nothing listens there. */
const goneUrl = 'http://127.0.0.1:9/hook'

export const repairDestination: Journey = {
  name: 'repair',
  title: 'Repair a dead destination',
  wants: 'The program that receives the messages has moved to another address, and nothing has arrived since.',
  ends: 'the receiver has the message that waited',
  path: '/app/relay',
  place: { config: { integrations: { webhook: { enabled: true, url: goneUrl } } } },
  async before({ client, writes }) {
    writes(people.fern, text)
    await soon(async () => (await client.list_deliveries({ state: 'retrying' })).deliveries.length === 1)
  },
  async go(person, { receiver }) {
    await person.read(/^Webhook has refused deliveries since/)
    await person.show('The overview says since when, why, and when the next attempt is.')
    await person.press('link', 'Open Webhook')
    await person.fill('URL', receiver.url, { words: 'the new address' })
    await person.show('The plugin’s page: the last error, what to do about it, and the field for the address.')
    await person.press('button', 'Save')
    await soon(async () => receiver.texts().includes(text))
    await person.read('Empty')
    await person.show('What waited was delivered as soon as the address was saved.')
  },
  shown: ({ receiver }) => soon(() => receiver.texts().join() === text),
}

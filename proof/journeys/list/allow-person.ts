/** Somebody who is held back is allowed, and their next message is relayed. */

import type { Journey } from '../journey.ts'
import { nameOf, people } from '../place.ts'
import { soon } from '../way.ts'

const [before, after] = ['Are you relaying me yet?', 'And now?']

export const allowPerson: Journey = {
  name: 'allow',
  title: 'Allow a person',
  wants: 'Messages from Imani shall be relayed from now on, too.',
  ends: 'the whitelist has her number, and the receiver her next message',
  path: '/app/relay',
  async before({ client, writes }) {
    writes(people.imani, before)
    await soon(async () => (await client.list_blocked()).some(({ handle }) => handle === people.imani.phone))
  },
  async go(person, { client }) {
    await person.read('Recently held back')
    await person.show('The overview lists who was not relayed, with a button beside each.')
    await person.press('button', `Allow ${nameOf(people.imani)}`)
    await soon(async () => (await client.list_whitelist()).some(({ handle }) => handle === people.imani.phone))
    await person.read('Relaying for 2 people to 1 plugin.')
    await person.show('She counts from now on. What she wrote before stays as it was.')
  },
  async shown({ writes, receiver }) {
    writes(people.imani, after)
    await soon(() => receiver.texts().join() === after)
  },
}

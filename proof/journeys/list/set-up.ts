/** The service was just installed: setup leads to a webhook that receives a message. */
import type { Journey } from '../journey.ts'
import { nameOf, type Place, people } from '../place.ts'
import { soon } from '../way.ts'

const text = 'Is it working?'

/** A message that was written before the choice counts is not relayed, as on a Mac. */
const isChosen = async ({ client }: Place): Promise<boolean> => (await client.get_settings()).relay.scope === 'contacts'

export const setUp: Journey = {
  name: 'setup',
  title: 'Set up, to a webhook',
  wants: 'The service was installed a minute ago, and a program of one’s own shall receive what people write.',
  ends: 'the webhook has the next message',
  mostPresses: 8,
  path: '/setup',
  place: { isFresh: true },
  async go(person, place) {
    const { receiver, writes } = place
    await person.show('Setup says what it gives access to.')
    await person.press('button', 'Get started')
    await person.press('button', 'Next')
    await person.press('radio', 'Everyone in my contacts')
    await soon(() => isChosen(place), 'the choice to be saved')
    await person.press('button', 'Next')
    await person.fill('URL', receiver.url, { words: 'the address of the webhook' })
    await person.show('Where messages go, and what that allows.')
    await person.press('button', 'Save and turn on')
    await person.press('button', 'Send test')
    await soon(() => receiver.delivered.length === 1, 'the test')
    await person.show('The test arrived, and the page shows how it was answered.')
    await person.press('button', 'Next')
    await person.press('button', /^(Next|Later)$/)
    await person.read('Waiting for the first message')
    writes(people.fern, text)
    await person.read(nameOf(people.fern))
    await person.read(/answered 204 in/)
    await person.show('A message on its way, as it happens.')
  },
  shown: ({ receiver }) => soon(() => receiver.texts().includes(text), 'the message'),
}

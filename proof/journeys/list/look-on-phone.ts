/** Visits everything on a phone: a conversation, the relay, a delivery, a plugin, the settings. */
import type { Journey } from '../journey.ts'
import { nameOf, people } from '../place.ts'
import { soon } from '../way.ts'

const text = 'Shall we take the early boat?'

export const lookOnPhone: Journey = {
  name: 'phone',
  title: 'Look at it all on a phone',
  wants: 'Away from the Mac: what is new, what was relayed, and is all well?',
  ends: 'the conversation is read, and the delivery that was looked at is the one of the message',
  isOnPhone: true,
  path: '/app/messages',
  async before({ receiver, writes }) {
    writes(people.fern, text)
    await soon(() => receiver.texts().includes(text), 'the delivery')
  },
  async go(person) {
    const { page } = person
    await person.show('The conversations, the newest first.')
    await person.press('link', new RegExp(nameOf(people.fern)))
    await person.read(text, { in: page.getByRole('list', { name: 'Messages' }) })
    await person.show('A conversation has the whole screen.')
    await person.press('link', /^(Back|Conversations|Messages)/, { in: page.getByRole('main') })
    await person.press('link', /^Relay/)
    await person.read(/^1 delivered today/)
    await person.show('The relay: what it does, in one sentence, and the way of today’s messages.')
    await person.press('link', new RegExp(`${nameOf(people.fern)}.*Delivered`), { in: page.getByRole('main') })
    await person.read(`"text": "${text}"`)
    await person.show('A delivery, exactly as it was sent.')
    await person.press('button', 'Close')
    await person.press('link', 'Relay', { in: page.getByRole('main') })
    await person.press('link', 'Plugins')
    await person.press('link', /Webhook/, { in: page.getByRole('main') })
    await person.read('OK')
    await person.press('link', 'Settings')
    await person.read('Who is relayed')
  },
  shown: ({ client }) =>
    soon(async () => {
      const { unread_count: unread } = await client.get_conversation({ guid: `any;-;${people.fern.phone}` })
      const { deliveries } = await client.list_deliveries({ state: 'delivered' })
      return unread === 0 && deliveries.length === 1
    }, 'the conversation to be read'),
}

/** A message did not arrive, and its own menu says why. */

import type { Journey } from '../journey.ts'
import { nameOf, people } from '../place.ts'
import { soon } from '../way.ts'

const text = 'Did the parcel come?'

export const findOutWhy: Journey = {
  name: 'why',
  title: 'Find out why a message did not arrive',
  wants: 'Imani has written, her message is in the conversation, and the webhook never got it.',
  ends: 'the API gives the same reason for the same message',
  path: '/app/messages',
  async before({ client, writes }) {
    writes(people.imani, text)
    await soon(async () => (await client.list_blocked()).some(({ handle }) => handle === people.imani.phone))
  },
  async go(person) {
    await person.press('link', new RegExp(nameOf(people.imani)))
    await person.show('The conversation: nothing is wrong with the message itself.')
    await person.menuOf(text)
    await person.press('menuitem', 'Delivery details')
    const dialog = person.page.getByRole('dialog', { name: 'Delivery details' })
    await person.read(`Messages from ${nameOf(people.imani)} are not relayed.`, { in: dialog })
    await person.show('The reason, and the button that changes it for the future.')
  },
  async shown({ client }) {
    const [newest] = await client.list_messages({ guid: `any;-;${people.imani.phone}`, limit: 1 })
    const { outcome } = await client.message_trace({ rowid: newest?.rowid ?? 0 })
    if (outcome !== 'out_of_scope') throw new Error(`The API says ${outcome}.`)
  },
}

/** A reaction is given, a slip of one's own corrected, and another message taken back. */
import type { Journey } from '../journey.ts'
import { nameOf, people } from '../place.ts'
import { soon } from '../way.ts'

const [theirs, slip, wrong] = ['Hello from Fern', 'See you at the harbuor', 'That was for somebody else']
const corrected = 'See you at the harbor'
const soonAfter = () => Date.now() - 20_000

export const changeMessage: Journey = {
  name: 'change',
  title: 'React, edit, undo',
  wants: 'Fern’s message deserves a heart, one of one’s own has a slip, and another went to the wrong person.',
  ends: 'Messages shows the heart, the correction and that a message was unsent',
  path: '/app/messages',
  place: {
    config: { send: { ui_scripting: true } },
    before({ messages }) {
      for (const text of [slip, wrong])
        messages.send({ to: people.fern.phone, text, state: 'delivered', atMs: soonAfter() })
    },
  },
  async go(person) {
    const { page } = person
    await person.press('link', new RegExp(nameOf(people.fern)))
    await person.menuOf(theirs)
    await person.show('The menu of a message, with the reactions above.')
    await person.press('menuitemcheckbox', 'Love')
    await person.read('❤️', { in: page.getByRole('list', { name: 'Messages' }) })
    await person.menuOf(slip)
    await person.press('menuitem', /^Edit/)
    await person.fill('Edit', corrected, { in: page.getByRole('dialog') })
    await person.press('button', 'Save')
    await person.read(corrected)
    await person.menuOf(wrong)
    await person.press('menuitem', /^Undo send/)
    await person.press('button', 'Undo send')
    await person.read('This message was unsent')
    await person.show('Reacted, edited and unsent.')
  },
  shown: ({ client }) =>
    soon(async () => {
      const messages = await client.list_messages({ guid: `any;-;${people.fern.phone}` })
      const [first] = messages.filter(({ text }) => text === theirs)
      const hasText = (text: string) => messages.some((message) => message.text === text)
      return first?.tapbacks.length === 1 && hasText(corrected) && !hasText(wrong) && !hasText(slip)
    }, 'the changes in Messages'),
}

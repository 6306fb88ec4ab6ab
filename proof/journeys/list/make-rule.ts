/** A rule answers one person, after it was tried on what she wrote before. */
import type { Journey } from '../journey.ts'
import { nameOf, people } from '../place.ts'
import { soon } from '../way.ts'

const answer = 'At eight, as always.'

export const makeRule: Journey = {
  name: 'rule',
  title: 'Make a rule, and try it first',
  wants: 'When Fern asks about dinner, she shall be answered at once; it shall be certain that nobody else is.',
  ends: 'she asks, and Messages sends the answer to her',
  path: '/app/relay',
  place: {
    before: ({ messages }) =>
      void messages.receive({
        from: people.fern.phone,
        text: 'When is dinner?',
        atMs: Date.now() - 172_000_000,
        read: true,
      }),
  },
  async go(person) {
    await person.press('link', 'Rules')
    await person.press('link', 'New rule')
    await person.fill('Name', 'Dinner')
    await person.fill('Value of condition 1', nameOf(people.fern))
    await person.press('button', 'Add a condition')
    await person.fill('Value of condition 2', 'dinner')
    await person.fill('Reply', answer)
    await person.show('The rule reads as a sentence.')
    await person.press('button', 'Test the last 30 days')
    await person.read('The rule would have run once')
    await person.show('What it would have done in the last 30 days.')
    await person.press('button', 'Save')
    await person.read('Never ran')
    await person.show('The rule is on.')
  },
  async shown({ mac, writes, client }) {
    await soon(async () => (await client.list_rules()).length === 1, 'the rule to be saved')
    writes(people.imani, 'Is there dinner?')
    writes(people.fern, 'And dinner tonight?')
    const sent = () =>
      mac.row(
        'SELECT count(*) AS n, min(handle.id) AS who FROM message JOIN handle ON handle.ROWID = handle_id WHERE is_from_me = 1',
      )
    await soon(() => sent()?.n === 1 && sent()?.who === people.fern.phone, 'one answer to Fern')
  },
}

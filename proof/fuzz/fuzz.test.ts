import { expect, test } from 'vitest'
import { runTarget, type Target } from './run.ts'
import { targets } from './targets.ts'

/** Targets that call a process take longer. */
const costly = ['search', 'endpoints', 'event-streams', 'mcp', 'bluebubbles', 'imsg']

test.each(targets.map((target): [string, Target] => [target.claim, target]))('%s', async (_claim, target) => {
  const cases = costly.includes(target.name) ? 100 : 1_000
  const { failures } = await runTarget(target, { seed: '20010101', seconds: 120, cases })
  expect(failures).toEqual([])
})

test('a failing case is reported, and fails again when it is repeated', async () => {
  const seen: number[] = []
  const target: Target = {
    name: 'odd',
    claim: 'no number is large',
    open: () => ({
      attempt(random) {
        const number = random()
        seen.push(number)
        if (number > 0.9) throw new Error('large')
      },
    }),
  }
  const { failures } = await runTarget(target, { seed: 's', seconds: 10, cases: 1_000 })
  expect(failures).toHaveLength(5)
  const [first] = failures
  const large = seen.find((number) => number > 0.9)
  await runTarget(target, { seed: 's', seconds: 10, cases: 1, from: first?.case })
  expect(seen.at(-1)).toBe(large)
})

import { expect, test } from 'vitest'
import { hasCode } from '../domain/service-error.ts'
import { type RulesCompared, ruleRuns } from './rule-runs.ts'

const compared = {} as RulesCompared
const steps = (count: number) => {
  let left = count
  return { step: async () => left-- > 0, left: () => left }
}
const runsAt = (workForMs?: number) => {
  let nowMs = 0
  const runs = ruleRuns(() => nowMs, workForMs === undefined ? {} : { workForMs })
  return {
    ...runs,
    pass: (ms: number) => {
      nowMs += ms
    },
  }
}
const isOver = expect.toSatisfy((error) => hasCode(error, 'invalid_request'))

test('a run is worked on by its requests, a while each, until it is done', async () => {
  const runs = runsAt(0)
  const { step, left } = steps(3)
  const run = runs.begin(compared, step)
  await run.advance()
  expect([run.isDone, left()]).toEqual([false, 3])
  expect(runs.find(run.id)).toBe(run)

  const longer = runsAt()
  const whole = longer.begin(compared, steps(3).step)
  await Promise.all([whole.advance(), whole.advance()])
  expect(whole.isDone).toBe(true)
})

test('runs are forgotten when nobody asks for ten minutes, and when others are begun', () => {
  const runs = runsAt()
  const { id } = runs.begin(compared, steps(1).step)
  runs.pass(601_000)
  expect(() => runs.find(id)).toThrow(isOver)
  const first = runs.begin(compared, steps(1).step)
  for (let n = 0; n < 8; n++) runs.begin(compared, steps(1).step)
  expect(() => runs.find(first.id)).toThrow(isOver)
})

test('a run that fails ends with its error, and is not taken for one that is done', async () => {
  const runs = runsAt()
  const run = runs.begin(compared, async () => {
    throw new Error('unreadable')
  })
  await expect(run.advance()).rejects.toThrow('unreadable')
  expect(() => runs.find(run.id)).toThrow(isOver)
})

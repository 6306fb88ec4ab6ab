import { expect, test } from 'vitest'
import { isRestart, planOf } from './day.ts'

const plan = planOf(8)

test('every incident happens, in order, and within the day', () => {
  expect(new Set(plan.map(({ incident }) => incident)).size).toBe(9)
  expect(plan.map(({ atH }) => atH)).toEqual(plan.map(({ atH }) => atH).toSorted((one, other) => one - other))
  expect(plan.every(({ atH }) => atH > 0 && atH < 8)).toBe(true)
})

test('in the second half no process is restarted, and all other incidents continue', () => {
  const late = plan.filter(({ atH }) => atH >= 4)
  expect(late.filter(({ incident }) => isRestart(incident))).toEqual([])
  expect(late.map(({ incident }) => incident)).toContain('plugin killed')
})

import { expect, test } from 'vitest'
import { afterFailure, afterRetry, type Failure, failureIn, type PluginFailures } from './failures.ts'

const inSlot = (slot: Failure['slot']): Failure => ({ kind: 'crashed', slot, detail: String(slot) })
const failing = (slot: Failure['slot'], ...times: number[]) =>
  times.reduce<PluginFailures>(
    (known, nowMs) => afterFailure(afterRetry(known, slot ?? 'all'), inSlot(slot), nowMs),
    {},
  )

test('the third failure within five minutes pauses a slot', () => {
  expect(failureIn(failing('sidebar.panel', 0, 1_000), 'sidebar.panel')).toMatchObject({ isPaused: false })
  expect(failureIn(failing('sidebar.panel', 0, 1_000, 299_999), 'sidebar.panel')).toMatchObject({ isPaused: true })
  expect(failureIn(failing('sidebar.panel', 0, 1_000, 301_001), 'sidebar.panel')).toMatchObject({ isPaused: false })
})

test('a failing slot stops only that slot, and a failing plugin stops all its slots', () => {
  const one = failing('sidebar.panel', 0)
  expect(failureIn(one, 'sidebar.panel')).toMatchObject({ place: 'sidebar.panel' })
  expect(failureIn(one, 'compose.extension')).toBeUndefined()
  const whole = afterFailure(one, inSlot(undefined), 1)
  expect(failureIn(whole, 'compose.extension')).toMatchObject({ place: 'all' })
  expect(failureIn(afterRetry(whole, 'all'), 'compose.extension')).toBeUndefined()
})

test('failures of other slots do not count towards a pause', () => {
  const known = (['sidebar.panel', 'compose.extension', 'message.toolbar'] as const).reduce<PluginFailures>(
    (before, slot) => afterFailure(before, inSlot(slot), 0),
    {},
  )
  expect(failureIn(known, 'message.toolbar')).toMatchObject({ isPaused: false })
})

test('a slot that has failed is reported once', () => {
  const once = failing('sidebar.panel', 0)
  expect(afterFailure(once, inSlot('sidebar.panel'), 1)).toBe(once)
})

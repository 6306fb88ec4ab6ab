import { expect, test } from 'vitest'
import { afterFailure, afterRetry, type Failure, type PluginFailures } from './failures.ts'

const inSlot = (slot: Failure['slot']): Failure => ({ kind: 'crashed', slot, detail: slot })
const failing = (slot: Failure['slot'], ...times: number[]) =>
  times.reduce<PluginFailures>((known, nowMs) => afterFailure(afterRetry(known, slot), inSlot(slot), nowMs), {})

test('the third failure within five minutes pauses a slot', () => {
  expect(failing('sidebar.panel', 0, 1_000)['sidebar.panel']).toMatchObject({ isPaused: false })
  expect(failing('sidebar.panel', 0, 1_000, 299_999)['sidebar.panel']).toMatchObject({ isPaused: true })
  expect(failing('sidebar.panel', 0, 1_000, 301_001)['sidebar.panel']).toMatchObject({ isPaused: false })
})

test('a failing slot stops only that slot, until it is retried', () => {
  const one = failing('sidebar.panel', 0)
  expect(one['sidebar.panel']?.failure).toMatchObject({ slot: 'sidebar.panel' })
  expect(one['compose.extension']).toBeUndefined()
  expect(afterRetry(one, 'sidebar.panel')['sidebar.panel']?.failure).toBeUndefined()
})

test('failures of other slots do not count towards a pause', () => {
  const known = (['sidebar.panel', 'compose.extension', 'message.toolbar'] as const).reduce<PluginFailures>(
    (before, slot) => afterFailure(before, inSlot(slot), 0),
    {},
  )
  expect(known['message.toolbar']).toMatchObject({ isPaused: false })
})

test('a slot that has failed is reported once', () => {
  const once = failing('sidebar.panel', 0)
  expect(afterFailure(once, inSlot('sidebar.panel'), 1)).toBe(once)
})

import { expect, test } from 'vitest'
import type { Heartbeat } from '../../src/contract/heartbeat.ts'
import { answered, conditionOf, nothingObserved, type Observed, unanswered, warnsInMs } from './condition.ts'
import { nextAskMs } from './pace.ts'

const now = 1_800_000_000_000

function beat(state: Heartbeat['bridge']['state'], silentS = 1): Heartbeat {
  const ts = now / 1000
  return {
    ok: true,
    ts,
    bridge_alive: state !== 'stopped',
    last_heartbeat: ts - silentS,
    last_message_ts: null,
    bridge: { state, reason: state === 'polling' ? null : 'Why.', pending: 0, dead: 0 },
    sends: { waiting: 0, oldest_waits_s: null },
  }
}

const good = answered(nothingObserved, beat('polling'), now)
const failing = (from: Observed, times: number): Observed =>
  Array.from({ length: times }).reduce<Observed>((observed) => unanswered(observed), from)

test('before the first response the condition is checking', () => {
  expect(conditionOf(nothingObserved).kind).toBe('checking')
})

test('a service that does not respond differs from a device without a network', () => {
  expect(conditionOf(unanswered(good))).toEqual({ kind: 'unreachable', sinceMs: now, reason: null })
  expect(conditionOf({ ...unanswered(good), isOnline: false }).kind).toBe('offline')
})

test('a service on this machine responds without a network, and then nothing is wrong', () => {
  expect(conditionOf({ ...good, isOnline: false }).kind).toBe('good')
})

test('a stopped bridge is dated by its last heartbeat, whatever the clocks say', () => {
  const skewed = { ...beat('stopped', 40), ts: 5_000, last_heartbeat: 4_960 }
  expect(conditionOf(answered(good, skewed, now))).toEqual({
    kind: 'bridge_stopped',
    sinceMs: now - 40_000,
    reason: 'Why.',
  })
})

test('a problem of a running bridge is dated by when it was first seen', () => {
  const first = answered(good, beat('unreadable'), now)
  const later = answered(first, beat('unreadable'), now + 9_000)
  expect(conditionOf(later)).toMatchObject({ kind: 'bridge_unreadable', sinceMs: now })
  expect(conditionOf(answered(later, beat('polling'), now + 10_000)).kind).toBe('good')
})

test('a bridge that never ran is missing from now on', () => {
  const never = { ...beat('stopped'), last_heartbeat: null }
  expect(conditionOf(answered(nothingObserved, never, now)).sinceMs).toBe(now)
})

test.each([
  ['at the threshold', 60, 60_000, 0],
  ['before it', 60, 20_000, 40_000],
  ['never with 0', 0, 9_000_000, undefined],
])('it warns %s', (_when, alertAfterS, passedMs, inMs) => {
  expect(warnsInMs(conditionOf(unanswered(good)), alertAfterS, now + passedMs)).toBe(inMs)
})

test('it never warns while everything works, and warns at once when nothing ever did', () => {
  expect(warnsInMs(conditionOf(good), 60, now)).toBeUndefined()
  expect(warnsInMs(conditionOf(unanswered(nothingObserved)), 60, now)).toBe(0)
})

test('it polls often while the page is visible, and ever less often while the service does not respond', () => {
  expect([nextAskMs(good, true), nextAskMs(good, false)]).toEqual([5_000, 60_000])
  expect([1, 2, 3, 4, 5, 6, 9].map((times) => nextAskMs(failing(good, times), true))).toEqual([
    1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000,
  ])
})

test('a bridge that falls silent is polled just when it counts as stopped', () => {
  expect(nextAskMs(answered(good, beat('polling', 7), now), true)).toBe(3_250)
  expect(nextAskMs(answered(good, beat('polling', 9.75), now), true)).toBe(500)
})

test('an error response of the service differs from no response, and a gateway error counts as no response', () => {
  expect(conditionOf(unanswered(good, 500))).toEqual({ kind: 'failing', sinceMs: now, reason: 'HTTP 500' })
  expect(conditionOf(unanswered(good, 502)).kind).toBe('unreachable')
  expect(conditionOf(unanswered(unanswered(good, 500))).kind).toBe('unreachable')
})

import { describe, expect, test } from 'vitest'
import { cappedDate, type LaneClock, laneOf } from './lane.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const nowMs = Date.UTC(2026, 5, 1, 12)
const awake: LaneClock = { nowMs, maxAgeMs: 24 * hourMs, newestMs: nowMs - minuteMs, gapMs: 0, staleLately: 0 }
const ago = (ms: number) => nowMs - ms

describe('while the Mac is awake', () => {
  test('a message sent just now is relayed', () => expect(laneOf(ago(0), awake)).toBe('relay'))
  test('a single late message is relayed, since another device may have been offline', () =>
    expect(laneOf(ago(10 * minuteMs), awake)).toBe('relay'))
  test('a message older than the fence is history', () => expect(laneOf(ago(82 * minuteMs), awake)).toBe('history'))
  test('a dozen late messages together are a back-fill', () =>
    expect(laneOf(ago(10 * minuteMs), { ...awake, staleLately: 12 })).toBe('history'))
  test('a live message amid a back-fill is relayed', () =>
    expect(laneOf(ago(0), { ...awake, staleLately: 5_000 })).toBe('relay'))
  test('the first message after hours of silence is relayed, however late it is', () =>
    expect(laneOf(ago(3 * hourMs), { ...awake, newestMs: ago(9 * hourMs) })).toBe('relay'))
})

describe('after a downtime', () => {
  const back: LaneClock = { ...awake, newestMs: ago(10 * hourMs), gapMs: 10 * hourMs }
  test('messages that arrived during the downtime are relayed, in any order', () => {
    for (const hours of [9, 2, 7, 1]) expect(laneOf(ago(hours * hourMs), { ...back, staleLately: 50 })).toBe('relay')
  })
  test('a message from long before the downtime is history, in whatever order the rows come', () =>
    expect(laneOf(ago(20 * hourMs), back)).toBe('history'))
  test('nothing older than max_age_s is relayed', () =>
    expect(laneOf(ago(25 * hourMs), { ...back, newestMs: ago(90 * hourMs) })).toBe('history'))
})

test('a message dated in the future does not make all others stale', () => {
  expect(cappedDate(nowMs + 9 * hourMs, nowMs)).toBe(nowMs)
})

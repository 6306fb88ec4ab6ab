import { expect, test } from 'vitest'
import { laneOf } from '../domain/lane.ts'
import { textRow } from '../domain/test-row.ts'
import { LaneWatch } from './lane-watch.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const nowMs = Date.UTC(2026, 5, 1, 12)
const newestMs = nowMs - minuteMs
const dayMs = 24 * hourMs

const sent = (...agoMs: number[]) => agoMs.map((ago, index) => textRow(index + 1, { sentAtMs: nowMs - ago }))
/** Returns rows that are ten minutes late. */
const late = (count: number) => sent(...Array.from({ length: count }, () => 10 * minuteMs))
const watchOf = () => new LaneWatch(() => dayMs)

test('live rows do not count as late', () => {
  expect(watchOf().clockFor(sent(0, 1_000), newestMs, nowMs)).toEqual({
    nowMs,
    maxAgeMs: dayMs,
    newestMs,
    gapMs: 0,
    staleLately: 0,
  })
})

test('late rows are counted over the pages of a minute, and from zero after it', () => {
  const watch = watchOf()
  const countedAt = (afterMs: number) => watch.clockFor(late(3), newestMs, nowMs + afterMs).staleLately
  expect([0, 20_000, 60_000, 60_001].map(countedAt)).toEqual([3, 6, 9, 3])
})

test('a burst makes late rows history, and spares live ones', () => {
  const clock = watchOf().clockFor([...late(12), ...sent(0)], newestMs, nowMs)
  expect(laneOf(nowMs - 10 * minuteMs, clock)).toBe('history')
  expect(laneOf(nowMs, clock)).toBe('relay')
})

test('after a gap its own messages do not count as late, in any order, for half an hour', () => {
  const watch = watchOf()
  const beforeGapMs = nowMs - 10 * hourMs
  watch.gapEnded({ lengthMs: 10 * hourMs, newestMs: beforeGapMs, nowMs })
  const during = watch.clockFor(sent(9 * hourMs, 2 * hourMs), nowMs, nowMs + 29 * minuteMs)
  expect(during).toMatchObject({ newestMs: beforeGapMs, gapMs: 10 * hourMs, staleLately: 0 })
  const after = watch.clockFor(sent(9 * hourMs), nowMs, nowMs + 31 * minuteMs)
  expect(after).toMatchObject({ newestMs: nowMs, gapMs: 0, staleLately: 1 })
})

test('a clock that was set back makes no row late', () => {
  const watch = watchOf()
  watch.clockFor(late(12), newestMs, nowMs)
  const backMs = nowMs - 3 * hourMs
  const rows = [textRow(1, { sentAtMs: backMs })]
  expect(watch.clockFor(rows, newestMs, backMs)).toMatchObject({ newestMs: backMs, staleLately: 0 })
})

test('the maximum age is read from the settings each time', () => {
  let maxAgeMs = dayMs
  const watch = new LaneWatch(() => maxAgeMs)
  maxAgeMs = hourMs
  expect(watch.clockFor([], newestMs, nowMs).maxAgeMs).toBe(hourMs)
})

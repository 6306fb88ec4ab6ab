import { expect, test } from 'vitest'
import { signsOfLife } from './signs-of-life.ts'

const startMs = Date.UTC(2026, 5, 1)

function lifeSince(lastAliveMs: number) {
  const beats: number[] = []
  const gaps: number[] = []
  let nowMs = startMs
  const life = signsOfLife({
    clock: { nowMs: () => nowMs, monotonicMs: () => nowMs },
    lastAliveMs,
    beat: (atMs) => void beats.push(atMs - startMs),
    onGap: ({ lengthMs }) => void gaps.push(lengthMs),
  })
  const pass = (ms: number) => {
    nowMs += ms
    return life.still()
  }
  return { beats, gaps, pass, turn: () => life.now(nowMs) }
}

test('a poll that takes minutes beats every second, and does not count as sleep', () => {
  const life = lifeSince(startMs)
  life.turn()
  for (let page = 0; page < 600; page++) life.pass(200)
  life.turn()
  expect(life.beats.slice(0, 4)).toEqual([0, 1_000, 2_000, 3_000])
  expect(life.gaps).toEqual([])
})

test('pages in quick succession do not each cause a beat', () => {
  const life = lifeSince(startMs)
  expect([life.pass(999), life.pass(1), life.pass(10)]).toEqual([false, true, false])
})

test('the time between the last sign of life and this one counts as sleep, even within a poll', () => {
  const life = lifeSince(startMs - 60_000)
  life.turn()
  life.pass(45_000)
  life.turn()
  expect(life.gaps).toEqual([60_000, 45_000])
})

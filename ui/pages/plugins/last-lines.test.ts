import { expect, test } from 'vitest'
import { lastLinesOf } from './last-lines.ts'

const line = (second: number, source = 'webhook') => ({
  ts: `2026-11-23T04:00:0${second}.000Z`,
  source,
  level: 'info' as const,
  msg: `line ${second}`,
})

const secondsOf = (past: number[], live: ReturnType<typeof line>[], most = 20) =>
  lastLinesOf('webhook', { past: past.map((second) => line(second)), live, most }).map(({ msg }) => msg)

test('lines of other sources are left out', () => {
  expect(secondsOf([], [line(1), line(2, 'bridge'), line(3)])).toEqual(['line 1', 'line 3'])
})

test('a line that was read and has also arrived is shown once', () => {
  expect(secondsOf([1, 2], [line(2), line(3)])).toEqual(['line 1', 'line 2', 'line 3'])
})

test('only the newest lines are shown', () => {
  expect(secondsOf([1, 2], [line(3)], 2)).toEqual(['line 2', 'line 3'])
})

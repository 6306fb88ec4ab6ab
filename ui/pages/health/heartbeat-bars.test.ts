import { expect, test } from 'vitest'
import { beatBars, shownHeartbeats } from './heartbeat-bars.ts'

test('the newest heartbeat is at the end, and bars without data come first', () => {
  const bars = beatBars([1, null, 30, 0])
  expect(bars).toHaveLength(shownHeartbeats)
  expect(bars.slice(-5).map(({ is }) => is)).toEqual(['untold', 'alive', 'silent', 'silent', 'alive'])
  expect(bars.at(-1)?.share).toBe(1)
  expect(beatBars(Array.from({ length: 200 }, () => 2))).toHaveLength(shownHeartbeats)
})

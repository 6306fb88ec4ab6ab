import { expect, test } from 'vitest'
import { beatBars, shownBeats } from './beat-bars.ts'

test('the newest sign stands at the end, and what nobody has seen yet before it', () => {
  const bars = beatBars([1, null, 30, 0])
  expect(bars).toHaveLength(shownBeats)
  expect(bars.slice(-5).map(({ is }) => is)).toEqual(['untold', 'alive', 'silent', 'silent', 'alive'])
  expect(bars.at(-1)?.share).toBe(1)
  expect(beatBars(Array.from({ length: 200 }, () => 2))).toHaveLength(shownBeats)
})

import { expect, test } from 'vitest'
import { seededRandom } from '../random.ts'
import { timeline } from './timeline.ts'

test('millions of messages are spread over their years: no second has hundreds of them', () => {
  let [most, inSecond, second, firstMs] = [0, 0, 0, 0]
  for (const { atMs } of timeline(seededRandom(1), 3_000_000, Date.UTC(2026, 0, 1))) {
    firstMs ||= atMs
    inSecond = Math.floor(atMs / 1_000) === second ? inSecond + 1 : 1
    second = Math.floor(atMs / 1_000)
    most = Math.max(most, inSecond)
  }
  expect(new Date(firstMs).getUTCFullYear()).toBe(2020)
  expect(most).toBeLessThan(20)
})

import { expect, it } from 'vitest'
import { seededRandom } from '../random.ts'
import { timeline } from './timeline.ts'

const dayMs = 86_400_000
const nowMs = Date.UTC(2026, 5, 1, 12)
const momentsOf = (messages: number) => [...timeline(seededRandom(1), messages, nowMs)].map(({ atMs }) => atMs)

it('never goes back, and never into the future', () => {
  const moments = momentsOf(5_000)
  expect(moments).toEqual(moments.toSorted((a, b) => a - b))
  expect(moments.at(-1)).toBeLessThanOrEqual(nowMs)
})

it('spreads a large history evenly, so that the last week is like any other', () => {
  const moments = momentsOf(300_000)
  const within = (days: number) => moments.filter((atMs) => atMs > nowMs - days * dayMs).length
  const spanDays = (nowMs - (moments[0] ?? nowMs)) / dayMs
  expect(within(7) / 7).toBeLessThan((300_000 / spanDays) * 3)
  expect(within(30) / 30).toBeGreaterThan(300_000 / spanDays / 3)
})

it('spreads millions over their years, so that no second has hundreds of them', () => {
  let [most, inSecond, second, firstMs] = [0, 0, 0, 0]
  for (const { atMs } of timeline(seededRandom(1), 3_000_000, nowMs)) {
    firstMs ||= atMs
    inSecond = Math.floor(atMs / 1_000) === second ? inSecond + 1 : 1
    second = Math.floor(atMs / 1_000)
    most = Math.max(most, inSecond)
  }
  expect(new Date(firstMs).getUTCFullYear()).toBe(2020)
  expect(most).toBeLessThan(20)
})

import { expect, it } from 'vitest'
import { backoffMs } from './backoff.ts'

const policy = { firstMs: 500, longestMs: 3_000 }

it('doubles with every failure in a row, up to the longest pause', () => {
  expect([1, 2, 3, 4, 5].map((failures) => backoffMs(policy, failures))).toEqual([500, 1_000, 2_000, 3_000, 3_000])
})

it('stays at the longest pause however often something failed', () => {
  expect([100, 2_000, Number.POSITIVE_INFINITY].map((failures) => backoffMs(policy, failures))).toEqual([
    3_000, 3_000, 3_000,
  ])
})

it('starts with the first pause where nothing has failed yet', () => {
  expect(backoffMs(policy, 0)).toBe(500)
})

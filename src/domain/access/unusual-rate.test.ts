import { expect, test } from 'vitest'
import { isUnusual } from './unusual-rate.ts'

const hours = (requests: number, count = 12) => Array<number>(count).fill(requests)

test('ten times as much as usual is unusual, and a little less is not', () => {
  expect(isUnusual(500, hours(50))).toBe(true)
  expect(isUnusual(499, hours(50))).toBe(false)
})

test('a small amount is never unusual, and neither is anything about a program that is hardly known', () => {
  expect(isUnusual(199, hours(1))).toBe(false)
  expect(isUnusual(5_000, hours(1, 11))).toBe(false)
})

import { expect, test } from 'vitest'
import { slopeOf } from './trend.ts'

const line = (slope: number) => Array.from({ length: 21 }, (_, x) => ({ x, y: 7 + slope * x }))

test('a line has its slope', () => {
  expect(slopeOf(line(0.5))).toBeCloseTo(0.5)
  expect(slopeOf(line(-2))).toBeCloseTo(-2)
  expect(slopeOf(line(0))).toBe(0)
})

test('occasional jumps do not change it', () => {
  const points = line(1).map(({ x, y }) => ({ x, y: x % 5 === 0 ? y + 1_000 : y }))
  expect(slopeOf(points)).toBeCloseTo(1)
})

test('without samples nothing grows', () => {
  expect(slopeOf([])).toBe(0)
  expect(slopeOf([{ x: 1, y: 1 }])).toBe(0)
})

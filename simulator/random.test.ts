import { expect, it } from 'vitest'
import { pickWeighted, seededRandom, uuid, wholeNumber } from './random.ts'

const draws = (seed: number | string): number[] => {
  const random = seededRandom(seed)
  return Array.from({ length: 1000 }, random)
}

it('the same seed gives the same numbers, and another one gives others', () => {
  expect(draws(1)).toEqual(draws(1))
  expect(draws(1)).not.toEqual(draws(2))
})

it('numbers are spread over the whole range', () => {
  const tenths = new Set(draws(3).map((number) => Math.floor(number * 10)))
  expect([...tenths].toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
})

it('uuids are of version 4 and differ', () => {
  const random = seededRandom(4)
  const uuids = Array.from({ length: 200 }, () => uuid(random))
  for (const one of uuids) expect(one).toMatch(/^[0-9A-F]{8}-[0-9A-F]{4}-4[0-9A-F]{3}-[89AB][0-9A-F]{3}-[0-9A-F]{12}$/)
  expect(new Set(uuids).size).toBe(200)
})

it('a choice with weight 0 is never picked, and whole numbers stay within their bounds', () => {
  const random = seededRandom(5)
  for (let i = 0; i < 200; i++) {
    expect(
      pickWeighted(random, [
        ['never', 0],
        ['always', 1],
      ]),
    ).toBe('always')
    expect([2, 3, 4]).toContain(wholeNumber(random, 2, 4))
  }
})

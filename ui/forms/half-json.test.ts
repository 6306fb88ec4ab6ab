import { expect, test } from 'vitest'
import { halfJsonIn, isHalfJson, meantBy, typedIn } from './half-json.ts'

test('finished JSON means its value, and an empty text nothing', () => {
  expect([meantBy('{"a": [1]}'), meantBy(' ')]).toEqual([{ a: [1] }, undefined])
})

test('unfinished JSON stays as it is typed, and is found wherever it stands', () => {
  const half = meantBy('{"a": ')
  expect(isHalfJson(half) && typedIn(half)).toBe('{"a": ')
  expect(halfJsonIn({ list: [{ deep: half }], other: { set: true } })).toEqual([
    { place: 'list.0.deep', reason: expect.stringContaining('JSON') },
  ])
})

import { expect, test } from 'vitest'
import { halfJsonIn, isHalfJson, meantBy, typedIn } from './half-json.ts'

test('complete JSON means its value, and an empty text means undefined', () => {
  expect([meantBy('{"a": [1]}'), meantBy(' ')]).toEqual([{ a: [1] }, undefined])
})

test('incomplete JSON stays as typed and is found at any depth', () => {
  const half = meantBy('{"a": ')
  expect(isHalfJson(half) && typedIn(half)).toBe('{"a": ')
  expect(halfJsonIn({ list: [{ deep: half }], other: { set: true } })).toEqual([
    { place: 'list.0.deep', reason: expect.stringContaining('JSON') },
  ])
})

import { expect, test } from 'vitest'
import { isSpared } from './tone.ts'

test('many messages at once play one sound', () => {
  expect([isSpared(0, 3_999), isSpared(0, 4_000), isSpared(Number.NEGATIVE_INFINITY, 0)]).toEqual([true, false, false])
})

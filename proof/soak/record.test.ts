import { expect, test } from 'vitest'
import { thinned } from './record.ts'

test('samples are thinned evenly, and the last one stays', () => {
  expect(thinned([1, 2, 3, 4, 5, 6, 7], 3)).toEqual([1, 4, 7])
  expect(thinned([1, 2, 3], 3)).toEqual([1, 2, 3])
})

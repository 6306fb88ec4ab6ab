import { expect, test } from 'vitest'
import { boxOf, thumbnailOf } from './boxes.ts'

test.each([
  [4_032, 3_024, { width: 360, height: 270 }],
  [3_024, 4_032, { width: 300, height: 400 }],
  [100, 60, { width: 100, height: 60 }],
  [10_000, 10, { width: 360, height: 48 }],
  [null, null, { width: 240, height: 180 }],
  [0, 5, { width: 240, height: 180 }],
])('a picture of %s × %s pixels gets its box', (width, height, box) => {
  expect(boxOf({ width, height, is_sticker: false })).toEqual(box)
})

test('a thumbnail is at most twice as large as its box', () => {
  expect([thumbnailOf('/a', 240), thumbnailOf('/a', 360)]).toEqual(['/a?thumb=240', '/a?thumb=720'])
})

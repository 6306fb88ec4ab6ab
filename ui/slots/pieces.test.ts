import { expect, test } from 'vitest'
import { piecesOfFile } from './pieces.ts'

test('pieces in order make a file, once', () => {
  const pieces = piecesOfFile()
  expect([pieces.put(0, btoa('ab')), pieces.put(1, btoa('c'))]).toEqual([true, true])
  expect(pieces.take(2)).toEqual([Uint8Array.from([97, 98]), Uint8Array.from([99])])
  expect(pieces.take(2)).toBeUndefined()
})

test('pieces that are out of order, not text or too large make no file', () => {
  const pieces = piecesOfFile()
  expect([pieces.put(1, btoa('c')), pieces.put(0, 7), pieces.put(0, '*')]).toEqual([false, false, false])
  const large = btoa('x'.repeat(1024 * 1024))
  expect([0, 1, 2].map((n) => pieces.put(n, large))).toEqual([true, true, false])
  expect(pieces.take(2)).toBeUndefined()
})

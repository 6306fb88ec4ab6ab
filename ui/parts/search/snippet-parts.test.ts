import { expect, test } from 'vitest'
import { partsOf } from './snippet-parts.ts'

const cut = (text: string, ...ranges: [number, number][]) =>
  partsOf(
    text,
    ranges.map(([start, length]) => ({ start, length })),
  )
    .map(({ words, isHit }) => (isHit ? `[${words}]` : words))
    .join('|')

test.each([
  ['in the middle', cut('a zebra!', [2, 5]), 'a |[zebra]|!'],
  ['at both ends', cut('ab', [1, 1], [0, 1]), '[a]|[b]'],
  ['one over the other', cut('abcd', [0, 3], [1, 3]), '[abc]|[d]'],
  ['beyond the end', cut('ab', [1, 9], [7, 1]), 'a|[b]'],
  ['nowhere', cut('ab'), 'ab'],
])('hits %s', (_where, is, expected) => expect(is).toBe(expected))

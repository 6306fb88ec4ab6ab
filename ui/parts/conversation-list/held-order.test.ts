import { expect, test } from 'vitest'
import type { Conversation } from '../../../src/contract/conversation.ts'
import { inHeldOrder } from './held-order.ts'

const rows = (guids: string) => [...guids].map((guid) => ({ guid }) as Conversation)
const held = (order: string, now: string) =>
  inHeldOrder([...order], rows(now))
    .map(({ guid }) => guid)
    .join('')

test.each([
  ['one that moved up stays', 'abcd', 'dabc', 'abcd'],
  ['a new one at the top waits', 'abc', 'xabc', 'abc'],
  ['further ones follow', 'abc', 'abcde', 'abcde'],
  ['further ones follow one that moved up', 'abc', 'cabde', 'abcde'],
  ['one that is gone is gone', 'abc', 'ac', 'ac'],
  ['nothing was held', '', 'abc', 'abc'],
])('%s', (_what, order, now, expected) => expect(held(order, now)).toBe(expected))

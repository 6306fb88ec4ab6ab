import { expect, test } from 'vitest'
import type { Conversation } from '../../../src/contract/conversation.ts'
import { neighbour, unreadNeighbour } from './neighbours.ts'

const at = (guid: string, day: number) => ({ guid, last_message_ts: `2026-01-0${day}T00:00:00.000Z` }) as Conversation
const [a, b, c] = [at('a', 3), at('b', 2), at('c', 1)]

test.each([
  ['b', 1, 'c'],
  ['b', -1, 'a'],
  ['c', 1, 'c'],
  ['a', -1, 'a'],
  [undefined, 1, 'a'],
  ['gone', -1, 'a'],
] as const)('the neighbour of %s by %i is %s', (from, by, to) => expect(neighbour([a, b, c], from, by)?.guid).toBe(to))

test.each([
  ['down, to one that is older', [a, c], b, 1, 'c'],
  ['up, to one that is newer', [a, c], b, -1, 'a'],
  ['down from the last, to the first', [a], c, 1, 'a'],
  ['up from the first, to the last', [c], a, -1, 'c'],
  ['past the one that is open', [b, c], b, 1, 'c'],
  ['from nowhere', [b, c], undefined, 1, 'b'],
  ['nowhere', [b], b, 1, undefined],
] as const)('unread: %s', (_way, unread, from, by, to) => expect(unreadNeighbour(unread, from, by)?.guid).toBe(to))

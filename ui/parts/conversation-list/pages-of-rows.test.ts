import { expect, test } from 'vitest'
import type { Conversation } from '../../../src/contract/conversation.ts'
import { type ConversationData, rowsOf, withConversation } from './pages-of-rows.ts'

const at = (guid: string, minute: number): Conversation =>
  ({ guid, last_message_ts: new Date(minute * 60_000).toISOString(), last_message_rowid: minute }) as Conversation

const data = (isLast: boolean, ...pages: Conversation[][]): ConversationData => ({
  pages: pages.map((rows, index) => ({ rows, isLast: isLast && index === pages.length - 1 })),
  pageParams: pages.map((_, index) => index * 2),
})

const [a, b, c, d] = [at('a', 9), at('b', 8), at('c', 7), at('d', 6)]
const guids = ({ pages }: ConversationData) => pages.map(({ rows }) => rows.map(({ guid }) => guid).join(''))

test('a row that occurs in two pages is listed once, at its first position', () => {
  expect(rowsOf(data(true, [a, b], [b, c]).pages)).toEqual([a, b, c])
})

test.each([
  ['moves to the top', at('d', 10), true, ['da', 'bc']],
  ['stays where it is', at('b', 8), true, ['ab', 'cd']],
  ['is new', at('e', 11), true, ['ea', 'bcd']],
  ['is older than all', at('e', 1), true, ['ab', 'cde']],
  ['is older than what was fetched', at('e', 1), false, ['ab', 'cd']],
  ['falls behind what was fetched', at('a', 1), false, ['bc', 'd']],
])('a conversation that %s', (_what, changed, isLast, expected) => {
  expect(guids(withConversation(data(isLast, [a, b], [c, d]), changed))).toEqual(expected)
})

test('the row takes its new content', () => {
  const changed = { ...b, unread_count: 4 }
  expect(rowsOf(withConversation(data(true, [a, b]), changed).pages)).toContainEqual(changed)
})

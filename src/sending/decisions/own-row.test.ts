import { expect, it, test } from 'vitest'
import type { ConversationKey } from '../../contract/ids.ts'
import { comparableWords, sameConversation } from './own-row.ts'

test.each([
  ['hello', '  hello\n'],
  ['caf\u00e9', 'cafe\u0301'],
  ['two\r\nlines', 'two\nlines'],
  ['with a picture', '\ufffcwith a picture'],
  [null, '\ufffc'],
])('%j and %j are the same text', (one, other) => {
  expect(comparableWords(one)).toBe(comparableWords(other))
})

it.each([
  ['dm:+15550001234', 'dm:+15550001234', true],
  ['dm:5550001234', 'dm:+15550001234', true],
  ['dm:Bob@Example.com', 'dm:bob@example.com', true],
  ['dm:+15550001234', 'dm:+445550001234', false],
  ['group:chat1', 'group:chat1', true],
  ['group:5550001234', 'group:+15550001234', false],
  ['group:5550001234', 'dm:+15550001234', false],
])('%s and %s are the same conversation: %s', (one, other, expected) => {
  expect(sameConversation(one as ConversationKey, other as ConversationKey)).toBe(expected)
})

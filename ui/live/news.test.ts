import { expect, test } from 'vitest'
import { newsBetween, type Seen } from './news.ts'

const seen = (guid: string, last_message_rowid: number, last_message_is_from_me = false): Seen => ({
  guid,
  handle: `handle of ${guid}`,
  last_message_rowid,
  last_message_is_from_me,
})

test('reports new messages in order and omits known ones', () => {
  const before = [seen('a', 7), seen('b', 5)]
  expect(newsBetween(before, [seen('b', 9, true), seen('a', 8), seen('c', 6)])).toEqual([
    { type: 'new_message', chat_guid: 'a', rowid: 8 },
    { type: 'message_sent', chat_guid: 'b', rowid: 9, handle: 'handle of b' },
  ])
  expect(newsBetween(before, before)).toEqual([])
})

test('a conversation that was further back counts only with a newer message', () => {
  expect(newsBetween([seen('a', 7)], [seen('new', 8), seen('old', 3)])).toEqual([
    { type: 'new_message', chat_guid: 'new', rowid: 8 },
  ])
})

import { expect, test } from 'vitest'
import type { Handle, MessageGuid, RowId } from '../contract/ids.ts'
import type { Row } from './message.ts'
import { groupOf, textRow } from './test-row.ts'
import { completesPair, selfTwinText, twinText } from './twins.ts'

const cat = { guid: 'a1', name: 'cat.png', mime: 'image/png', size: 3 }
const row = textRow(1, { sentAtMs: 1_000, attachmentsExpected: 1, attachments: [cat] })
const otherChat = groupOf('chat1')

test('a message that iCloud inserts again equals the first in all but its identity', () => {
  const again = { ...row, rowid: 99 as RowId, guid: 'fresh' as MessageGuid, service: 'SMS' }
  expect(twinText({ ...again, attachments: [{ ...cat, guid: 'a2' }] })).toBe(twinText(row))
})

test.each<[string, Partial<Row>]>([
  ['another text', { text: 'hello!' }],
  ['another moment', { sentAtUs: 1_000_001 }],
  ['another direction', { isFromMe: true }],
  ['another sender', { handle: '+12025550145' as Handle }],
  ['another conversation', { chat: otherChat }],
  ['no chat', { chat: undefined }],
  ['another file', { attachments: [{ ...cat, name: 'dog.png' }] }],
  ['a file of another size', { attachments: [{ ...cat, size: 4 }] }],
  ['no file', { attachments: [] }],
])('a row with %s is another message', (_what, change) => {
  expect(twinText({ ...row, ...change })).not.toBe(twinText(row))
})

test('a row without a date has no twin', () => {
  const first = { ...row, sentAtUs: null }
  expect(twinText({ ...first, guid: 'fresh' as MessageGuid })).not.toBe(twinText(first))
})

test('text and file names cannot be confused with each other', () => {
  const named = (text: string | null, names: string[]) =>
    twinText({ ...row, text, attachments: names.map((name) => ({ ...cat, name })) })
  expect(named('a', ['b', 'c'])).not.toBe(named('a', ['b,c']))
  expect(named(null, [])).not.toBe(named('null', []))
})

test('copies of a message to oneself differ only in their direction', () => {
  const inTheOtherChat = { ...row, chat: otherChat, handle: 'robin@example.com' as Handle, sentAtMs: 60_000 }
  expect(selfTwinText(inTheOtherChat, false)).toBe(selfTwinText(row, false))
  expect(selfTwinText(row, true)).not.toBe(selfTwinText(row, false))
})

test('the first copy is a message, its opposite completes the pair, and the same text again is a new message', () => {
  expect(completesPair({ same: 0, opposite: 0 })).toBe(false)
  expect(completesPair({ same: 0, opposite: 1 })).toBe(true)
  expect(completesPair({ same: 1, opposite: 1 })).toBe(false)
  expect(completesPair({ same: 1, opposite: 2 })).toBe(true)
})

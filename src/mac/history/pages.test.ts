import { Value } from '@sinclair/typebox/value'
import { expect, onTestFinished, test } from 'vitest'
import { macosVersions } from '../../../simulator/schema/macos-version.ts'
import { temporaryMac } from '../../../simulator/temporary-mac.ts'
import { Message } from '../../contract/message.ts'
import { anna, ben, historyIn, minute } from './test-history.ts'

const historyOf = historyIn({ temporaryMac, onTestFinished })

/** Ten messages, `0` to `9`, a minute apart. */
function tenMessages(macos: (typeof macosVersions)[number] = 26) {
  const setup = historyOf({ macos })
  const written = Array.from({ length: 10 }, (_, at) =>
    setup.messages.receive({ from: anna, text: String(at), atMs: minute(at) }),
  )
  const rowid = (at: number) => written[at]?.rowid ?? expect.fail()
  return { ...setup, guid: written[0]?.chatGuid ?? '', written, rowid }
}

test.each(macosVersions)(
  'on macOS %i a page holds the newest messages, oldest first, in the declared shape',
  (macos) => {
    const { page, texts, guid } = tenMessages(macos)
    expect(texts(guid, { limit: 3 })).toEqual(['7', '8', '9'])
    expect(texts(guid)).toHaveLength(10)
    expect(page(guid).every((it) => Value.Check(Message, it))).toBe(true)
  },
)

test('a page ends before its anchor, begins after it, or surrounds it', () => {
  const { texts, guid, rowid } = tenMessages()
  expect(texts(guid, { limit: 3, before_rowid: rowid(5) })).toEqual(['2', '3', '4'])
  expect(texts(guid, { limit: 3, after_rowid: rowid(5) })).toEqual(['6', '7', '8'])
  expect(texts(guid, { limit: 5, around_rowid: rowid(5) })).toEqual(['3', '4', '5', '6', '7'])
  expect(texts(guid, { limit: 5, around_rowid: rowid(0) })).toEqual(['0', '1', '2', '3', '4'])
  expect(texts(guid, { limit: 3, before_rowid: rowid(0) })).toEqual([])
  expect(texts(guid, { limit: 3, after_rowid: rowid(9) })).toEqual([])
})

test('a page begins at a moment, and at the first message for a moment long before', () => {
  const { messages, texts, guid } = tenMessages()
  messages.receive({ from: anna, text: 'long ago', atMs: minute(-9_000) })
  const at = (minutes: number) => new Date(minute(minutes)).toISOString()
  expect(texts(guid, { limit: 2, from_ts: at(5) })).toEqual(['5', '6'])
  expect(texts(guid, { limit: 2, from_ts: at(4.5) })).toEqual(['5', '6'])
  expect(texts(guid, { limit: 2, from_ts: new Date(0).toISOString() })).toEqual(['long ago', '0'])
  expect(texts(guid, { limit: 2, from_ts: '0001-01-01T00:00:00Z' })).toEqual(['long ago', '0'])
  expect(texts(guid, { limit: 2, from_ts: at(10) })).toEqual([])
  expect(texts(guid, { limit: 2, from_ts: '9999-12-31T23:59:59Z' })).toEqual([])
})

test('a deleted message still works as an anchor', () => {
  const { messages, texts, guid, rowid, written } = tenMessages()
  messages.deleteForGood({ message: written[5] ?? expect.fail() })
  expect(texts(guid, { limit: 2, before_rowid: rowid(5) })).toEqual(['3', '4'])
  expect(texts(guid, { limit: 2, after_rowid: rowid(5) })).toEqual(['6', '7'])
  expect(texts(guid, { limit: 4, around_rowid: rowid(5) })).toEqual(['3', '4', '6', '7'])
  expect(texts(guid, { limit: 2, before_rowid: 999_999 })).toEqual(['8', '9'])
  messages.deleteForGood({ message: written[0] ?? expect.fail() })
  expect(texts(guid, { limit: 2, before_rowid: rowid(0) })).toEqual([])
  expect(texts(guid, { limit: 2, after_rowid: rowid(0) })).toEqual(['1', '2'])
})

test.each([13, 15, 26] as const)(
  'on macOS %i messages in Recently Deleted are hidden, and still work as anchors',
  (macos) => {
    const { messages, texts, list, guid, rowid, written } = tenMessages(macos)
    const last = written[9] ?? expect.fail()
    messages.moveToRecentlyDeleted({ message: last })
    expect(texts(guid, { limit: 2 })).toEqual(['7', '8'])
    expect(texts(guid, { limit: 2, before_rowid: rowid(9) })).toEqual(['7', '8'])
    expect(list()).toMatchObject([{ last_message: '8', unread_count: 9 }])
    messages.recover({ message: last })
    expect(texts(guid, { limit: 2 })).toEqual(['8', '9'])
    expect(list()).toMatchObject([{ last_message: '9', unread_count: 10 }])
  },
)

test('a conversation that was deleted as a whole is hidden until somebody writes again', () => {
  const { messages, list, texts, guid } = tenMessages()
  messages.moveChatToRecentlyDeleted({ chat: guid })
  expect([list(), texts(guid)]).toEqual([[], []])
  messages.receive({ from: anna, text: 'still there?' })
  expect(list()).toMatchObject([{ last_message: 'still there?' }])
})

test('old messages with new ROWIDs are placed by their date', () => {
  const { messages, texts, list, guid } = tenMessages()
  const old = messages.receive({ from: anna, text: 'long ago', atMs: minute(3.5) })
  expect(texts(guid, { limit: 3, around_rowid: old.rowid })).toEqual(['3', 'long ago', '4'])
  expect(list()).toMatchObject([{ last_message: '9' }])
})

test('messages of the same moment are ordered by ROWID, and no page boundary loses one', () => {
  const { messages, texts, page } = historyOf()
  const written = ['a', 'b', 'c', 'd'].map((text) => messages.receive({ from: anna, text, atMs: minute(0) }))
  const guid = written[0]?.chatGuid
  expect(texts(guid)).toEqual(['a', 'b', 'c', 'd'])
  expect(texts(guid, { limit: 2, before_rowid: written[2]?.rowid ?? 0 })).toEqual(['a', 'b'])
  expect(page(guid, { limit: 1, after_rowid: written[2]?.rowid ?? 0 }).map(({ rowid }) => rowid)).toEqual([
    written[3]?.rowid,
  ])
})

test('walking through pages gives no gap and no repetition, whatever is hidden in between', () => {
  const { messages, page } = historyOf({ macos: 15 })
  const sent = Array.from({ length: 40 }, (_, at) => {
    const service = at % 3 === 0 ? 'SMS' : 'iMessage'
    const target = messages.receive({ from: anna, text: String(at), service, atMs: minute(at) })
    for (let more = 0; more < at % 4; more++)
      messages.tapback({ target, from: anna, kind: 'like', part: more, atMs: minute(at + 0.1) })
    return target.rowid
  })
  const seen: number[] = []
  for (let before: number | undefined; ; ) {
    const found = page(`any;-;${anna}`, { limit: 7, ...(before && { before_rowid: before }) }).map(({ rowid }) => rowid)
    if (found.length === 0) break
    seen.unshift(...found)
    before = found[0]
  }
  expect(seen).toEqual(sent)
})

test('a scheduled message is shown once it has been sent', () => {
  const { messages, texts, list } = historyOf({ macos: 26 })
  const waiting = messages.sendLater({ to: anna, text: 'happy birthday', dueMs: minute(60) })
  expect([texts(waiting.chatGuid), list()]).toEqual([[], []])
  messages.scheduledGoesOut({ message: waiting, atMs: minute(60) })
  expect(texts(waiting.chatGuid)).toEqual(['happy birthday'])
  expect(list()).toMatchObject([{ last_message: 'happy birthday' }])
})

test('old databases whose joins have no dates are read in order as well', () => {
  const { messages, texts, list, guid, rowid } = tenMessages(12)
  messages.receive({ from: ben, text: 'hello', atMs: minute(5) })
  messages.db.exec('UPDATE chat_message_join SET message_date = CASE message_id % 2 WHEN 0 THEN 0 END')
  expect(texts(guid, { limit: 3, before_rowid: rowid(5) })).toEqual(['2', '3', '4'])
  expect(list().map(({ last_message }) => last_message)).toEqual(['9', 'hello'])
})

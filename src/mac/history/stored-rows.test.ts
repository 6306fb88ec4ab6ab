import { expect, onTestFinished, test } from 'vitest'
import { temporaryMac } from '../../../simulator/temporary-mac.ts'
import type { RowQuery, StoredRow } from '../../contract/stored-row.ts'
import type { History } from './history.ts'
import { anna, ben, historyIn, minute } from './test-history.ts'

const historyOf = historyIn({ temporaryMac, onTestFinished })

const everything: RowQuery = { order: 'date', newest_first: true, limit: 1_000, offset: 0 }
const rowsOf = (history: History, asked: Partial<RowQuery> = {}): StoredRow[] =>
  history.storedRows({ ...everything, ...asked })?.rows ?? expect.fail('There is no such conversation.')

test.each([12, 15, 26, 27] as const)('on macOS %i every message that is shown is among the rows', (macos) => {
  const { history } = historyOf({ macos, messages: 900, chats: 20 })
  const rows = new Map(rowsOf(history).map((row) => [row.guid, row]))
  const shown: unknown[] = []
  const stored: unknown[] = []
  for (let after = 0, hasMore = true; hasMore; ) {
    const page = history.allMessages({ limit: 500, after })
    for (const { message, conversation_guid } of page.placed) {
      const row = rows.get(message.guid)
      const isText = message.kind === 'text'
      const where = history.conversation(conversation_guid)?.guid
      shown.push([message.rowid, message.guid, isText ? message.text || null : null, where, message.is_from_me])
      stored.push([row?.rowid, row?.guid, isText ? row?.text : null, row?.conversation_guid, row?.is_from_me])
    }
    ;[after, hasMore] = [page.toRowid, page.hasMore]
  }
  expect(stored).toEqual(shown)
  expect(shown.length).toBeGreaterThan(400)
  expect(history.countStoredRows({})).toBe(rows.size)
})

test.each([12, 15, 26] as const)('on macOS %i a row has its body with places of files, mentions and parts', (macos) => {
  const { history, messages } = historyOf({ macos })
  const photo = { name: 'photo.png', bytes: Buffer.from('x'), mime: 'image/png' }
  messages.receive({ from: anna, parts: ['Look ', photo, [{ text: 'nice ' }, { text: 'Ben', mention: ben }]] })
  messages.receive({ from: anna, text: 'plain', subject: 'About', effect: 'slam' })
  const [plain, look] = rowsOf(history)
  expect(plain).toMatchObject({ text: 'plain', subject: 'About', attachments: [], effect_id: expect.any(String) })
  expect(plain?.runs).toMatchObject([{ start: 0, length: 5, part: 0 }])
  const [file] = look?.attachments ?? []
  expect(look).toMatchObject({
    text: 'Look nice Ben',
    body: 'Look \ufffcnice Ben',
    flags: expect.arrayContaining(['is_finished']),
  })
  expect(file).toMatchObject({ name: 'photo.png', mime_type: 'image/png', size: 1, is_there: true, is_hidden: false })
  expect(look?.runs).toEqual([
    { start: 0, length: 5, part: 0, attachment_guid: null, mention: null },
    { start: 5, length: 1, part: 1, attachment_guid: file?.guid, mention: null },
    { start: 6, length: 5, part: 2, attachment_guid: null, mention: null },
    { start: 11, length: 3, part: 2, attachment_guid: null, mention: ben },
  ])
})

test('a row that is in two chats is there once, in the oldest, and hidden chats have no rows', () => {
  const { history, messages } = historyOf({ macos: 15 })
  const first = messages.receive({ from: anna, text: 'in two chats' })
  const sms = messages.directChat({ with: anna, service: 'SMS' })
  messages.alsoIn({ message: first, chat: sms.guid })
  const junk = messages.directChat({ with: ben, service: 'SMS', filtered: 2 })
  messages.receive({ from: ben, text: 'junk', service: 'SMS', chat: junk.guid })
  for (const conversation of [undefined, first.chatGuid, sms.guid]) {
    const asked = conversation === undefined ? {} : { conversation }
    expect(rowsOf(history, asked)).toMatchObject([{ text: 'in two chats', chat_guid: first.chatGuid }])
    expect(history.countStoredRows(asked)).toBe(1)
  }
  expect(history.storedRows({ ...everything, conversation: junk.guid })).toBeUndefined()
  expect(history.storedTotals()).toMatchObject({ messages: 1, conversations: 1 })
})

test('a count is made anew once Messages has written', () => {
  const { history, messages } = historyOf()
  messages.receive({ from: anna, text: 'one' })
  expect(history.countStoredRows({ handle: anna })).toBe(1)
  messages.receive({ from: anna, text: 'two' })
  expect(history.countStoredRows({ handle: anna })).toBe(2)
})

test('rows of old databases, whose joins have no dates, are in the order of their own', () => {
  const { history, messages } = historyOf({ macos: 12 })
  const { chatGuid } = messages.receive({ from: anna, text: 'second', atMs: minute(2) })
  messages.receive({ from: anna, text: 'first', atMs: minute(1) })
  messages.db.exec('UPDATE chat_message_join SET message_date = 0')
  const textsBy = (asked: Partial<RowQuery>) =>
    rowsOf(history, { conversation: chatGuid, newest_first: false, ...asked }).map(({ text }) => text)
  expect(textsBy({})).toEqual(['first', 'second'])
  expect(textsBy({ order: 'rowid' })).toEqual(['second', 'first'])
  expect(textsBy({ since: new Date(minute(2)).toISOString() })).toEqual(['second'])
})

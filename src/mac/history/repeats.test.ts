import { expect, onTestFinished, test } from 'vitest'
import { macosVersions } from '../../../simulator/schema/macos-version.ts'
import { temporaryMac } from '../../../simulator/temporary-mac.ts'
import { anna, historyIn, minute } from './test-history.ts'

const historyOf = historyIn({ temporaryMac, onTestFinished })

const me = '+12025550100'

test.each(macosVersions)('on macOS %i messages that iCloud inserts again are shown once', (macos) => {
  const { messages, page, list } = historyOf({ macos })
  const message = messages.receive({ from: anna, text: 'old', atMs: minute(0) })
  const picture = { name: 'a.png', mime: 'image/png', bytes: Buffer.from('x') }
  const photo = messages.receive({ from: anna, files: [picture], atMs: minute(1) })
  for (const again of [message, photo, message]) messages.reland({ message: again })
  const rowids = (limit: number) => page(message.chatGuid, { limit }).map(({ rowid }) => rowid)
  expect([rowids(100), rowids(1)]).toEqual([[message.rowid, photo.rowid], [photo.rowid]])
  expect(list()).toMatchObject([{ last_message_rowid: photo.rowid }])
})

test('two different messages of the same moment are both shown', () => {
  const { messages, texts } = historyOf()
  const { chatGuid } = messages.receive({ from: anna, text: 'a', atMs: minute(0) })
  messages.receive({ from: anna, text: 'b', atMs: minute(0) })
  messages.send({ to: anna, text: 'b', atMs: minute(0) })
  expect(texts(chatGuid)).toEqual(['a', 'b', 'b'])
})

test('a message in two chats of a conversation is shown once', () => {
  const { messages, page, list } = historyOf({ macos: 15 })
  const message = messages.receive({ from: anna, text: 'hello', service: 'SMS' })
  messages.receive({ from: anna, text: 'again', service: 'iMessage' })
  messages.db.exec(`INSERT INTO chat_message_join (chat_id, message_id, message_date)
    SELECT (SELECT max(ROWID) FROM chat), message_id, message_date FROM chat_message_join WHERE message_id = ${message.rowid}`)
  for (const limit of [1, 2, 100]) {
    const found = page(message.chatGuid, { limit }).map(({ text }) => text)
    expect(found).toEqual(['hello', 'again'].slice(-limit))
  }
  expect(list()).toMatchObject([{ unread_count: 2 }])
})

test('a note to oneself is shown once, as sent, and the same note written twice is shown twice', () => {
  const { messages, texts, page, list } = historyOf({}, { selfHandles: () => [me] })
  const note = messages.noteToSelf({ text: 'milk', address: me, atMs: minute(0) })
  messages.noteToSelf({ text: 'milk', address: me, atMs: minute(1) })
  messages.noteToSelf({ text: 'eggs', address: me, atMs: minute(2), twins: 'sent' })
  expect(texts(note.chatGuid)).toEqual(['milk', 'milk', 'eggs'])
  expect(texts(note.chatGuid, { limit: 2 })).toEqual(['milk', 'eggs'])
  expect(page(note.chatGuid).every(({ is_from_me }) => is_from_me)).toBe(true)
  const last = messages.noteToSelf({ text: 'tea', address: me, atMs: minute(3) })
  expect(list()).toMatchObject([{ last_message_rowid: last.rowid, last_message_is_from_me: true }])
})

test('messages to oneself from elsewhere are shown, and the same words from another person are kept', () => {
  const { messages, texts } = historyOf({}, { selfHandles: () => [me] })
  const { chatGuid } = messages.receive({ from: me, text: 'from my other phone' })
  messages.send({ to: anna, text: 'ok' })
  const hers = messages.receive({ from: anna, text: 'ok' })
  expect(texts(chatGuid)).toEqual(['from my other phone'])
  expect(texts(hers.chatGuid)).toEqual(['ok', 'ok'])
})

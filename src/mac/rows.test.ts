import { expect, onTestFinished, test } from 'vitest'
import type { FileToAttach } from '../../simulator/messages/attachments.ts'
import { type MacosVersion, macosVersions } from '../../simulator/schema/macos-version.ts'
import { temporaryMac } from '../../simulator/temporary-mac.ts'
import type { RowId } from '../contract/ids.ts'
import { readAttachments } from './attachments.ts'
import { openChatDb } from './chat-db.ts'
import { readChats } from './chats.ts'
import { messagesPaths } from './messages-paths.ts'
import { readRows } from './rows.ts'

const anna = '+12025550123'
const ben = '+12025550145'

function rowsOf(macos: MacosVersion = 26) {
  const mac = temporaryMac({ macos })
  const chatDb = openChatDb(messagesPaths(mac.home).database)
  onTestFinished(() => {
    chatDb.close()
    mac.close()
  })
  const chats = readChats(chatDb)
  const rows = readRows({ chatDb, chats, attachments: readAttachments({ db: chatDb.db, home: mac.home }) })
  const row = ({ rowid }: { rowid: number }) => rows.withRowids([rowid])[0] ?? expect.fail(`there is no row ${rowid}`)
  const set = ({ rowid }: { rowid: number }, columns: string) =>
    mac.messages.db.exec(`UPDATE message SET ${columns} WHERE ROWID = ${rowid}`)
  return { mac, messages: mac.messages, rows, row, set }
}

const picture: FileToAttach = { name: 'cat.png', bytes: Buffer.from('cat'), mime: 'image/png', uti: 'public.png' }

test.each(macosVersions)('on macOS %i a text is read with its sender, chat, service and date', (macos) => {
  const { messages, row } = rowsOf(macos)
  const atMs = Date.UTC(2026, 5, 1, 12, 0, 0, 123)
  const written = messages.receive({ from: anna, text: 'Grüße 🍝', atMs: atMs + 0.456 })
  expect(row(written)).toEqual({
    rowid: written.rowid,
    guid: written.guid,
    kind: 'text',
    chat: expect.objectContaining({ guid: written.chatGuid, conversation: `dm:${anna}`, isGroup: false }),
    handle: anna,
    isFromMe: false,
    sentAtMs: atMs,
    sentAtUs: atMs * 1_000 + 456,
    service: 'iMessage',
    text: 'Grüße 🍝',
    isBlank: false,
    isDamaged: false,
    isDeleted: false,
    isEmptied: false,
    attachmentsExpected: 0,
    attachments: [],
    replyToGuid: null,
    tapback: undefined,
  })
})

test.each(macosVersions)('on macOS %i the text comes from the body where the text column is NULL', (macos) => {
  const { messages, row, set } = rowsOf(macos)
  const written = messages.receive({ from: anna, text: 'only in the body' })
  set(written, 'text = NULL')
  expect(row(written)).toMatchObject({ text: 'only in the body', isBlank: false })
})

test('the body wins over a text column with another text', () => {
  const { messages, row, set } = rowsOf()
  const written = messages.receive({ from: anna, text: 'edited' })
  set(written, "text = 'as it was'")
  expect(row(written).text).toBe('edited')
})

test('a damaged body is reported, and the text column is used instead', () => {
  const { messages, row, set } = rowsOf()
  const written = messages.receive({ from: anna, text: 'x' })
  set(written, "attributedBody = x'040b73747265616d74797065648100', text = 'from the column'")
  expect(row(written)).toMatchObject({ isDamaged: true, isBlank: false, text: 'from the column' })
  set(written, 'text = NULL')
  expect(row(written)).toMatchObject({ isDamaged: true, isBlank: false, text: null })
})

test('a row without body and text is blank, and a fully unsent row is emptied', () => {
  const { messages, row } = rowsOf()
  expect(row(messages.beginReceive({ from: anna, text: 'later' }))).toMatchObject({ isBlank: true, text: null })
  const unsent = messages.receive({ from: anna, text: 'oops' })
  messages.unsend({ message: unsent })
  expect(row(unsent)).toMatchObject({ isEmptied: true, text: null })
})

test('the text of an app balloon consists of the words of its app', () => {
  const { messages, row } = rowsOf()
  const move = messages.appBalloon({ from: anna, app: 'game', message: { appName: 'Chess', caption: 'e4 e5' } })
  expect(row(move)).toMatchObject({ kind: 'app', text: 'e4 e5' })
})

test('a message with a link stays a text', () => {
  const { messages, row } = rowsOf()
  const written = messages.receive({ from: anna, text: 'https://example.com/a' })
  messages.addLinkPreview({ message: written, link: { url: 'https://example.com/a', title: 'An example' } })
  expect(row(written)).toMatchObject({ kind: 'text', text: 'https://example.com/a' })
})

test('a preview in a row of its own is no second message, and the same link sent again is one', () => {
  const { messages, row } = rowsOf()
  const link = { url: 'https://example.com/a', title: 'An example' }
  messages.receive({ from: anna, text: 'look: https://example.com/a' })
  expect(row(messages.linkPreview({ from: anna, link })).kind).toBe('update')
  expect(row(messages.linkPreview({ from: ben, link })).kind).toBe('text')
})

test.each([
  ['p:1/', 'part'],
  ['bp:', 'balloon'],
  ['', 'bare'],
] as const)('a tapback names its target when written with %j', (_written, naming) => {
  const { messages, row } = rowsOf()
  const target = messages.receive({ from: anna, text: 'good news' })
  const tapback = messages.tapback({ target, from: ben, kind: 'love', part: 1, naming })
  expect(row(tapback)).toMatchObject({
    kind: 'tapback',
    tapback: { targetGuid: target.guid, emoji: '❤️', added: true },
  })
})

test('a tapback with any emoji, a sticker, and a removed tapback are tapbacks', () => {
  const { messages, row } = rowsOf()
  const target = messages.receive({ from: anna, text: 'good news' })
  const emoji = messages.tapback({ target, from: ben, kind: { emoji: '🎉' } })
  expect(row(emoji).tapback).toMatchObject({ emoji: '🎉', added: true })
  const sticker = messages.tapback({ target, kind: { sticker: picture } })
  expect(row(sticker)).toMatchObject({ kind: 'tapback', tapback: { emoji: null, added: true } })
  const removed = messages.removeTapback({ target, from: ben, kind: { emoji: '🎉' } })
  expect(row(removed ?? expect.fail('no row'))).toMatchObject({
    kind: 'tapback',
    tapback: { emoji: '🎉', added: false },
  })
})

test('the text of a poll is its question and options', () => {
  const { messages, row } = rowsOf()
  const poll = messages.createPoll({ from: anna, title: 'Dinner?', options: ['Pasta', 'Pizza'] })
  expect(row(poll)).toMatchObject({ kind: 'app', text: 'Dinner?: Pasta · Pizza' })
})

test('a vote and an added option are updates, and the poll stays a message', () => {
  const { messages, row } = rowsOf()
  const poll = messages.createPoll({ from: anna, title: 'Dinner?', options: ['Pasta', 'Pizza'] })
  const more = messages.addPollOption({ poll, from: ben, text: 'Soup' })
  const vote = messages.vote({ poll: more, from: ben, choose: ['Soup'] })
  expect([poll, more, vote].map((written) => row(written).kind)).toEqual(['app', 'update', 'update'])
})

test('changes of members, names and pictures are system lines', () => {
  const { messages, row } = rowsOf()
  const { guid: chat } = messages.createGroup({ name: 'Hiking', members: [anna, ben] })
  const lines = [
    messages.addParticipant({ chat, by: anna, who: '+12025550199' }),
    messages.renameGroup({ chat, by: anna, name: 'Climbing' }),
    messages.setGroupPhoto({ chat, by: ben, photo: picture }),
    messages.shareLocation({ chat, by: ben }),
    messages.leaveGroup({ chat, by: ben }),
  ]
  expect(lines.map((line) => row(line).kind)).toEqual(lines.map(() => 'system'))
})

test('a message for later is scheduled until it is sent', () => {
  const { messages, row } = rowsOf()
  const later = messages.sendLater({ to: anna, text: 'happy birthday', dueMs: Date.now() + 86_400_000 })
  expect(row(later).kind).toBe('scheduled')
  messages.scheduledGoesOut({ message: later })
  expect(row(later).kind).toBe('text')
})

test('attachments come with the number that the body expects, without those that Messages keeps for itself', () => {
  const { messages, row } = rowsOf()
  const written = messages.receive({ from: anna, text: 'two', files: [picture, { ...picture, name: 'dog.png' }] })
  expect(row(written)).toMatchObject({
    text: 'two',
    attachmentsExpected: 2,
    attachments: [
      { name: 'cat.png', mime: 'image/png', size: 3 },
      { name: 'dog.png', mime: 'image/png', size: 3 },
    ],
  })
  const link = messages.receive({ from: anna, text: 'https://example.com/a' })
  messages.addLinkPreview({ message: link, link: { url: 'https://example.com/a' }, picture })
  expect(row(link)).toMatchObject({ attachmentsExpected: 0, attachments: [] })
})

test('a message in two chats is one row, in the older chat', () => {
  const { messages, row } = rowsOf()
  const written = messages.receive({ from: anna, text: 'hello' })
  const other = messages.directChat({ with: ben })
  messages.db.exec(`INSERT INTO chat_message_join (chat_id, message_id) VALUES (${other.rowid}, ${written.rowid})`)
  expect(row(written).chat?.guid).toBe(written.chatGuid)
})

test('a row without a chat has none', () => {
  const { messages, row } = rowsOf()
  const orphan = messages.receiveOrphan({ from: anna, text: 'your code is 123456', service: 'RCS' })
  expect(row(orphan)).toMatchObject({ chat: undefined, handle: anna, text: 'your code is 123456', service: 'RCS' })
})

test('a message in Recently Deleted has no chat and is marked as deleted', () => {
  const { messages, row } = rowsOf()
  const written = messages.receive({ from: anna, text: 'gone' })
  messages.moveToRecentlyDeleted({ message: written })
  expect(row(written)).toMatchObject({ chat: undefined, isDeleted: true })
})

test('a reply names the root of its thread, and the previous message is irrelevant', () => {
  const { messages, row } = rowsOf()
  const root = messages.receive({ from: anna, text: 'who comes?' })
  const after = messages.receive({ from: anna, text: 'next' })
  const answer = messages.receive({ from: anna, text: 'me', replyTo: { guid: root.guid } })
  expect([root, after, answer].map((written) => row(written).replyToGuid)).toEqual([null, null, root.guid])
})

test('junk by the SMS filter of macOS 27 is a category of that single message', () => {
  const { messages, row, set } = rowsOf(27)
  const advert = messages.receive({ from: anna, text: 'you won', service: 'SMS' })
  const honest = messages.receive({ from: anna, text: 'it is me', service: 'SMS' })
  set(advert, 'filter_action = 2')
  set(honest, 'filter_action = 1')
  expect([advert, honest].map((written) => row(written).chat?.category)).toEqual(['junk', 'known'])
})

test('rows from before macOS 10.13 have their date in whole seconds', () => {
  const { messages, row, set } = rowsOf()
  const written = messages.receive({ from: anna, text: 'old' })
  set(written, `date = ${(Date.UTC(2012, 0, 2) - Date.UTC(2001, 0, 1)) / 1_000}`)
  expect(row(written)).toMatchObject({ sentAtMs: Date.UTC(2012, 0, 2), sentAtUs: Date.UTC(2012, 0, 2) * 1_000 })
  set(written, 'date = NULL')
  expect(row(written)).toMatchObject({ sentAtMs: 0, sentAtUs: null })
})

test('pages come in ROWID order without a gap, whatever was deleted in between', () => {
  const { messages, rows } = rowsOf()
  const written = ['a', 'b', 'c', 'd'].map((text) => messages.receive({ from: anna, text }))
  messages.deleteForGood({ message: written[1] ?? '' })
  const texts = (found: ReturnType<typeof rows.after>) => found.map(({ text }) => text)
  const first = rows.after(0, 2)
  expect(texts(first)).toEqual(['a', 'c'])
  expect(texts(rows.after(first[1]?.rowid ?? 0, 2))).toEqual(['d'])
  expect(texts(rows.withRowids(written.map(({ rowid }) => rowid).toReversed()))).toEqual(['a', 'c', 'd'])
})

test('rows since a date are found whatever their ROWID', () => {
  const { messages, rows } = rowsOf()
  const sinceMs = Date.UTC(2026, 5, 1)
  messages.receive({ from: anna, text: 'at that moment', atMs: sinceMs })
  messages.receive({ from: anna, text: 'before', atMs: sinceMs - 1 })
  const { rowid } = messages.receive({ from: anna, text: 'after', atMs: sinceMs + 1 })
  expect(rows.sentSince(sinceMs, 0, 10).map(({ text }) => text)).toEqual(['at that moment', 'after'])
  expect(rows.sentSince(sinceMs, rowid, 10)).toEqual([])
})

test('a row is found by its guid', () => {
  const { messages, rows } = rowsOf()
  const written = messages.receive({ from: anna, text: 'find me' })
  expect(rows.withGuid(rows.after(0, 1)[0]?.guid ?? expect.fail('no row'))?.rowid).toBe(written.rowid)
  expect(rows.withGuid('nonesuch' as never)).toBeUndefined()
})

test('the elders of a row are the rows of its very moment that were written before it', () => {
  const { messages, rows } = rowsOf()
  const atMs = Date.UTC(2026, 5, 1)
  const elder = messages.receive({ from: anna, text: 'the elder', atMs })
  messages.receive({ from: anna, text: 'a moment later', atMs: atMs + 0.001 })
  const again = messages.reland({ message: elder })
  messages.reland({ message: elder })
  expect(rows.eldersOf(again.rowid as RowId).map(({ guid }) => guid)).toEqual([elder.guid])
  expect(rows.eldersOf(elder.rowid as RowId)).toEqual([])
})

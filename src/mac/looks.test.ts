import { expect, onTestFinished, test } from 'vitest'
import type { FileToAttach } from '../../simulator/messages/attachments.ts'
import type { Messages } from '../../simulator/messages/open-messages.ts'
import type { Written } from '../../simulator/messages/writer.ts'
import { type MacosVersion, macosVersions } from '../../simulator/schema/macos-version.ts'
import { temporaryMac } from '../../simulator/temporary-mac.ts'
import type { RowId } from '../contract/ids.ts'
import { openChatDb } from './chat-db.ts'
import { readLooks } from './looks.ts'
import { messagesPaths } from './messages-paths.ts'

const anna = '+12025550123'
const nowMs = Date.UTC(2026, 5, 1)
const everything = { sinceMs: 0, toMs: Date.UTC(2200, 0), upToRowid: 1_000_000 as RowId, limit: 1_000 }

function looksOf(macos: MacosVersion = 26) {
  const mac = temporaryMac({ macos, nowMs, now: () => nowMs })
  const chatDb = openChatDb(messagesPaths(mac.home).database)
  onTestFinished(() => {
    chatDb.close()
    mac.close()
  })
  const looks = readLooks(chatDb)
  const signature = ({ rowid }: Written) =>
    looks.signatures(everything).find((found) => found.rowid === rowid) ?? expect.fail(`no row ${rowid}`)
  const look = (written: Written) => looks.of(signature(written))?.look ?? expect.fail('no look')
  return { messages: mac.messages, looks, signature, look }
}

const late: FileToAttach = { name: 'cat.png', mime: 'image/png', state: 'waiting', guid: 'late' }

const changes: [
  string,
  { first: (messages: Messages) => Written; change: (messages: Messages, row: Written) => void; look: object },
][] = [
  [
    'an edit',
    {
      first: (messages) => messages.receive({ from: anna, text: 'see you at 8' }),
      change: (messages, message) => messages.edit({ message, text: 'see you at 9' }),
      look: { edits: 1 },
    },
  ],
  [
    'an edit that left no date',
    {
      first: (messages) => messages.receive({ from: anna, text: 'see you at 8' }),
      change: (messages, message) => messages.edit({ message, text: 'see you at 9', withoutDate: true }),
      look: { edits: 1 },
    },
  ],
  [
    'an unsend',
    {
      first: (messages) => messages.receive({ from: anna, text: 'oops' }),
      change: (messages, message) => messages.unsend({ message }),
      look: { unsent: 1 },
    },
  ],
  [
    'a part that was unsent',
    {
      first: (messages) => messages.receive({ from: anna, parts: ['stays', 'goes'] }),
      change: (messages, message) => messages.unsend({ message, parts: [1] }),
      look: { unsent: 1 },
    },
  ],
  [
    'a delivery',
    {
      first: (messages) => messages.send({ to: anna, text: 'mine' }),
      change: (messages, message) => messages.delivered({ message }),
      look: { isDelivered: true, isReadByThem: false },
    },
  ],
  [
    "the recipient's receipt",
    {
      first: (messages) => messages.send({ to: anna, text: 'mine', state: 'delivered' }),
      change: (messages, message) => messages.readByRecipient({ message }),
      look: { isReadByThem: true, isReadByMe: false },
    },
  ],
  [
    'my reading',
    {
      first: (messages) => messages.receive({ from: anna, text: 'unread' }),
      change: (messages, message) => messages.markRead({ message }),
      look: { isReadByMe: true, isReadByThem: false },
    },
  ],
  [
    'my reading on another device',
    {
      first: (messages) => messages.receive({ from: anna, text: 'unread' }),
      change: (messages, { chatGuid = '' }) => messages.markChatRead({ chat: chatGuid, withoutDates: true }),
      look: { isReadByMe: true },
    },
  ],
  [
    'an attachment that arrives',
    {
      first: (messages) => messages.receive({ from: anna, files: [late] }),
      change: (messages) => messages.attachmentArrives({ attachmentGuid: 'late', bytes: Buffer.from('cat') }),
      look: { attachmentsReady: 1 },
    },
  ],
  [
    'a sender that is corrected',
    {
      first: (messages) => messages.send({ to: anna, text: 'whose?' }),
      change: (messages, message) => messages.flipSender({ message, fromMe: false }),
      look: { isFromMe: false },
    },
  ],
]

test.each(changes)('%s changes the signature and the snapshot', (_what, { first, change, look: expected }) => {
  const { messages, signature, look } = looksOf()
  const written = first(messages)
  const before = { signature: signature(written).signature, look: look(written) }
  expect(before.look).not.toMatchObject(expected)
  change(messages, written)
  expect(signature(written).signature).not.toBe(before.signature)
  expect(look(written)).toMatchObject(expected)
})

test.each(macosVersions)('on macOS %i an unchanged row keeps its signature', (macos) => {
  const { messages, signature, look } = looksOf(macos)
  const written = messages.receive({ from: anna, text: 'hello' })
  const before = signature(written)
  messages.receive({ from: anna, text: 'another' })
  expect(signature(written)).toEqual(before)
  expect(look(written)).toEqual({
    chatGuid: written.chatGuid,
    isFromMe: false,
    edits: 0,
    unsent: 0,
    isDelivered: true,
    isReadByThem: false,
    isReadByMe: false,
    attachmentsReady: 0,
    tapback: null,
  })
})

test('the snapshot of a tapback says what it is, so that its removal can be reported', () => {
  const { messages, look } = looksOf()
  const target = messages.receive({ from: anna, text: 'good news' })
  const tapback = messages.tapback({ target, kind: 'love' })
  expect(look(tapback).tapback).toEqual({ targetGuid: target.guid, emoji: '❤️', added: true })
})

test('the window includes both ends, is limited by ROWID, and comes newest first', () => {
  const { messages, looks } = looksOf()
  const rows = [0, 1, 2, 3].map((minute) =>
    messages.receive({ from: anna, text: `${minute}`, atMs: nowMs + minute * 60_000 }),
  )
  const found = (window: Partial<typeof everything>) =>
    looks.signatures({ ...everything, ...window }).map(({ rowid }) => rows.findIndex((row) => row.rowid === rowid))
  expect(found({})).toEqual([3, 2, 1, 0])
  expect(found({ sinceMs: nowMs + 60_000, toMs: nowMs + 120_000 })).toEqual([2, 1])
  expect(found({ upToRowid: rows[1]?.rowid as RowId })).toEqual([1, 0])
  expect(found({ limit: 2 })).toEqual([3, 2])
})

test('a deleted row has no snapshot', () => {
  const { messages, looks, signature } = looksOf()
  const written = messages.receive({ from: anna, text: 'gone' })
  const before = signature(written)
  messages.deleteForGood({ message: written })
  expect(looks.of(before)).toBeUndefined()
})

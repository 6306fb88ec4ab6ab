import { expect, onTestFinished, test } from 'vitest'
import type { FileToAttach } from '../../simulator/messages/attachments.ts'
import type { Messages } from '../../simulator/messages/open-messages.ts'
import type { Written } from '../../simulator/messages/writer.ts'
import { type MacosVersion, macosVersions } from '../../simulator/schema/macos-version.ts'
import { temporaryMac } from '../../simulator/temporary-mac.ts'
import type { RowId } from '../contract/ids.ts'
import { openChatDb } from './chat-db.ts'
import { messagesPaths } from './messages-paths.ts'
import { readRowSnapshots } from './row-snapshots.ts'

const anna = '+12025550123'
const nowMs = Date.UTC(2026, 5, 1)
const everything = { sinceMs: 0, toMs: Date.UTC(2200, 0), upToRowid: 1_000_000 as RowId, limit: 1_000 }

function snapshotsOf(macos: MacosVersion = 26) {
  const mac = temporaryMac({ macos, nowMs, now: () => nowMs })
  const chatDb = openChatDb(messagesPaths(mac.home).database)
  onTestFinished(() => {
    chatDb.close()
    mac.close()
  })
  const snapshots = readRowSnapshots(chatDb)
  const signature = ({ rowid }: Written) =>
    snapshots.signatures(everything).find((found) => found.rowid === rowid) ?? expect.fail(`no row ${rowid}`)
  const snapshot = (written: Written) => snapshots.of(signature(written))?.snapshot ?? expect.fail('no snapshot')
  return { messages: mac.messages, snapshots, signature, snapshot }
}

const late: FileToAttach = { name: 'cat.png', mime: 'image/png', state: 'waiting', guid: 'late' }

const changes: [
  string,
  { first: (messages: Messages) => Written; change: (messages: Messages, row: Written) => void; snapshot: object },
][] = [
  [
    'an edit',
    {
      first: (messages) => messages.receive({ from: anna, text: 'see you at 8' }),
      change: (messages, message) => messages.edit({ message, text: 'see you at 9' }),
      snapshot: { edits: 1 },
    },
  ],
  [
    'an edit that left no date',
    {
      first: (messages) => messages.receive({ from: anna, text: 'see you at 8' }),
      change: (messages, message) => messages.edit({ message, text: 'see you at 9', withoutDate: true }),
      snapshot: { edits: 1 },
    },
  ],
  [
    'an unsend',
    {
      first: (messages) => messages.receive({ from: anna, text: 'oops' }),
      change: (messages, message) => messages.unsend({ message }),
      snapshot: { unsent: 1 },
    },
  ],
  [
    'a part that was unsent',
    {
      first: (messages) => messages.receive({ from: anna, parts: ['stays', 'goes'] }),
      change: (messages, message) => messages.unsend({ message, parts: [1] }),
      snapshot: { unsent: 1 },
    },
  ],
  [
    'a delivery',
    {
      first: (messages) => messages.send({ to: anna, text: 'mine' }),
      change: (messages, message) => messages.delivered({ message }),
      snapshot: { isDelivered: true, isReadByThem: false },
    },
  ],
  [
    "the recipient's receipt",
    {
      first: (messages) => messages.send({ to: anna, text: 'mine', state: 'delivered' }),
      change: (messages, message) => messages.readByRecipient({ message }),
      snapshot: { isReadByThem: true, isReadByMe: false },
    },
  ],
  [
    'my reading',
    {
      first: (messages) => messages.receive({ from: anna, text: 'unread' }),
      change: (messages, message) => messages.markRead({ message }),
      snapshot: { isReadByMe: true, isReadByThem: false },
    },
  ],
  [
    'my reading on another device',
    {
      first: (messages) => messages.receive({ from: anna, text: 'unread' }),
      change: (messages, { chatGuid = '' }) => messages.markChatRead({ chat: chatGuid, withoutDates: true }),
      snapshot: { isReadByMe: true },
    },
  ],
  [
    'an attachment that arrives',
    {
      first: (messages) => messages.receive({ from: anna, files: [late] }),
      change: (messages) => messages.attachmentArrives({ attachmentGuid: 'late', bytes: Buffer.from('cat') }),
      snapshot: { attachmentsReady: 1 },
    },
  ],
  [
    'a sender that is corrected',
    {
      first: (messages) => messages.send({ to: anna, text: 'whose?' }),
      change: (messages, message) => messages.flipSender({ message, fromMe: false }),
      snapshot: { isFromMe: false },
    },
  ],
]

test.each(changes)('%s changes the signature and the snapshot', (_what, { first, change, snapshot: expected }) => {
  const { messages, signature, snapshot } = snapshotsOf()
  const written = first(messages)
  const before = { signature: signature(written).signature, snapshot: snapshot(written) }
  expect(before.snapshot).not.toMatchObject(expected)
  change(messages, written)
  expect(signature(written).signature).not.toBe(before.signature)
  expect(snapshot(written)).toMatchObject(expected)
})

test.each(macosVersions)('on macOS %i an unchanged row keeps its signature', (macos) => {
  const { messages, signature, snapshot } = snapshotsOf(macos)
  const written = messages.receive({ from: anna, text: 'hello' })
  const before = signature(written)
  messages.receive({ from: anna, text: 'another' })
  expect(signature(written)).toEqual(before)
  expect(snapshot(written)).toEqual({
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
  const { messages, snapshot } = snapshotsOf()
  const target = messages.receive({ from: anna, text: 'good news' })
  const tapback = messages.tapback({ target, kind: 'love' })
  expect(snapshot(tapback).tapback).toEqual({ targetGuid: target.guid, emoji: '❤️', added: true })
})

test('the window includes both ends, is limited by ROWID, and comes newest first', () => {
  const { messages, snapshots } = snapshotsOf()
  const rows = [0, 1, 2, 3].map((minute) =>
    messages.receive({ from: anna, text: `${minute}`, atMs: nowMs + minute * 60_000 }),
  )
  const found = (window: Partial<typeof everything>) =>
    snapshots.signatures({ ...everything, ...window }).map(({ rowid }) => rows.findIndex((row) => row.rowid === rowid))
  expect(found({})).toEqual([3, 2, 1, 0])
  expect(found({ sinceMs: nowMs + 60_000, toMs: nowMs + 120_000 })).toEqual([2, 1])
  expect(found({ upToRowid: rows[1]?.rowid as RowId })).toEqual([1, 0])
  expect(found({ limit: 2 })).toEqual([3, 2])
})

test('a deleted row has no snapshot', () => {
  const { messages, snapshots, signature } = snapshotsOf()
  const written = messages.receive({ from: anna, text: 'gone' })
  const before = signature(written)
  messages.deleteForGood({ message: written })
  expect(snapshots.of(before)).toBeUndefined()
})

import { expect, it } from 'vitest'
import type { MacosVersion } from '../../simulator/schema/macos-version.ts'
import { type TemporaryMac, temporaryMac } from '../../simulator/temporary-mac.ts'
import { readAttachments } from './attachments.ts'
import { openChatDb } from './chat-db.ts'
import { readChats } from './chats.ts'
import { messagesPaths } from './messages-paths.ts'
import { readSearchable } from './searchable.ts'

const anna = '+12025550123'

function searchableOf(mac: TemporaryMac) {
  const chatDb = openChatDb(messagesPaths(mac.home).database)
  const attachments = readAttachments({ db: chatDb.db, home: mac.home })
  return { ...readSearchable({ chatDb, chats: readChats(chatDb), attachments }), [Symbol.dispose]: chatDb.close }
}

it.each<MacosVersion>([12, 13, 14, 15, 26, 27])('reads every row of macOS %d', (macos) => {
  using mac = temporaryMac({ macos, messages: 1_500, chats: 20 })
  using searchable = searchableOf(mac)
  const rows = searchable.between(1, searchable.highestRowid())
  expect(rows).toHaveLength(searchable.countUpTo(searchable.highestRowid()))
  const messages = rows.filter(({ isMessage }) => isMessage)
  expect(messages.length).toBeGreaterThan(1_000)
  expect(messages.filter(({ conversation }) => conversation === null)).toEqual([])
  const fingerprints = new Map(
    searchable.fingerprintsBetween(1, searchable.highestRowid()).map(({ rowid, fingerprint }) => [rowid, fingerprint]),
  )
  expect(messages.filter(({ rowid, fingerprint }) => fingerprints.get(rowid) !== fingerprint)).toEqual([])
})

it('the fingerprint changes with everything that a search could notice, and with nothing else', () => {
  using mac = temporaryMac()
  const { messages } = mac
  using searchable = searchableOf(mac)
  const fingerprint = (rowid: number) =>
    searchable
      .fingerprintsOf({ rowids: [rowid], sinceMs: Date.now() + 60_000, limit: 1 })
      .map(({ fingerprint }) => fingerprint)[0]
  const message = messages.send({ to: anna, text: 'bring apples' })
  const fingerprints = new Set([fingerprint(message.rowid)])
  const differs = () => fingerprints.size < fingerprints.add(fingerprint(message.rowid)).size

  messages.delivered({ message })
  messages.readByRecipient({ message })
  messages.tapback({ from: anna, target: message, kind: 'love' })
  expect(differs()).toBe(false)
  messages.edit({ message, text: 'bring applez' })
  expect(differs()).toBe(true)
  messages.edit({ message, text: 'bring apples', withoutDate: true })
  expect(differs()).toBe(true)
  messages.moveToRecentlyDeleted({ message })
  expect(differs()).toBe(true)
  messages.recover({ message })
  messages.unsend({ message })
  expect(differs()).toBe(true)
})

it('excludes what is not a message: tapbacks, votes, system lines, scheduled and deleted messages', () => {
  using mac = temporaryMac()
  const { messages } = mac
  const group = messages.createGroup({ members: [anna, 'ben@example.com'] })
  const message = messages.receive({ from: anna, text: 'shown' })
  messages.tapback({ from: anna, target: message, kind: 'love' })
  messages.renameGroup({ chat: group.guid, name: 'Lake' })
  messages.sendLater({ to: anna, text: 'later', dueMs: Date.now() + 3_600_000 })
  const poll = messages.createPoll({ from: anna, options: ['tea', 'coffee'] })
  messages.vote({ poll, choose: ['tea'] })
  messages.moveToRecentlyDeleted({ message: messages.receive({ from: anna, text: 'deleted' }) })
  using searchable = searchableOf(mac)
  const shown = searchable.between(1, searchable.highestRowid()).filter(({ isMessage }) => isMessage)
  expect(shown.map(({ text }) => text)).toEqual(['shown', expect.stringContaining('tea · coffee')])
  expect(shown.map(({ isPoll }) => isPoll)).toEqual([false, true])
})

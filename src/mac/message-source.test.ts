import { closeSync, cpSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryMac } from '../../simulator/temporary-mac.ts'
import type { RowId } from '../contract/ids.ts'
import { testFolders } from '../store/test-folder.ts'
import { messageSource } from './message-source.ts'
import { messagesPaths } from './messages-paths.ts'

const anna = '+12025550123'
const folderOfTest = testFolders(onTestFinished)

function sourceOf() {
  const mac = temporaryMac()
  const paths = messagesPaths(mac.home)
  const source = messageSource(paths, mac.home)
  onTestFinished(() => {
    source.close()
    mac.close()
  })
  const texts = () => source.newRows({ afterRowid: 0 as RowId, limit: 100, sinceMs: 0 }).rows.map(({ text }) => text)
  return { mac, messages: mac.messages, paths, source, texts }
}

/** Replaces the database by that of another Mac, as a restore does. */
function replaceDatabase(database: string, text: string) {
  const other = temporaryMac()
  other.messages.receive({ from: anna, text })
  other.messages.db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  const copy = join(folderOfTest(), 'chat.db')
  cpSync(messagesPaths(other.home).database, copy)
  other.close()
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${database}${suffix}`, { force: true })
  cpSync(copy, database)
}

test('the first poll is fresh, the next unchanged, and one after a commit changed', () => {
  const { messages, source, texts } = sourceOf()
  messages.receive({ from: anna, text: 'one' })
  expect([source.check(), source.check()]).toEqual(['fresh', 'unchanged'])
  messages.receive({ from: anna, text: 'two' })
  expect([source.check(), source.check()]).toEqual(['changed', 'unchanged'])
  expect(texts()).toEqual(['one', 'two'])
})

test('a file that replaces the database is opened', () => {
  const { messages, paths, source, texts } = sourceOf()
  messages.receive({ from: anna, text: 'before' })
  source.check()
  expect(texts()).toEqual(['before'])
  replaceDatabase(paths.database, 'after')
  expect(source.check()).toBe('fresh')
  expect(texts()).toEqual(['after'])
})

test('reads that belong together see one state, which a failure among them does not leave behind', () => {
  const { messages, source, texts } = sourceOf()
  messages.receive({ from: anna, text: 'one' })
  source.check()
  const seen = source.inOneState(() => {
    const before = source.rows.sentSince(0, 0, 100).length
    messages.receive({ from: anna, text: 'two' })
    return [before, source.rows.sentSince(0, 0, 100).length]
  })
  expect(seen).toEqual([1, 1])
  expect(source.rows.sentSince(0, 0, 100)).toHaveLength(2)
  const failing = () => source.inOneState(() => source.rows.withRowids([1n as never]))
  expect(failing).toThrow('BigInt')
  source.check()
  expect(texts()).toEqual(['one', 'two'])
})

test('holds nothing between polls that keeps Messages from emptying its log', () => {
  const { messages, source, texts } = sourceOf()
  for (let count = 0; count < 5; count++) messages.receive({ from: anna, text: `${count}` })
  source.check()
  texts()
  source.snapshots.signatures({ sinceMs: 0, toMs: Date.now() + 1_000, upToRowid: 9 as RowId, limit: 2 })
  source.end(Date.now())
  const [{ busy } = {}] = messages.db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all()
  expect(busy).toBe(0)
})

test('names and members are read again after a change', () => {
  const { messages, source } = sourceOf()
  const { rowid, guid } = messages.createGroup({ name: 'Hiking', members: [anna] })
  const name = () => source.chats.byId(rowid)?.groupName
  source.check()
  expect(name()).toBe('Hiking')
  messages.renameGroup({ chat: guid, name: 'Climbing' })
  source.check()
  expect(name()).toBe('Climbing')
})

test('returns the guid at a ROWID, and undefined where there is no row', () => {
  const { messages, source } = sourceOf()
  const { rowid, guid } = messages.receive({ from: anna, text: 'one' })
  source.check()
  expect(source.guidAt(rowid as RowId)).toBe(guid)
  expect(source.guidAt(4711 as RowId)).toBeUndefined()
})

test('a removed database is reported as missing, and found again when it is back', () => {
  const { messages, paths, source, texts } = sourceOf()
  messages.receive({ from: anna, text: 'before' })
  source.check()
  rmSync(paths.database)
  const missing = process.platform === 'darwin' ? 'messages_unavailable' : 'not_macos'
  expect(() => source.check()).toThrow(expect.objectContaining({ code: missing }))
  replaceDatabase(paths.database, 'back')
  expect(source.check()).toBe('fresh')
  expect(texts()).toEqual(['back'])
})

test('a failed comparison is reported as an unreadable database', () => {
  const { messages, paths, source } = sourceOf()
  for (let count = 0; count < 200; count++) messages.receive({ from: anna, text: `${count}` })
  messages.db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  source.check()
  overwriteAfterFirstPage(paths.database)
  const window = { sinceMs: 0, toMs: Date.now(), upToRowid: 200, limit: 200 }
  expect(() => source.snapshots.signatures(window)).toThrow(expect.objectContaining({ code: 'messages_corrupt' }))
})

function overwriteAfterFirstPage(path: string): void {
  const pageSize = 4_096
  const file = openSync(path, 'r+')
  writeSync(file, Buffer.alloc(statSync(path).size - pageSize, 0xff), 0, null, pageSize)
  closeSync(file)
}

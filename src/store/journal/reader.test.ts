import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import type { MessageGuid, RowId } from '../../contract/ids.ts'
import { testFolders } from '../test-folder.ts'
import { journalDeliveries } from './deliveries.ts'
import { journalIntegrations } from './integrations.ts'
import { openJournal } from './open.ts'
import { readJournal } from './reader.ts'
import { ingestInto, nobody, pageOf, relayed, skipped, toIntegrations } from './test-journal.ts'

const folderOfTest = testFolders(onTestFinished)

function journalAt(path: string) {
  const { db } = openJournal(path)
  onTestFinished(() => {
    if (db.isOpen) db.close()
  })
  return {
    db,
    ingest: ingestInto(db),
    deliveries: journalDeliveries(db, Buffer.alloc(32, 1)),
    integrations: journalIntegrations(db),
  }
}

function readerOf(path = join(folderOfTest(), 'journal.db')) {
  const reader = readJournal(path)
  onTestFinished(reader.close)
  return { path, reader }
}

const hook = { name: 'hook', tier: 'official', status: 'running', lastError: null, manifest: { name: 'hook' } }
const guid = 'guid-1' as MessageGuid

test('everything is empty where no bridge has ever run, and a journal is read as soon as it exists', () => {
  const { path, reader } = readerOf()
  expect(reader.integrations()).toEqual([])
  expect(reader.counts()).toEqual(new Map())
  expect(reader.ruleCounts()).toEqual(new Map())
  expect(reader.trace(guid)).toBeUndefined()
  journalAt(path).integrations.put(hook, 0)
  expect(reader.integrations()).toEqual([hook])
})

test('a replaced journal is opened again', () => {
  const { path, reader } = readerOf()
  const { db, integrations } = journalAt(path)
  integrations.put(hook, 0)
  expect(reader.integrations()).toHaveLength(1)
  db.close()
  for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true })
  journalAt(path)
  expect(reader.integrations()).toEqual([])
})

test.each<[string, (path: string) => void]>([
  ['damaged', (path) => writeFileSync(path, 'no database at all, but long enough to look like one'.repeat(20))],
  ['of an older release', (path) => new DatabaseSync(path).exec('CREATE TABLE something_else (a)')],
  [
    'held by another process',
    (path) => {
      const holder = new DatabaseSync(path)
      holder.exec('CREATE TABLE event (id); PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
      onTestFinished(() => holder.close())
    },
  ],
])('a journal that is %s reads as an empty one', (_how, make) => {
  const { path, reader } = readerOf()
  make(path)
  expect([reader.integrations(), reader.counts(), reader.ruleCounts()]).toEqual([[], new Map(), new Map()])
  expect(reader.trace(guid)).toBeUndefined()
})

test('after damage, the good journal that replaces the damaged one is read', () => {
  const { path, reader } = readerOf()
  writeFileSync(path, 'x'.repeat(4_096))
  expect(reader.integrations()).toEqual([])
  renameSync(path, `${path}.bad`)
  journalAt(path).integrations.put(hook, 0)
  expect(reader.integrations()).toEqual([hook])
})

test('deliveries are counted by integration', () => {
  const { path, reader } = readerOf()
  const { ingest } = journalAt(path)
  ingest.commit(pageOf([relayed(1), relayed(2)]), toIntegrations('hook'))
  expect(reader.counts()).toEqual(new Map([['hook', { pending: 2, dead: 0 }]]))
})

test('a relayed message is traced with its deliveries, in the order in which they were queued', () => {
  const { path, reader } = readerOf()
  const { ingest } = journalAt(path)
  ingest.commit(pageOf([relayed(1)], { nowMs: 5_000 }), toIntegrations('second', 'first'))
  expect(reader.trace(guid)).toMatchObject({
    lane: 'relayed',
    outcome: 'relayed',
    atMs: 5_000,
    deliveries: [
      { integration: 'second', state: 'pending', attempts: 0, settledAtMs: null, lastError: null },
      { integration: 'first', state: 'pending' },
    ],
    rules: [],
  })
})

test('a skipped message is traced with its outcome, and a waiting one as waiting', () => {
  const { path, reader } = readerOf()
  const waiting = { rowid: 2 as RowId, guid: 'guid-2' as MessageGuid }
  journalAt(path).ingest.commit(pageOf([skipped(1, 'echo')], { waiting: [waiting], nowMs: 7_000 }), nobody)
  expect(reader.trace(guid)).toMatchObject({ lane: 'skipped', outcome: 'echo' })
  expect(reader.trace(waiting.guid)).toMatchObject({ lane: 'waiting', outcome: 'waiting', atMs: 7_000, deliveries: [] })
})

test('a message is found by its ROWID; after a rebuild, the one ingested last is found', () => {
  const { path, reader } = readerOf()
  const { ingest } = journalAt(path)
  const take = (guid: string, rowid: number, nowMs: number) =>
    ingest.commit(pageOf([skipped(rowid, 'junk', { guid: guid as MessageGuid })], { nowMs }), nobody)
  take('old', 5, 1)
  take('new', 5, 2)
  const waiting = { rowid: 6 as RowId, guid: 'waits' as MessageGuid }
  ingest.commit(pageOf([], { waiting: [waiting] }), nobody)
  expect([4, 5, 6].map((rowid) => reader.guidAt(rowid as RowId))).toEqual([undefined, 'new', 'waits'])
})

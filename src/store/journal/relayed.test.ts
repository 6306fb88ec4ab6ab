import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { testFolders } from '../test-folder.ts'
import { openJournal } from './open.ts'
import { readRelayed } from './relayed.ts'
import { ingestInto, messageOf, pageOf, relayed, skipped, toIntegrations } from './test-journal.ts'

const folderOfTest = testFolders(onTestFinished)

function readerOf({ integrations = ['hook'] as readonly string[] } = {}) {
  const path = join(folderOfTest(), 'journal.db')
  const { db } = openJournal(path)
  const ingest = ingestInto(db)
  const take = (...rows: Parameters<typeof pageOf>[0]) => ingest.commit(pageOf(rows), toIntegrations(...integrations))
  const settle = (integration: string, state: string) =>
    db.prepare('UPDATE delivery SET state = ? WHERE integration = ?').run(state, integration)
  const reader = readRelayed(path)
  onTestFinished(() => {
    reader.close()
    db.close()
  })
  return { db, take, settle, reader }
}

test('relayed messages come in the order of acceptance, without skipped ones', () => {
  const { take, reader } = readerOf()
  take(relayed(9), skipped(3, 'junk'), relayed(4))
  expect(reader.after(0, 10).map(({ message }) => message)).toEqual([messageOf(9), messageOf(4)])
})

test('a follower sees each message once: nothing after the end, then only what was added since', () => {
  const { take, reader } = readerOf()
  take(relayed(1))
  const end = reader.end() ?? expect.fail('no journal')
  expect(reader.after(end, 10)).toEqual([])
  take(relayed(2), relayed(3))
  const [first] = reader.after(end, 1)
  expect(first?.message.rowid).toBe(2)
  expect(reader.after(first?.position ?? 0, 10).map(({ message }) => message.rowid)).toEqual([3])
})

test('each message reports the state of its deliveries, in the order in which they were queued', () => {
  const { take, settle, reader } = readerOf({ integrations: ['hook', 'chat'] })
  take(relayed(1))
  settle('chat', 'acked')
  expect(reader.after(0, 1)[0]?.deliveries).toEqual([
    { integration: 'hook', state: 'pending' },
    { integration: 'chat', state: 'acked' },
  ])
})

test('a message that no integration wanted has no deliveries', () => {
  const { take, reader } = readerOf({ integrations: [] })
  take(relayed(1))
  expect(reader.after(0, 1)[0]?.deliveries).toEqual([])
})

test('the end of an empty journal is 0', () => {
  expect(readerOf().reader.end()).toBe(0)
})

test('a journal that is still being created has no end yet, and is followed from its beginning', () => {
  const path = join(folderOfTest(), 'journal.db')
  const reader = readRelayed(path)
  onTestFinished(reader.close)
  expect(reader.end()).toBeUndefined()
  writeFileSync(path, '')
  expect(reader.end()).toBeUndefined()
  const { db } = openJournal(path)
  onTestFinished(() => db.close())
  expect(reader.end()).toBe(0)
})

test('a damaged message is left out', () => {
  const { db, take, reader } = readerOf()
  take(relayed(1), relayed(2))
  db.exec(`UPDATE inbox SET payload = substr(payload, 2) WHERE src_rowid = 1`)
  expect(reader.after(0, 10).map(({ message }) => message.rowid)).toEqual([2])
})

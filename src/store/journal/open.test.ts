import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { testFolders } from '../test-folder.ts'
import { openJournal } from './open.ts'
import { ingestInto, positionAt } from './test-journal.ts'

const folderOfTest = testFolders(onTestFinished)

function opened(path: string) {
  const journal = openJournal(path)
  onTestFinished(() => {
    if (journal.db.isOpen) journal.db.close()
  })
  return journal
}

test('a new journal is empty and private', () => {
  const path = join(folderOfTest(), 'journal.db')
  const { db, quarantined } = opened(path)
  expect(quarantined).toBeUndefined()
  expect(ingestInto(db).position()).toBeUndefined()
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

test('every commit is on the disk before it is reported', () => {
  const { db } = opened(join(folderOfTest(), 'journal.db'))
  expect(db.prepare('PRAGMA synchronous').get()).toMatchObject({ synchronous: 2 })
  expect(db.prepare('PRAGMA journal_mode').get()).toMatchObject({ journal_mode: 'wal' })
})

test('what was written is still there after reopening', () => {
  const path = join(folderOfTest(), 'journal.db')
  const { db } = opened(path)
  ingestInto(db).moveTo(positionAt(12))
  db.close()
  const again = opened(path)
  expect(again.quarantined).toBeUndefined()
  expect(ingestInto(again.db).position()).toEqual(positionAt(12))
})

test('a damaged journal is set aside, and a new one is created', () => {
  const folder = folderOfTest()
  const path = join(folder, 'journal.db')
  const { db } = opened(path)
  ingestInto(db).moveTo(positionAt(12))
  db.close()
  writeFileSync(path, 'no database, '.repeat(1_000))
  const again = opened(path)
  expect(readdirSync(folder).map((name) => join(folder, name))).toContain(again.quarantined)
  expect(ingestInto(again.db).position()).toBeUndefined()
})

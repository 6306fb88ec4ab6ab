import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { hasCode } from '../domain/service-error.ts'
import { migrations as sendLedger } from '../sending/ledger/schema.ts'
import { migrations as archiveAndStars } from './archive-and-stars.ts'
import { migrations as journal } from './journal/schema.ts'
import { migrations as keyActivity } from './key-activity.ts'
import { migrations as push } from './push-file.ts'
import { migrations as searchIndex } from './search-index/schema.ts'
import { openSqlite } from './sqlite-file.ts'
import { testFolders } from './test-folder.ts'

const folderOfTest = testFolders(onTestFinished)
const schemas = Object.entries({
  journal,
  'search index': searchIndex,
  'send ledger': sendLedger,
  push,
  'file of stars': archiveAndStars,
  'activity of keys': keyActivity,
})

function fileOf(migrations: readonly string[]) {
  const path = join(folderOfTest(), 'file.db')
  const open = (known = migrations) => openSqlite({ path, migrations: known, synchronous: 'FULL' })
  return { path, open }
}

const earlier = schemas.flatMap(([name, migrations]) => migrations.map((_, at) => [name, at + 1, migrations] as const))

test.each(earlier)('a %s of schema %i is migrated and then equals a new one', (_name, version, all) => {
  const { open } = fileOf(all)
  const parts = (db: ReturnType<typeof open>['db']) =>
    db.prepare("SELECT type, name FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY name").all()
  open(all.slice(0, version)).db.close()
  const { db, quarantined } = open()
  const { db: anew } = fileOf(all).open()
  onTestFinished(() => {
    db.close()
    anew.close()
  })
  expect(quarantined).toBeUndefined()
  expect(parts(db)).toEqual(parts(anew))
  expect(db.prepare('PRAGMA user_version').get()).toEqual({ user_version: all.length })
})

test.each(schemas)('a %s of a later release is refused and left unchanged', (_name, migrations) => {
  const { path, open } = fileOf(migrations)
  const { db } = open()
  db.exec(`PRAGMA user_version = ${migrations.length + 1}`)
  db.close()
  const before = readFileSync(path)
  expect(() => open()).toThrow(expect.toSatisfy((error) => hasCode(error, 'journal_newer')))
  expect(readFileSync(path)).toEqual(before)
})

test('this release keeps everything that a journal of the first schema knew', () => {
  const { open } = fileOf(journal)
  const { db: first } = open(journal.slice(0, 1))
  first.exec(`INSERT INTO meta VALUES ('position', '{"rowid":12}');
    INSERT INTO inbox VALUES ('G', x'00', 12, 'dm:x', 1, 'relayed', 'relayed', NULL, 1);
    INSERT INTO delivery (id, integration, guid, conversation, created_at_ms) VALUES ('D', 'webhook', 'G', 'dm:x', 1)`)
  first.close()
  const { db } = open()
  onTestFinished(() => db.close())
  expect(db.prepare("SELECT key, value FROM meta WHERE key <> 'id'").all()).toEqual([
    { key: 'position', value: '{"rowid":12}' },
  ])
  expect(db.prepare('SELECT guid, lane FROM inbox').all()).toEqual([{ guid: 'G', lane: 'relayed' }])
  expect(db.prepare('SELECT id, state FROM delivery').all()).toEqual([{ id: 'D', state: 'pending' }])
})

import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { testFolders } from '../test-folder.ts'
import { readEvents } from './events-reader.ts'
import { openJournal } from './open.ts'
import { ingestInto, nobody, pageOf, relayed } from './test-journal.ts'

const testFolder = testFolders(onTestFinished)

const take = (db: DatabaseSync, ...rowids: number[]) =>
  ingestInto(db).commit(pageOf(rowids.map((rowid) => relayed(rowid))), nobody)

function journal() {
  const file = join(testFolder(), 'journal.db')
  const { db } = openJournal(file)
  const reader = readEvents(file)
  onTestFinished(() => {
    reader.close()
    db.close()
  })
  return { file, db, reader }
}

const idsAfter = (reader: ReturnType<typeof readEvents>, id: number, limit = 10) =>
  reader.after(id, limit).map((event) => event.id)

test('events come in order, in pages after an id', () => {
  const { db, reader } = journal()
  take(db, 7, 8, 9)
  expect(idsAfter(reader, 0)).toEqual([1, 2, 3])
  expect(idsAfter(reader, 1, 1)).toEqual([2])
  expect(JSON.parse(reader.after(2, 1)[0]?.payload ?? '')).toMatchObject({ type: 'new_message', rowid: 9 })
  expect(reader.newest()).toBe(3)
})

test('a check reports a change once', () => {
  const { db, reader } = journal()
  expect(reader.check()).toBe('fresh')
  expect(reader.check()).toBe('unchanged')
  take(db, 7)
  expect(reader.check()).toBe('changed')
  expect(reader.check()).toBe('unchanged')
})

test('an id before the oldest kept or after the newest is not kept', () => {
  const { db, reader } = journal()
  take(db, 1, 2, 3, 4)
  db.exec('DELETE FROM event WHERE id <= 2')
  expect([0, 1, 2, 4, 5].map(reader.isKept)).toEqual([false, false, true, true, false])
  db.exec('DELETE FROM event')
  expect([3, 4, 5].map(reader.isKept)).toEqual([false, true, false])
})

test('a journal need not exist yet', () => {
  const file = join(testFolder(), 'journal.db')
  const reader = readEvents(file)
  expect([reader.check(), reader.newest(), reader.after(0, 10), reader.isKept(0)]).toEqual(['absent', 0, [], true])
  writeFileSync(file, '')
  expect(reader.after(0, 10)).toEqual([])
  rmSync(file)
  const { db } = openJournal(file)
  take(db, 7)
  expect(reader.check()).toBe('fresh')
  expect(idsAfter(reader, 0)).toEqual([1])
  reader.close()
  db.close()
})

test('a journal that was recreated is noticed', () => {
  const { file, db, reader } = journal()
  take(db, 7, 8)
  reader.check()
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
  expect(reader.check()).toBe('absent')
  const anew = openJournal(file).db
  onTestFinished(() => anew.close())
  take(anew, 9)
  expect(reader.check()).toBe('fresh')
  expect(reader.newest()).toBe(1)
})

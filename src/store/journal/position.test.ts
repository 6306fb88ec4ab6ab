import { expect, test } from 'vitest'
import { positionStore } from './position.ts'
import { ingestInto, journalInMemory, nobody, pageOf, positionAt, relayed, skipped } from './test-journal.ts'

test('a new journal has no position', () => {
  expect(positionStore(journalInMemory()).read()).toBeUndefined()
})

test('the position is stored completely, and replaced by the next one', () => {
  const store = positionStore(journalInMemory())
  const first = positionAt(100, { newestMs: 1, epoch: 2, rescan: { sinceMs: 3, afterRowid: 4, upToRowid: 5 } })
  store.write(first)
  expect(store.read()).toEqual(first)
  store.write(positionAt(101))
  expect(store.read()).toEqual(positionAt(101))
})

test('an empty database has a position', () => {
  const store = positionStore(journalInMemory())
  store.write(positionAt(0, { guid: null }))
  expect(store.read()).toMatchObject({ rowid: 0, guid: null })
})

test('a damaged position is replaced by that of the last ingested message', () => {
  const db = journalInMemory()
  const ingest = ingestInto(db)
  ingest.commit(pageOf([relayed(100, { sentAtMs: 7 }), skipped(101, 'junk')]), nobody)
  ingest.commit(pageOf([], { position: positionAt(180) }), nobody)
  db.exec(`UPDATE meta SET value = substr(value, 2) WHERE key = 'position'`)
  expect(positionStore(db).read()).toEqual(positionAt(101, { newestMs: 7 }))
})

test('a damaged position in a journal that ingested nothing reads as no position', () => {
  const db = journalInMemory()
  positionStore(db).write(positionAt(180))
  db.exec(`UPDATE meta SET value = '{"rowid' WHERE key = 'position'`)
  expect(positionStore(db).read()).toBeUndefined()
})

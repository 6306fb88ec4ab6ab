import { expect, test } from 'vitest'
import { journalIntake } from './intake.ts'
import { positionStore } from './position.ts'
import { batchOf, journalInMemory, positionAt, relayed, skipped } from './test-taken.ts'

test('a new journal has no place', () => {
  expect(positionStore(journalInMemory()).read()).toBeUndefined()
})

test('the place is kept with everything about it, and replaced by the next', () => {
  const store = positionStore(journalInMemory())
  const first = positionAt(100, { newestMs: 1, epoch: 2, rescan: { sinceMs: 3, afterRowid: 4, upToRowid: 5 } })
  store.write(first)
  expect(store.read()).toEqual(first)
  store.write(positionAt(101))
  expect(store.read()).toEqual(positionAt(101))
})

test('the place of an empty database is one', () => {
  const store = positionStore(journalInMemory())
  store.write(positionAt(0, { guid: null }))
  expect(store.read()).toMatchObject({ rowid: 0, guid: null })
})

test('a place that is damaged is that of the message that was taken in last', () => {
  const db = journalInMemory()
  const intake = journalIntake(db)
  intake.commit(batchOf([relayed(100, { sentAtMs: 7 }), skipped(101, 'junk')]), () => {})
  intake.commit(batchOf([], { position: positionAt(180) }), () => {})
  db.exec(`UPDATE meta SET value = substr(value, 2) WHERE key = 'position'`)
  expect(positionStore(db).read()).toEqual(positionAt(101, { newestMs: 7 }))
})

test('a damaged place in a journal that took nothing in is none', () => {
  const db = journalInMemory()
  positionStore(db).write(positionAt(180))
  db.exec(`UPDATE meta SET value = '{"rowid' WHERE key = 'position'`)
  expect(positionStore(db).read()).toBeUndefined()
})

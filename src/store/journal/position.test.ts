import { expect, test } from 'vitest'
import { positionStore } from './position.ts'
import { journalInMemory, positionAt } from './test-taken.ts'

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

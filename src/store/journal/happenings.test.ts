import { expect, test } from 'vitest'
import { journalHappenings } from './happenings.ts'
import { ingestInto, journalInMemory, nobody, pageOf, relayed } from './test-journal.ts'

test('a damaged event is left out, and the events after it are returned', () => {
  const db = journalInMemory()
  ingestInto(db).commit(pageOf([relayed(1), relayed(2)]), nobody)
  db.exec(`UPDATE event SET payload = substr(payload, 2) WHERE rowid_of_message = 1`)
  const happenings = journalHappenings(db)
  expect(happenings.after(0, 10).map(({ event }) => event)).toMatchObject([{ type: 'new_message', rowid: 2 }])
  expect(happenings.newest()).toBe(2)
})

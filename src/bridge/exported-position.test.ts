import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { MessageGuid, RowId } from '../contract/ids.ts'
import { journalIntake } from '../store/journal/ingest-store.ts'
import { openJournal } from '../store/journal/open.ts'
import { testFolders } from '../store/test-folder.ts'
import { exportPlace, recoverPlace } from './exported-position.ts'

const testFolder = testFolders(onTestFinished)
const place = { rowid: 40 as RowId, guid: 'A' as MessageGuid, newestMs: 1_000, epoch: 0, rescan: null }

function journal() {
  const folder = testFolder()
  const { db } = openJournal(join(folder, 'journal.db'))
  onTestFinished(() => db.close())
  return { stateFile: join(folder, 'state.json'), intake: journalIntake(db) }
}

test('a journal without a position continues at the exported one, and goes no further back', () => {
  const { stateFile, intake } = journal()
  exportPlace(stateFile, place)
  expect(recoverPlace(stateFile, intake)).toContain('row 40')
  expect(intake.position()).toEqual({ ...place, beganMs: 1_000 })
})

test('a journal that knows less than was exported continues at its own position, with the newest exported date', () => {
  const { stateFile, intake } = journal()
  intake.moveTo(place)
  exportPlace(stateFile, { ...place, rowid: 90 as RowId, newestMs: 5_000 })
  expect(recoverPlace(stateFile, intake)).toContain('lost its newest entries')
  expect(intake.position()).toEqual({ ...place, newestMs: 5_000 })
})

test('an outdated export is rewritten silently', () => {
  const { stateFile, intake } = journal()
  intake.moveTo(place)
  exportPlace(stateFile, { ...place, rowid: 30 as RowId, newestMs: 900 })
  expect(recoverPlace(stateFile, intake)).toBeUndefined()
  expect(intake.position()).toEqual(place)
})

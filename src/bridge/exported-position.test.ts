import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { MessageGuid, RowId } from '../contract/ids.ts'
import { openJournal } from '../store/journal/open.ts'
import { ingestInto } from '../store/journal/test-journal.ts'
import { testFolders } from '../store/test-folder.ts'
import { exportPosition, recoverPosition } from './exported-position.ts'

const testFolder = testFolders(onTestFinished)
const place = { rowid: 40 as RowId, guid: 'A' as MessageGuid, newestMs: 1_000, epoch: 0, rescan: null }

function journal() {
  const folder = testFolder()
  const { db } = openJournal(join(folder, 'journal.db'))
  onTestFinished(() => db.close())
  return { stateFile: join(folder, 'state.json'), ingest: ingestInto(db) }
}

test('a journal without a position continues at the exported one, and goes no further back', () => {
  const { stateFile, ingest } = journal()
  exportPosition(stateFile, place)
  expect(recoverPosition(stateFile, ingest)).toContain('row 40')
  expect(ingest.position()).toEqual({ ...place, beganMs: 1_000 })
})

test('a journal that knows less than was exported continues at its own position, with the newest exported date', () => {
  const { stateFile, ingest } = journal()
  ingest.moveTo(place)
  exportPosition(stateFile, { ...place, rowid: 90 as RowId, newestMs: 5_000 })
  expect(recoverPosition(stateFile, ingest)).toContain('lost its newest entries')
  expect(ingest.position()).toEqual({ ...place, newestMs: 5_000 })
})

test('an outdated export is rewritten silently', () => {
  const { stateFile, ingest } = journal()
  ingest.moveTo(place)
  exportPosition(stateFile, { ...place, rowid: 30 as RowId, newestMs: 900 })
  expect(recoverPosition(stateFile, ingest)).toBeUndefined()
  expect(ingest.position()).toEqual(place)
})

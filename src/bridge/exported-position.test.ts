import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { MessageGuid, RowId } from '../contract/ids.ts'
import { openJournal } from '../store/journal/open.ts'
import { ingestInto } from '../store/journal/test-journal.ts'
import { readState } from '../store/state-file.ts'
import { testFolders } from '../store/test-folder.ts'
import { exportPosition, PositionExport, recoverPosition } from './exported-position.ts'

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

test('positions that follow one another soon are exported together, the newest of them in the end', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const stateFile = join(testFolder(), 'state.json')
  const exported = new PositionExport(stateFile, { warn: expect.fail })
  const last = () => {
    const reading = readState(stateFile)
    return 'state' in reading ? reading.state.last_rowid : undefined
  }
  const put = (rowid: number) => exported.put({ ...place, rowid: rowid as RowId })
  put(1)
  put(2)
  expect(last()).toBeUndefined()
  vi.advanceTimersByTime(0)
  expect(last()).toBe(2)
  put(3)
  put(4)
  vi.advanceTimersByTime(900)
  expect(last()).toBe(2)
  vi.advanceTimersByTime(200)
  expect(last()).toBe(4)
  put(5)
  exported.flush()
  expect(last()).toBe(5)
})

test('a position that cannot be written is a warning, and comes with the next one', () => {
  const warnings: string[] = []
  const exported = new PositionExport(join(testFolder(), 'none', 'state.json'), {
    warn: (msg) => void warnings.push(msg),
  })
  exported.put(place)
  exported.flush()
  expect(warnings).toEqual([expect.stringContaining('state.json could not be written')])
})

import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { ingestInto, nobody, pageOf, skipped } from '../store/journal/test-journal.ts'
import { testFolders } from '../store/test-folder.ts'
import { startHousekeeping } from './housekeeping.ts'
import { openStore } from './open-store.ts'

const folderOfTest = testFolders(onTestFinished)
const dayMs = 86_400_000
const nowMs = 100 * dayMs
const clock = { nowMs: () => nowMs, monotonicMs: () => 0 }

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

function untilTestFinished(): AbortSignal {
  const life = new AbortController()
  onTestFinished(() => life.abort())
  return life.signal
}

/** Creates a journal with 700 rows that have expired. */
function oldJournal() {
  const store = openStore(folderOfTest(), undefined)
  const rows = Array.from({ length: 700 }, (_, index) => skipped(index + 1, 'junk'))
  ingestInto(store.journal).commit(pageOf(rows, { nowMs: nowMs - 60 * dayMs }), nobody)
  onTestFinished(() => {
    if (store.journal.isOpen) store.close()
  })
  return { store, left: () => Number(store.journal.prepare('SELECT count(*) AS n FROM inbox').get()?.n) }
}

test('nothing is pruned in the first minute; then expired rows are removed', async () => {
  const { store, left } = oldJournal()
  startHousekeeping(store, clock, untilTestFinished())
  await vi.advanceTimersByTimeAsync(59_999)
  expect(left()).toBe(700)
  await vi.advanceTimersByTimeAsync(1)
  expect(left()).toBeLessThanOrEqual(200)
  vi.useRealTimers()
  await expect.poll(left).toBe(0)
})

test('after a stop the journal is not touched any more', async () => {
  const { store, left } = oldJournal()
  const life = new AbortController()
  startHousekeeping(store, clock, life.signal)
  life.abort()
  await vi.advanceTimersByTimeAsync(2 * 3_600_000)
  expect(left()).toBe(700)
})

test('a journal that cannot be tidied is reported, and the bridge goes on', async () => {
  const { store } = oldJournal()
  const warnings: string[] = []
  const log = { ...store.log, warn: (msg: string) => void warnings.push(msg) }
  startHousekeeping({ ...store, log }, clock, untilTestFinished())
  store.journal.exec('PRAGMA query_only = 1')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(warnings).toEqual([expect.stringContaining('could not be tidied')])
})

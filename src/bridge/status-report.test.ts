import { expect, onTestFinished, test } from 'vitest'
import type { BridgeStatus } from '../store/bridge-status.ts'
import { ingestInto, pageOf, positionAt, relayed, toIntegrations } from '../store/journal/test-journal.ts'
import { testFolders } from '../store/test-folder.ts'
import { openStore } from './open-store.ts'
import { StatusReport } from './status-report.ts'

const folderOfTest = testFolders(onTestFinished)

/** Creates the report of a bridge on a clock that the test moves. */
function reportOf({ isFull = false } = {}) {
  const store = openStore(folderOfTest(), undefined)
  onTestFinished(store.close)
  const written: BridgeStatus[] = []
  const beats: number[] = []
  const fail = () => {
    throw new Error('disk full')
  }
  const status = { ...store.status, write: isFull ? fail : (said: BridgeStatus) => void written.push(said) }
  const heartbeat = { ...store.heartbeat, write: isFull ? fail : (nowMs: number) => void beats.push(nowMs) }
  let passedMs = 0
  const clock = { nowMs: () => 1_000, monotonicMs: () => passedMs }
  const ingest = ingestInto(store.journal)
  const contacts = { problems: () => [] }
  const report = new StatusReport({
    store: { ...store, status, heartbeat },
    journal: ingest,
    contacts,
    people: () => 2,
    clock,
  })
  const pass = (ms: number) => {
    passedMs += ms
  }
  return { store, ingest, report, written, beats, pass }
}

test('each poll writes a heartbeat', () => {
  const { report, beats } = reportOf()
  report.heartbeat(1_000)
  report.heartbeat(2_000)
  expect(beats).toEqual([1_000, 2_000])
})

test('a state is written when it changes, with the cursor of the relay and the start time', () => {
  const { ingest, report, written } = reportOf()
  ingest.moveTo(positionAt(42))
  report.report('polling', null)
  report.report('unreadable', 'macOS denies access.')
  expect(written).toMatchObject([
    { pid: process.pid, started_at: '1970-01-01T00:00:01.000Z', state: 'polling', reason: null, cursor: 42 },
    { state: 'unreadable', reason: 'macOS denies access.' },
  ])
})

test('the same state is written every two seconds, not on every poll', () => {
  const { report, written, pass } = reportOf()
  for (const ms of [0, 1_000, 999, 1, 500]) {
    pass(ms)
    report.report('polling', null)
  }
  expect(written).toHaveLength(2)
})

test('pending and dead deliveries are counted over all integrations', () => {
  const { store, ingest, report, written } = reportOf()
  ingest.commit(pageOf([relayed(1), relayed(2)]), toIntegrations('hook', 'chat'))
  store.journal.exec("UPDATE delivery SET state = 'dead' WHERE guid = 'guid-1' AND integration = 'hook'")
  report.report('polling', null)
  expect(written).toMatchObject([{ pending: 3, dead: 1 }])
})

test('a disk that cannot be written stops nothing', () => {
  const { report } = reportOf({ isFull: true })
  expect(() => {
    report.heartbeat(1_000)
    report.report('degraded', 'the journal cannot be written')
  }).not.toThrow()
})

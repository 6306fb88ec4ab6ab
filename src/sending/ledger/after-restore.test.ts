import { expect, onTestFinished, test } from 'vitest'
import { testFolders } from '../../store/test-folder.ts'
import { photo, sentMs, testLedger, words } from './test-ledger.ts'

const folderOfTest = testFolders(onTestFinished)

test('sends that were pending in a backup become uncertain and are never handed over', () => {
  const ledger = testLedger({ folder: folderOfTest() }, onTestFinished)
  const waiting = ledger.take()
  const withFile = ledger.take({ parts: [photo(), words('A photo')] })
  expect(ledger.letGoAfterRestore(sentMs)).toEqual({ uncertain: 2, missed: 0 })
  expect([ledger.stateOf(waiting.id), ledger.stateOf(withFile.id)]).toEqual(['uncertain', 'uncertain'])
  expect(ledger.findSend(waiting.id)?.error?.code).toBe('send_uncertain')
  expect([ledger.nextJob(sentMs), ledger.queue().length, ledger.filesInUse().size]).toEqual([undefined, 0, 0])
  expect(ledger.changedSince(2, 10)).toHaveLength(2)
})

test('nobody waits for the process of a script that had run, but its row is still looked for', () => {
  const ledger = testLedger({ folder: folderOfTest() }, onTestFinished)
  const { id, handover } = ledger.sending()
  ledger.recordStart(handover, process.pid)
  expect(ledger.letGoAfterRestore(sentMs).uncertain).toBe(0)
  expect(ledger.findOrphan()).toBeUndefined()
  expect(ledger.sentByUs()).toBe(true)
  expect(ledger.stateOf(id)).toBe('landed')
})

test('sends that are settled stay unchanged', () => {
  const ledger = testLedger({ folder: folderOfTest() }, onTestFinished)
  const { id, handover } = ledger.sending()
  ledger.end(handover)
  ledger.sentByUs()
  expect(ledger.letGoAfterRestore(sentMs)).toEqual({ uncertain: 0, missed: 0 })
  expect(ledger.stateOf(id)).toBe('landed')
})

test('scheduled sends keep their words and ask before they go', () => {
  const ledger = testLedger({ folder: folderOfTest() }, onTestFinished)
  const { id } = ledger.take({ sendAtMs: sentMs + 60_000 })
  expect(ledger.letGoAfterRestore(sentMs)).toEqual({ uncertain: 0, missed: 1 })
  expect(ledger.findScheduled(id)).toMatchObject({ state: 'missed', text: 'hello' })
  expect([ledger.nextDueMs(), ledger.nextJob(sentMs + 60_000)]).toEqual([undefined, undefined])
})

test('a restored ledger has another id, which tells that idempotency keys of before may be unknown', () => {
  const ledger = testLedger({ folder: folderOfTest() }, onTestFinished)
  const before = ledger.id()
  expect(before).toMatch(/^[0-9a-f]{32}$/)
  ledger.letGoAfterRestore(sentMs)
  expect(ledger.id()).toMatch(/^[0-9a-f]{32}$/)
  expect(ledger.id()).not.toBe(before)
})

import { expect, onTestFinished, test } from 'vitest'
import { testFolders } from '../test-folder.ts'
import { photo, sentMs, testLedger, words } from './test-ledger.ts'

const folderOfTest = testFolders(onTestFinished)

test('what waited in a backup is uncertain, and never handed over', () => {
  const ledger = testLedger({ folder: folderOfTest() }, onTestFinished)
  const waiting = ledger.take()
  const withFile = ledger.take({ parts: [photo(), words('A photo')] })
  expect(ledger.letGoAfterRestore(sentMs)).toBe(2)
  expect([ledger.stateOf(waiting.id), ledger.stateOf(withFile.id)]).toEqual(['uncertain', 'uncertain'])
  expect(ledger.send(waiting.id)?.error?.code).toBe('send_uncertain')
  expect([ledger.next(sentMs), ledger.queue().length, ledger.filesInUse().size]).toEqual([undefined, 0, 0])
  expect(ledger.changedSince(2, 10)).toHaveLength(2)
})

test('of a script that ran, nobody waits for the process; its row is still looked for', () => {
  const ledger = testLedger({ folder: folderOfTest() }, onTestFinished)
  const { id, handover } = ledger.sending()
  ledger.started(handover, process.pid)
  expect(ledger.letGoAfterRestore(sentMs)).toBe(0)
  expect(ledger.orphan()).toBeUndefined()
  expect(ledger.sentByUs()).toBe(true)
  expect(ledger.stateOf(id)).toBe('landed')
})

test('what is over stays as it is', () => {
  const ledger = testLedger({ folder: folderOfTest() }, onTestFinished)
  const { id, handover } = ledger.sending()
  ledger.end(handover)
  ledger.sentByUs()
  expect(ledger.letGoAfterRestore(sentMs)).toBe(0)
  expect(ledger.stateOf(id)).toBe('landed')
})

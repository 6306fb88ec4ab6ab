import { expect, onTestFinished, test } from 'vitest'
import { testFolders } from '../../store/test-folder.ts'
import { testLedger } from '../ledger/test-ledger.ts'
import { ledgerChanges } from './ledger-changes.ts'

const folderOfTest = testFolders(onTestFinished)

function told() {
  const ledger = testLedger({ folder: folderOfTest() }, onTestFinished)
  const sends: string[] = []
  ledger.take()
  return { ledger, sends, look: ledgerChanges(ledger, (send) => sends.push(send)) }
}

test('sends from before are not reported', () => {
  const { look, sends } = told()
  expect([look(), sends]).toEqual([false, []])
})

test('each changed send is reported once, whichever process changed it', () => {
  const { ledger, look, sends } = told()
  const other = testLedger({ path: ledger.path }, onTestFinished)
  const [mine, theirs] = [ledger.take().id, other.take().id]
  expect([look(), look(), sends]).toEqual([true, false, [mine, theirs]])
})

test('more than one page of changes is reported completely', () => {
  const { ledger, look, sends } = told()
  const ids = Array.from({ length: 250 }, () => ledger.take().id)
  look()
  expect(sends).toEqual(ids)
})

test('a ledger that was started anew is reported from its beginning', () => {
  const { ledger, sends } = told()
  let current = { ...ledger, revision: () => 9_999 }
  const look = ledgerChanges(
    { revision: () => current.revision(), changedSince: (...asked) => current.changedSince(...asked) },
    (send) => sends.push(send),
  )
  current = ledger
  expect([look(), sends.length]).toEqual([true, 1])
})

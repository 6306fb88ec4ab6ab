import { expect, it, onTestFinished } from 'vitest'
import { testFolders } from '../../store/test-folder.ts'
import { testLedger } from './test-ledger.ts'

const testFolder = testFolders(onTestFinished)
const ledger = (path?: string) => testLedger(path ? { path } : { folder: testFolder() }, onTestFinished)

it('each change of a send has a revision; a reader gets each changed send once, in its current state, in order of revision', () => {
  const { sending, take, end, changedSince, revision } = ledger()
  expect([revision(), changedSince(0, 10)]).toEqual([0, []])
  const { id, handover } = sending()
  const other = take()
  end(handover, { is: 'uncertain', number: -1712 })
  expect(changedSince(0, 10).map(({ send }) => [send.id, send.state])).toEqual([
    [other.id, 'queued'],
    [id, 'uncertain'],
  ])
  expect(changedSince(0, 1).map(({ send }) => send.id)).toEqual([other.id])
  const seen = changedSince(0, 1)[0]?.revision ?? 0
  expect(changedSince(seen, 10)).toMatchObject([{ revision: revision(), send: { id } }])
  expect(changedSince(revision(), 10)).toEqual([])
})

it('a change that does not affect a send has no revision', () => {
  const { sending, recordStart, end, revision } = ledger()
  const { handover } = sending()
  const before = revision()
  recordStart(handover, 4711)
  end(handover)
  expect(revision()).toBe(before)
})

it('a connection opened later continues from the same revision', () => {
  const first = ledger()
  first.take()
  const second = ledger(first.path)
  expect(second.revision()).toBe(first.revision())
  second.take()
  expect(first.changedSince(1, 10)).toHaveLength(1)
})

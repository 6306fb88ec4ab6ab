import { expect, it, onTestFinished } from 'vitest'
import type { RowId } from '../../contract/ids.ts'
import { testFolders } from '../../store/test-folder.ts'
import { minuteMs, photo, sentMs, testLedger, words } from './test-ledger.ts'

const testFolder = testFolders(onTestFinished)
const ledger = (path?: string) => testLedger(path ? { path } : { folder: testFolder() }, onTestFinished)
const unknownChat = { is: 'not_sent', code: 'chat_not_loaded', number: -1728 } as const

it('a part is handed over once', () => {
  const { take, nextJob, begin, recordHandover, stateOf } = ledger()
  const { id } = take()
  const job = nextJob(sentMs)
  begin()
  expect(stateOf(id)).toBe('handed_over')
  expect(nextJob(sentMs)).toBeUndefined()
  expect(job && recordHandover({ ...job, afterRowid: 0 as RowId, atMs: sentMs })).toBeUndefined()
})

it('when two processes want to hand over the same part, only one does', () => {
  const [one, other] = ((path) => [ledger(path), ledger(path)] as const)(ledger().path)
  one.take()
  const jobs = [one, other].map((each) => ({ each, job: each.nextJob(sentMs) }))
  const ids = jobs.map(({ each, job }) => job && each.recordHandover({ ...job, afterRowid: 0 as RowId, atMs: sentMs }))
  expect(ids.map((id) => typeof id)).toEqual(['number', 'undefined'])
})

it('a part that was certainly not sent is queued again, unless no other way is left', () => {
  const { sending, end, nextJob, begin, findSend } = ledger()
  const { id, handover } = sending()
  end(handover, unknownChat, { isFinal: false })
  expect([nextJob(sentMs)?.send, findSend(id)?.state]).toEqual([id, 'queued'])
  end(begin(), unknownChat)
  expect(nextJob(sentMs)).toBeUndefined()
  expect(findSend(id)).toMatchObject({ state: 'failed', error: { code: 'chat_not_loaded' } })
  expect(findSend(id)?.error?.message).toContain("(Apple's error -1728.)")
})

it('a part that is uncertain is never queued again, and its send says that it is uncertain', () => {
  const { sending, end, nextJob, findSend } = ledger()
  const { id, handover } = sending()
  end(handover, { is: 'uncertain', number: -1712 }, { isFinal: false })
  expect(nextJob(sentMs)).toBeUndefined()
  expect(findSend(id)).toMatchObject({ state: 'uncertain', error: { code: 'send_uncertain' } })
})

it('a row of Messages outweighs the result of its script', () => {
  for (const how of [unknownChat, { is: 'uncertain', number: -1712 } as const]) {
    const { sending, sentByUs, end, nextJob, findSend } = ledger()
    const { id, handover } = sending()
    sentByUs()
    expect(findSend(id)?.state).toBe('landed')
    end(handover, how, { isFinal: false })
    expect(nextJob(sentMs)).toBeUndefined()
    expect(findSend(id)).toMatchObject({ state: 'landed', error: null })
  }
})

it('a process that takes over finds the script whose end nobody saw, once', () => {
  const killed = ledger()
  const { id, handover } = killed.sending()
  killed.recordStart(handover, 4711)
  const { findOrphan, recordAbandoned, nextJob, stateOf, listFollowed, giveUp } = ledger(killed.path)
  expect(findOrphan()).toEqual({ id: handover, pid: 4711, atMs: sentMs })
  expect(nextJob(sentMs)).toBeUndefined()
  recordAbandoned(handover, sentMs + 5_000)
  expect([findOrphan(), nextJob(sentMs), stateOf(id)]).toEqual([undefined, undefined, 'handed_over'])
  expect(listFollowed(sentMs + 5_000)).toMatchObject([{ id: handover, endedAtMs: sentMs + 5_000, rowid: null }])
  giveUp(handover, sentMs + 65_000)
  expect(stateOf(id)).toBe('uncertain')
})

it('a script that never started has no process', () => {
  const { sending, findOrphan } = ledger()
  const { handover } = sending()
  expect(findOrphan()).toEqual({ id: handover, pid: null, atMs: sentMs })
})

it('the first reported end counts, a later one does not', () => {
  const { sending, end, recordAbandoned, nextJob, stateOf } = ledger()
  const { id, handover } = sending()
  recordAbandoned(handover, sentMs)
  end(handover, unknownChat, { isFinal: false })
  expect([nextJob(sentMs), stateOf(id)]).toEqual([undefined, 'handed_over'])
})

it('neither a landed nor a running handover can be given up', () => {
  const { sending, sentByUs, giveUp, stateOf } = ledger()
  const { id, handover } = sending()
  giveUp(handover, sentMs)
  expect(stateOf(id)).toBe('handed_over')
  sentByUs()
  giveUp(handover, sentMs)
  expect(stateOf(id)).toBe('landed')
})

it('a part that cannot be started fails its send and the part behind it', () => {
  const { take, failSend, nextJob, findSend } = ledger()
  const { id } = take({ parts: [photo(), words('look')] })
  failSend(id, { code: 'file_unreadable', number: null, nowMs: sentMs + minuteMs })
  expect(nextJob(sentMs)).toBeUndefined()
  expect(findSend(id)).toMatchObject({
    state: 'failed',
    error: { code: 'file_unreadable' },
    updated_at: new Date(sentMs + minuteMs).toISOString(),
  })
})

it('a part that was handed over can no longer fail to start', () => {
  const { sending, failSend, stateOf } = ledger()
  const { id } = sending()
  failSend(id, { code: 'file_unreadable', number: null, nowMs: sentMs })
  expect(stateOf(id)).toBe('handed_over')
})

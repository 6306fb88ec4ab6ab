import { expect, it, onTestFinished } from 'vitest'
import type { RowId } from '../../contract/ids.ts'
import { testFolders } from '../../store/test-folder.ts'
import { minuteMs, photo, sentMs, testLedger, words } from './test-ledger.ts'

const testFolder = testFolders(onTestFinished)
const ledger = (path?: string) => testLedger(path ? { path } : { folder: testFolder() }, onTestFinished)
const unknownChat = { is: 'not_sent', code: 'chat_not_loaded', number: -1728 } as const

it('a part is handed over once', () => {
  const { take, next, begin, handOver, stateOf } = ledger()
  const { id } = take()
  const job = next(sentMs)
  begin()
  expect(stateOf(id)).toBe('handed_over')
  expect(next(sentMs)).toBeUndefined()
  expect(job && handOver({ ...job, afterRowid: 0 as RowId, atMs: sentMs })).toBeUndefined()
})

it('when two processes want to hand over the same part, only one does', () => {
  const [one, other] = ((path) => [ledger(path), ledger(path)] as const)(ledger().path)
  one.take()
  const jobs = [one, other].map((each) => ({ each, job: each.next(sentMs) }))
  const ids = jobs.map(({ each, job }) => job && each.handOver({ ...job, afterRowid: 0 as RowId, atMs: sentMs }))
  expect(ids.map((id) => typeof id)).toEqual(['number', 'undefined'])
})

it('a part that was certainly not sent is queued again, unless no other way is left', () => {
  const { sending, end, next, begin, send } = ledger()
  const { id, handover } = sending()
  end(handover, unknownChat, { isFinal: false })
  expect([next(sentMs)?.send, send(id)?.state]).toEqual([id, 'queued'])
  end(begin(), unknownChat)
  expect(next(sentMs)).toBeUndefined()
  expect(send(id)).toMatchObject({ state: 'failed', error: { code: 'chat_not_loaded' } })
  expect(send(id)?.error?.message).toContain("(Apple's error -1728.)")
})

it('a part that is uncertain is never queued again, and its send says that it is uncertain', () => {
  const { sending, end, next, send } = ledger()
  const { id, handover } = sending()
  end(handover, { is: 'uncertain', number: -1712 }, { isFinal: false })
  expect(next(sentMs)).toBeUndefined()
  expect(send(id)).toMatchObject({ state: 'uncertain', error: { code: 'send_uncertain' } })
})

it('a row of Messages outweighs the result of its script', () => {
  for (const how of [unknownChat, { is: 'uncertain', number: -1712 } as const]) {
    const { sending, sentByUs, end, next, send } = ledger()
    const { id, handover } = sending()
    sentByUs()
    expect(send(id)?.state).toBe('landed')
    end(handover, how, { isFinal: false })
    expect(next(sentMs)).toBeUndefined()
    expect(send(id)).toMatchObject({ state: 'landed', error: null })
  }
})

it('a process that takes over finds the script whose end nobody saw, once', () => {
  const killed = ledger()
  const { id, handover } = killed.sending()
  killed.started(handover, 4711)
  const { orphan, abandoned, next, stateOf, following, givenUp } = ledger(killed.path)
  expect(orphan()).toEqual({ id: handover, pid: 4711, atMs: sentMs })
  expect(next(sentMs)).toBeUndefined()
  abandoned(handover, sentMs + 5_000)
  expect([orphan(), next(sentMs), stateOf(id)]).toEqual([undefined, undefined, 'handed_over'])
  expect(following(sentMs + 5_000)).toMatchObject([{ id: handover, endedAtMs: sentMs + 5_000, rowid: null }])
  givenUp(handover, sentMs + 65_000)
  expect(stateOf(id)).toBe('uncertain')
})

it('a script that never started has no process', () => {
  const { sending, orphan } = ledger()
  const { handover } = sending()
  expect(orphan()).toEqual({ id: handover, pid: null, atMs: sentMs })
})

it('the first reported end counts, a later one does not', () => {
  const { sending, end, abandoned, next, stateOf } = ledger()
  const { id, handover } = sending()
  abandoned(handover, sentMs)
  end(handover, unknownChat, { isFinal: false })
  expect([next(sentMs), stateOf(id)]).toEqual([undefined, 'handed_over'])
})

it('neither a landed nor a running handover can be given up', () => {
  const { sending, sentByUs, givenUp, stateOf } = ledger()
  const { id, handover } = sending()
  givenUp(handover, sentMs)
  expect(stateOf(id)).toBe('handed_over')
  sentByUs()
  givenUp(handover, sentMs)
  expect(stateOf(id)).toBe('landed')
})

it('a part that cannot be started fails its send and the part behind it', () => {
  const { take, failed, next, send } = ledger()
  const { id } = take({ parts: [photo(), words('look')] })
  failed(id, { code: 'file_unreadable', number: null, nowMs: sentMs + minuteMs })
  expect(next(sentMs)).toBeUndefined()
  expect(send(id)).toMatchObject({
    ...{ state: 'failed', error: { code: 'file_unreadable' } },
    updated_at: new Date(sentMs + minuteMs).toISOString(),
  })
})

it('a part that was handed over can no longer fail to start', () => {
  const { sending, failed, stateOf } = ledger()
  const { id } = sending()
  failed(id, { code: 'file_unreadable', number: null, nowMs: sentMs })
  expect(stateOf(id)).toBe('handed_over')
})

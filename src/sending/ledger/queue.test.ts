import { expect, it, onTestFinished } from 'vitest'
import type { ConversationKey } from '../../contract/ids.ts'
import { testFolders } from '../../store/test-folder.ts'
import { minuteMs, photo, sentMs, testLedger, words } from './test-ledger.ts'

const testFolder = testFolders(onTestFinished)
const ledger = () => testLedger({ folder: testFolder() }, onTestFinished)
const twoParts = { parts: [photo(), words('look')] as const }
const anna = 'dm:+15550009' as ConversationKey

it('the oldest part is next until it is handed over', () => {
  const { take, nextJob, begin } = ledger()
  const first = take({ parts: [words('first')], chatGuid: null, service: 'SMS' })
  const second = take()
  expect(nextJob(sentMs)).toMatchObject({
    send: first.id,
    part: 0,
    isLast: true,
    content: { text: 'first' },
    service: 'SMS',
    handle: '+15550001',
    conversation: 'dm:+15550001',
    chatGuid: null,
  })
  expect(nextJob(sentMs)?.send).toBe(first.id)
  begin()
  expect(nextJob(sentMs)?.send).toBe(second.id)
  begin()
  expect(nextJob(sentMs)).toBeUndefined()
})

it('a file comes with its name', () => {
  const { take, nextJob } = ledger()
  const { path, name } = photo() as { path: string; name: string }
  take({ parts: [photo()] })
  expect(nextJob(sentMs)?.content).toEqual({ path, name })
})

it('the text after a file is ready once Messages has accepted the file', () => {
  const { take, nextJob, begin, end, queue } = ledger()
  const { id } = take(twoParts)
  take({ parts: [words('next')] })
  expect(nextJob(sentMs)).toMatchObject({ send: id, part: 0, isLast: false })
  const file = begin()
  expect(queue().length).toBe(2)
  end(file)
  expect(nextJob(sentMs)).toMatchObject({ send: id, part: 1, isLast: true, content: { text: 'look' } })
})

it('after a crash the text waits until the file has landed, and nothing in its conversation overtakes it', () => {
  const { sending, take, recordAbandoned, nextJob, sentByUs } = ledger()
  const { id, handover } = sending(twoParts)
  const behind = take()
  const elsewhere = take({ conversation: anna })
  expect(nextJob(sentMs)?.send).toBe(elsewhere.id)
  recordAbandoned(handover, sentMs)
  expect(nextJob(sentMs)?.send).toBe(elsewhere.id)
  sentByUs({ text: null, hasAttachments: true })
  expect(nextJob(sentMs)).toMatchObject({ send: id, part: 1 })
  expect(behind.state).toBe('queued')
})

it('when it is unknown whether the file was sent, the text is not sent', () => {
  const { sending, recordAbandoned, giveUp, nextJob, findSend, queue, sentByUs, stateOf } = ledger()
  const { id, handover } = sending(twoParts)
  recordAbandoned(handover, sentMs)
  giveUp(handover, sentMs + minuteMs)
  expect(nextJob(sentMs + minuteMs)).toBeUndefined()
  expect(findSend(id)).toMatchObject({ state: 'uncertain', error: { code: 'send_uncertain' } })
  expect(queue().length).toBe(0)
  sentByUs({ text: null, hasAttachments: true })
  expect([nextJob(sentMs + minuteMs), stateOf(id)]).toEqual([undefined, 'uncertain'])
})

it('when the file cannot be sent, the text is not sent', () => {
  const { sending, end, nextJob, findSend } = ledger()
  const { id, handover } = sending(twoParts)
  end(handover, { is: 'not_sent', code: 'chat_not_loaded', number: -1728 })
  expect(nextJob(sentMs)).toBeUndefined()
  expect(findSend(id)).toMatchObject({ state: 'failed', error: { code: 'chat_not_loaded' } })
})

it('while the file has failed in Messages the text is held without blocking others, and follows once the file is sent', () => {
  const { sending, end, sentByUs, look, take, nextJob, queue } = ledger()
  const { id, handover } = sending(twoParts)
  sentByUs({ text: null, hasAttachments: true })
  look(handover, { state: 'failed', error: 25 })
  end(handover)
  expect([nextJob(sentMs), queue().length]).toEqual([undefined, 0])
  const behind = take()
  expect(nextJob(sentMs)?.send).toBe(behind.id)
  look(handover)
  expect(nextJob(sentMs)).toMatchObject({ send: id, part: 1 })
})

it('a send that waited too long is given up as expired', () => {
  const { take, nextJob, recordHandover, findSend } = ledger()
  const { id } = take()
  const expiresAtMs = sentMs + 5 * minuteMs
  const job = nextJob(expiresAtMs)
  expect(job?.send).toBe(id)
  const late = job && recordHandover({ ...job, afterRowid: 0 as never, atMs: expiresAtMs + 1 })
  expect(late).toBeUndefined()
  expect(nextJob(expiresAtMs + 1)).toBeUndefined()
  expect(findSend(id)).toMatchObject({ state: 'failed', error: { code: 'send_expired' } })
})

it('only the text is given up when it waited too long behind a file', () => {
  const { sending, end, nextJob, findSend } = ledger()
  const { id, handover } = sending(twoParts)
  end(handover)
  expect(nextJob(sentMs + 6 * minuteMs)).toBeUndefined()
  expect(findSend(id)?.error?.code).toBe('send_expired')
})

it('a part that expires while its script runs is given up once the script reports that nothing was sent', () => {
  const { sending, take, end, nextJob, findSend } = ledger()
  const { id, handover } = sending()
  take({ createdAtMs: sentMs + 6 * minuteMs })
  end(handover, { is: 'not_sent', code: 'chat_not_loaded', number: -1728 }, { isFinal: false })
  const later = nextJob(sentMs + 6 * minuteMs)
  expect(later?.send).not.toBe(id)
  expect(findSend(id)?.error?.code).toBe('send_expired')
})

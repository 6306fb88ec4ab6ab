import { expect, it, onTestFinished } from 'vitest'
import type { ConversationKey, Handle, MessageGuid, RowId } from '../../contract/ids.ts'
import { testFolders } from '../../store/test-folder.ts'
import { dayMs, minuteMs, photo, sentMs, testLedger, words } from './test-ledger.ts'

const testFolder = testFolders(onTestFinished)
const ledger = (path?: string) => testLedger(path ? { path } : { folder: testFolder() }, onTestFinished)
const guid = (name: string) => name as MessageGuid
const dm = (handle: string) => `dm:${handle}` as ConversationKey

it('recognises what we sent, and nothing from before we sent it', () => {
  const { take, begin, sentByUs } = ledger()
  expect(sentByUs()).toBe(false)
  take()
  expect(sentByUs()).toBe(false)
  begin()
  expect(sentByUs({ text: 'other' })).toBe(false)
  expect(sentByUs({ conversation: dm('+15550002') })).toBe(false)
  expect(sentByUs()).toBe(true)
})

it('recognises a row that lies in the chat of another address of its recipient, and none in a group', () => {
  const { sending, sentByUs } = ledger()
  sending()
  const handle = '+15550001' as Handle
  const elsewhere = { conversation: dm('anna@example.org') }
  expect(sentByUs(elsewhere)).toBe(false)
  expect(sentByUs({ ...elsewhere, handle: '+15550002' as Handle })).toBe(false)
  expect(sentByUs({ conversation: 'group:chat1' as ConversationKey, handle })).toBe(false)
  expect(sentByUs({ ...elsewhere, handle, isFromMe: false })).toBe(false)
  expect(sentByUs({ ...elsewhere, handle })).toBe(true)
})

it('recognises one row for each handover: the next identical one was typed by the user', () => {
  const { sending, sentByUs } = ledger()
  sending()
  sending()
  expect([sentByUs(), sentByUs(), sentByUs()]).toEqual([true, true, false])
})

it('returns the same result for the same row again', () => {
  const { path, sending, sentByUs } = ledger()
  sending()
  expect([1, 2, 3].map(() => sentByUs({ guid: guid('same') }))).toEqual([true, true, true])
  expect(ledger(path).sentByUs({ guid: guid('same') })).toBe(true)
})

it('never takes a message from another person for our own', () => {
  const { sending, sentByUs } = ledger()
  sending()
  expect(sentByUs({ isFromMe: false })).toBe(false)
  expect(sentByUs()).toBe(true)
})

it('recognises both rows of a message to oneself, and no third', () => {
  const { sending, sentByUs } = ledger()
  sending()
  const [sent, received] = [
    { isSelfChat: true },
    { isSelfChat: true, isFromMe: false, sentAtMs: sentMs + 4 * minuteMs },
  ]
  expect([sentByUs(received), sentByUs(sent)]).toEqual([true, true])
  expect([sentByUs(sent), sentByUs(received)]).toEqual([false, false])
})

it.each([
  [-minuteMs - 1, false],
  [-minuteMs, true],
  [10 * minuteMs, true],
  [10 * minuteMs + 1, false],
])('a row %i ms after the handover is ours: %s', (distanceMs, expected) => {
  const { sending, sentByUs } = ledger()
  sending()
  expect(sentByUs({ sentAtMs: sentMs + distanceMs })).toBe(expected)
})

it.each([
  [dayMs, true],
  [dayMs + 1, false],
])('a handover that was given up is still recognised in a row %i ms later: %s', (distanceMs, expected) => {
  const { sending, end, giveUp, sentByUs, stateOf } = ledger()
  const { id, handover } = sending()
  end(handover)
  giveUp(handover, sentMs + minuteMs)
  expect(stateOf(id)).toBe('uncertain')
  expect(sentByUs({ sentAtMs: sentMs + distanceMs })).toBe(expected)
  expect(stateOf(id)).toBe(expected ? 'landed' : 'uncertain')
})

it('a row is matched to an expected handover before one that was given up', () => {
  const { sending, end, sentByUs, stateOf } = ledger()
  const lost = sending()
  end(lost.handover, { is: 'uncertain', number: -1712 })
  const next = sending()
  sentByUs()
  expect([stateOf(lost.id), stateOf(next.id)]).toEqual(['uncertain', 'landed'])
  sentByUs()
  expect(stateOf(lost.id)).toBe('landed')
})

it('a row that existed before the handover is not ours', () => {
  const { take, nextJob, recordHandover, sentByUs } = ledger()
  take()
  const job = nextJob(sentMs)
  if (job) recordHandover({ ...job, afterRowid: 7 as RowId, atMs: sentMs })
  expect([sentByUs({ rowid: 7 as RowId }), sentByUs({ rowid: 8 as RowId })]).toEqual([false, true])
})

it.each([
  ['hello', '  hello\n'],
  ['caf\u00e9', 'cafe\u0301'],
  ['two\r\nlines', 'two\nlines'],
  ['with a picture', '\ufffcwith a picture'],
])('recognises %j in the form in which Messages shows it: %j', (text, shown) => {
  const { sending, sentByUs } = ledger()
  sending({ parts: [words(text)] })
  expect(sentByUs({ text: shown })).toBe(true)
})

it('recognises a file by a row that has an attachment and no words', () => {
  const { sending, sentByUs } = ledger()
  sending({ parts: [photo()] })
  expect(sentByUs({ text: null })).toBe(false)
  expect(sentByUs({ text: 'look', hasAttachments: true })).toBe(false)
  expect(sentByUs({ text: '\ufffc', hasAttachments: true })).toBe(true)
})

it.each([
  ['5550001234', '+15550001234', true],
  ['+15550001234', '+445550001234', false],
  ['Bob@example.com', 'bob@example.com', true],
])('a recipient ordered as %s is recognised as %s in Messages: %s', (typed, shown, expected) => {
  const { sending, sentByUs } = ledger()
  sending({ conversation: dm(typed) })
  expect(sentByUs({ conversation: dm(shown) })).toBe(expected)
})

it('a group is recognised only by its identifier', () => {
  const { sending, sentByUs } = ledger()
  sending({ conversation: 'group:chat1' as ConversationKey })
  expect(sentByUs({ conversation: 'group:chat2' as ConversationKey })).toBe(false)
  expect(sentByUs({ conversation: 'group:chat1' as ConversationKey })).toBe(true)
})

it('a claimed row has landed, whichever process claims it first', () => {
  const bridge = ledger()
  const web = ledger(bridge.path)
  const { id } = web.sending()
  expect(bridge.sentByUs({ guid: guid('g'), rowid: 7 as RowId })).toBe(true)
  expect(web.findSend(id)).toMatchObject({ state: 'landed', guid: 'g', rowid: 7 })
})

it('recognises a row that was found before, even after its text was edited', () => {
  const { sending, sentByUs } = ledger()
  sending()
  sentByUs({ guid: guid('found') })
  expect(sentByUs({ guid: guid('found'), text: 'edited', sentAtMs: sentMs + 60 * minuteMs })).toBe(true)
  expect(sentByUs()).toBe(false)
})

it('forgets a handover that is known not to have been sent', () => {
  const { sending, end, sentByUs } = ledger()
  const { handover } = sending()
  end(handover, { is: 'not_sent', code: 'automation_denied', number: -1743 })
  expect(sentByUs()).toBe(false)
})

it('a ghost row is ours, and no later row is', () => {
  const { sending, recordGhost, row, claim, sentByUs, stateOf } = ledger()
  const { id, handover } = sending()
  const empty = row({ text: null, conversation: dm('nobody') })
  recordGhost(handover, empty, sentMs)
  expect(stateOf(id)).toBe('failed')
  expect([claim(empty, sentMs), sentByUs()]).toEqual([true, false])
})

it('a handover that has landed cannot become a ghost', () => {
  const { sending, recordGhost, row, sentByUs, stateOf } = ledger()
  const { id, handover } = sending()
  sentByUs()
  recordGhost(handover, row(), sentMs)
  expect(stateOf(id)).toBe('landed')
})

it('keeps handovers for a week', () => {
  const { sending, sentByUs } = ledger()
  const { handover } = sending()
  expect(handover).toBe(1)
  sending({ parts: [words('later')], createdAtMs: sentMs + 8 * dayMs })
  expect(sentByUs()).toBe(false)
})

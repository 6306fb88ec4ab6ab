import { expect, it, onTestFinished } from 'vitest'
import type { ChatGuid, ConversationKey } from '../../contract/ids.ts'
import type { SendState } from '../../contract/send.ts'
import { testFolders } from '../../store/test-folder.ts'
import type { RowStatus } from '../decisions/row-status.ts'
import type { HandoverId, Order } from './ledger.ts'
import { dayMs, minuteMs, photo, sentMs, testLedger, words } from './test-ledger.ts'

const testFolder = testFolders(onTestFinished)
const ledger = () => testLedger({ folder: testFolder() }, onTestFinished)
const unreachable: Partial<RowStatus> = { state: 'failed', error: 22 }

/** Makes a send whose row has appeared and whose script has ended. */
function landed(over?: Partial<Order>) {
  const opened = ledger()
  const { id, handover } = opened.sending(over)
  opened.end(handover)
  opened.sentByUs()
  return { ...opened, id, handover }
}

it('the state of a send follows its row', () => {
  const { id, handover, look, stateOf } = landed()
  expect(stateOf(id)).toBe('landed')
  for (const state of ['landed', 'sent', 'delivered', 'read'] as const) {
    look(handover, { state })
    expect(stateOf(id)).toBe(state)
  }
})

it('reports the service and chat once Messages shows them', () => {
  const { id, handover, look, findSend } = landed()
  expect(findSend(id)).toMatchObject({ service: null, chat_guid: null })
  look(handover, { service: 'RCS', chatGuid: 'any;-;+15550001' as ChatGuid })
  expect(findSend(id)).toMatchObject({ service: 'RCS', chat_guid: 'any;-;+15550001', sms_fallback: false })
})

it('only changes are written, and the state never goes back', () => {
  const { id, handover, look, revision, stateOf } = landed()
  look(handover, { state: 'delivered' })
  const before = revision()
  for (const state of ['delivered', 'sent', 'landed'] as const) look(handover, { state })
  expect([revision(), stateOf(id)]).toEqual([before, 'delivered'])
})

it.each([
  [22, 'recipient_unreachable'],
  [25, 'file_unreadable'],
  [43, 'send_failed'],
])('a row with error %i makes the send failed: %s', (error, code) => {
  const { id, handover, look, findSend } = landed()
  look(handover, { state: 'failed', error })
  expect(findSend(id)).toMatchObject({ state: 'failed', error: { code } })
  expect(findSend(id)?.error?.message).toMatch(new RegExp(`rror ${error}\\b`))
})

it('a send that failed and was then sent by hand in Messages is sent', () => {
  const { id, handover, look, findSend } = landed()
  look(handover, { state: 'failed', error: 43 })
  look(handover, { state: 'sent', service: 'SMS' })
  expect(findSend(id)).toMatchObject({ state: 'sent', error: null, service: 'SMS', sms_fallback: false })
})

it('a snapshot of a row that nobody claimed has no effect', () => {
  const { sending, look, stateOf } = ledger()
  const { id, handover } = sending()
  look(handover, { state: 'read' })
  expect(stateOf(id)).toBe('handed_over')
})

it('handovers whose row is looked for or may still change are followed, oldest first', () => {
  const { sending, end, sentByUs, listFollowed } = ledger()
  const [first, second] = [sending(), sending({ parts: [words('other')], service: 'SMS' })]
  end(first.handover)
  sentByUs({ text: 'other' })
  expect(listFollowed(sentMs)).toMatchObject([
    { id: first.handover, send: first.id, part: 0, kind: 'text', rowid: null, status: null, endedAtMs: sentMs },
    { id: second.handover, rowid: 1, status: null, endedAtMs: null, service: 'SMS', mayFallBack: false },
  ])
})

it.each<[string, number, Partial<RowStatus> | null]>([
  ['has not landed', dayMs, null],
  ['is not read', 2 * dayMs, { state: 'delivered' }],
  ['failed', 10 * minuteMs, { state: 'failed', error: 43 }],
  ['is read', 0, { state: 'read' }],
])('a handover that %s is followed for %i ms', (_what, ms, seen) => {
  const { sending, end, sentByUs, look, listFollowed } = ledger()
  const { handover } = sending()
  end(handover)
  if (seen !== null) {
    sentByUs()
    look(handover, seen)
  }
  expect([listFollowed(sentMs + ms - 1).length, listFollowed(sentMs + ms).length]).toEqual([ms > 0 ? 1 : 0, 0])
})

it('a handover that was given up is still followed; one known not to have been sent is not', () => {
  const { sending, end, giveUp, listFollowed } = ledger()
  const [lost, denied] = [sending(), sending()]
  end(lost.handover)
  giveUp(lost.handover, sentMs)
  end(denied.handover, { is: 'not_sent', code: 'automation_denied', number: -1743 })
  expect(listFollowed(sentMs).map(({ id }) => id)).toEqual([lost.handover])
})

it('only the newest thousand are followed', () => {
  const { take, begin, listFollowed } = ledger()
  for (let n = 0; n < 1_001; n++) {
    take({ createdAtMs: sentMs + n })
    begin(sentMs + n)
  }
  const ids = listFollowed(sentMs).map(({ id }) => Number(id))
  expect([ids.length, ids[0], ids.at(-1)]).toEqual([1_000, 2, 1_001])
})

it('a recipient whom iMessage cannot reach is sent one SMS', () => {
  const { id, handover, look, listFollowed, fallBack, nextJob, begin, end, sentByUs, findSend } = landed()
  look(handover, unreachable, sentMs + 1)
  expect(listFollowed(sentMs)).toMatchObject([{ mayFallBack: true, failedAtMs: sentMs + 1, status: unreachable }])
  fallBack(handover, sentMs)
  expect(findSend(id)).toMatchObject({ state: 'queued', sms_fallback: true, service: 'SMS', error: null, rowid: null })
  expect(nextJob(sentMs)).toMatchObject({ send: id, part: 0, service: 'SMS', content: { text: 'hello' } })
  const sms = begin()
  fallBack(handover, sentMs)
  expect(nextJob(sentMs)).toBeUndefined()
  end(sms)
  expect(sentByUs()).toBe(true)
  look(sms, { ...unreachable, service: 'SMS' })
  expect(listFollowed(sentMs).find(({ id }) => id === sms)?.mayFallBack).toBe(false)
  fallBack(sms, sentMs)
  expect(nextJob(sentMs)).toBeUndefined()
  expect(findSend(id)).toMatchObject({ state: 'failed', sms_fallback: true, error: { code: 'recipient_unreachable' } })
})

it('an SMS after a failure goes before the rest of the queue', () => {
  const { id, handover, look, take, fallBack, nextJob } = landed()
  take()
  look(handover, unreachable)
  fallBack(handover, sentMs)
  expect(nextJob(sentMs)?.send).toBe(id)
})

it.each<[string, (id: HandoverId, all: ReturnType<typeof landed>) => void]>([
  ['went after all', (id, { look }) => look(id)],
  ['has another error', (id, { look }) => look(id, { state: 'failed', error: 43 })],
  ['was an SMS already', (id, { look }) => look(id, { ...unreachable, service: 'SMS' })],
  ['was never looked at', () => undefined],
])('a message that %s is not sent as SMS', (_what, before) => {
  const all = landed()
  before(all.handover, all)
  all.fallBack(all.handover, sentMs)
  expect(all.nextJob(sentMs)).toBeUndefined()
})

it('neither a message with a requested service nor an expired one is sent as SMS', () => {
  const asked = landed({ service: 'iMessage' })
  asked.look(asked.handover, unreachable)
  asked.fallBack(asked.handover, sentMs)
  expect(asked.nextJob(sentMs)).toBeUndefined()
  const late = landed()
  late.look(late.handover, unreachable)
  late.fallBack(late.handover, sentMs + 6 * minuteMs)
  expect(late.nextJob(sentMs)).toBeUndefined()
})

it('a queued SMS is taken back when Messages sends it automatically', () => {
  const { id, handover, look, fallBack, nextJob, findSend } = landed()
  look(handover, unreachable)
  fallBack(handover, sentMs)
  look(handover, { state: 'sent', service: 'SMS' })
  expect(nextJob(sentMs)).toBeUndefined()
  expect(findSend(id)).toMatchObject({ state: 'sent', sms_fallback: false, service: 'SMS' })
})

it.each<[SendState, (all: ReturnType<typeof landed>) => void]>([
  ['failed', ({ nextJob }) => void nextJob(sentMs + 6 * minuteMs)],
  ['failed', ({ begin, end }) => end(begin(), { is: 'not_sent', code: 'messages_signed_out', number: -1719 })],
  ['failed', ({ failSend, id }) => failSend(id, { code: 'file_unreadable', number: null, nowMs: sentMs })],
])('an SMS that cannot be sent leaves the result of iMessage: %s', (state, happens) => {
  const all = landed()
  all.look(all.handover, unreachable)
  all.fallBack(all.handover, sentMs)
  happens(all)
  expect(all.nextJob(sentMs)).toBeUndefined()
  const error = { code: 'recipient_unreachable' }
  expect(all.findSend(all.id)).toMatchObject({ state, sms_fallback: false, error })
  all.fallBack(all.handover, sentMs)
  expect(all.nextJob(sentMs)).toBeUndefined()
})

it('an SMS that is sent another way is still an SMS', () => {
  const { id, handover, look, fallBack, begin, end, nextJob } = landed()
  look(handover, unreachable)
  fallBack(handover, sentMs)
  end(begin(), { is: 'not_sent', code: 'chat_not_loaded', number: -1728 }, { isFinal: false })
  expect(nextJob(sentMs)).toMatchObject({ send: id, service: 'SMS' })
})

it('when the file is sent as SMS, the text after it is as well', () => {
  const { sending, end, sentByUs, look, fallBack, begin, nextJob, findSend } = ledger()
  const { id, handover } = sending({ parts: [photo(), words('look')], conversation: 'dm:+15550001' as ConversationKey })
  sentByUs({ text: null, hasAttachments: true })
  look(handover, unreachable)
  end(handover)
  fallBack(handover, sentMs)
  expect(nextJob(sentMs)).toMatchObject({ part: 0, service: 'SMS' })
  end(begin())
  expect(nextJob(sentMs)).toMatchObject({ part: 1, service: 'SMS', isLast: true })
  begin()
  expect(findSend(id)).toMatchObject({ state: 'handed_over', sms_fallback: true, service: 'SMS' })
})

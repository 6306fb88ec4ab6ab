import { expect, onTestFinished, test } from 'vitest'
import type { ConversationKey } from '../../contract/ids.ts'
import { farthestScheduledDays, mostScheduled } from '../../contract/limits.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { openSqlite } from '../../store/sqlite-file.ts'
import { testFolders } from '../../store/test-folder.ts'
import type { Release } from './ledger.ts'
import { migrations } from './schema.ts'
import { dayMs, minuteMs, order, photo, sentMs, type TestLedger, testLedger, words } from './test-ledger.ts'

const folderOfTest = testFolders(onTestFinished)
const ledger = (path?: string) => testLedger(path ? { path } : { folder: folderOfTest() }, onTestFinished)
const laterMs = sentMs + 60 * minuteMs
const person = (n: number) => `dm:+1555000${n}` as ConversationKey
const at = (nowMs: number, over: Partial<Release> = {}): Release => ({
  nowMs,
  perMinute: 100_000,
  missedAfterMs: 10 * minuteMs,
  expiresAfterMs: 5 * minuteMs,
  ...over,
})
const change = (over: { text?: string; sendAtMs?: number } = {}) => ({ isConfirmed: false, ...over })
const few = (nowMs = sentMs) => ({ nowMs, sameTextPeople: 5 })

function refusal(work: () => unknown) {
  try {
    work()
  } catch (error) {
    if (error instanceof ServiceError) return { code: error.code, ...error.details }
    throw error
  }
  return undefined
}

/** Hands over everything that has its turn, and returns the texts in that order. */
function sentTexts(it: TestLedger, nowMs: number): string[] {
  const texts: string[] = []
  for (let job = it.nextJob(nowMs); job !== undefined; job = it.nextJob(nowMs)) {
    if ('text' in job.content) texts.push(job.content.text)
    it.end(it.begin(nowMs), { is: 'handed_over' }, { nowMs })
  }
  return texts
}

test('a scheduled send has no turn before its time, and is queued then', () => {
  const it = ledger()
  const { id, state, send_at } = it.take({ sendAtMs: laterMs, parts: [photo(), words('look')] })
  expect([state, send_at]).toEqual(['scheduled', new Date(laterMs).toISOString()])
  expect([it.releaseDue(at(laterMs - 1)), it.nextJob(laterMs - 1)]).toEqual([{ released: 0, missed: 0 }, undefined])
  expect([it.nextDueMs(), it.queue().length, it.filesInUse().size]).toEqual([laterMs, 0, 1])
  expect(it.releaseDue(at(laterMs))).toEqual({ released: 1, missed: 0 })
  expect([it.stateOf(id), it.nextDueMs(), it.listScheduled(10)]).toEqual(['queued', undefined, []])
  expect(sentTexts(it, laterMs)).toEqual(['look'])
  expect(it.stateOf(id)).toBe('handed_over')
})

test('a schedule survives a restart, and its words stay for as long as it lasts', () => {
  const first = ledger()
  const farMs = sentMs + 300 * dayMs
  const { id } = first.take({ sendAtMs: farMs, idempotencyKey: 'k', parts: [words('Happy birthday')] })
  first.close()
  const again = ledger(first.path)
  again.nextJob(sentMs + 200 * dayMs)
  again.take({ createdAtMs: sentMs + 200 * dayMs })
  expect(again.listScheduled(10)).toMatchObject([{ id, state: 'scheduled', text: 'Happy birthday', file_name: null }])
  // The same key is the same message for as long as it waits.
  const replay = order({ idempotencyKey: 'k', parts: [words('Happy birthday')], createdAtMs: sentMs + 200 * dayMs })
  expect(again.accept(replay, { perMinute: 1, sameTextPeople: 1 })).toMatchObject({ isNew: false, send: { id } })
  again.releaseDue(at(farMs))
  again.end(again.begin(farMs), { is: 'handed_over' }, { nowMs: farMs })
  expect(again.stateOf(id)).toBe('handed_over')
})

test.each([
  ['the Mac slept', 60 * minuteMs],
  ['the clock was set a year ahead', 365 * dayMs],
  ['it was a moment too late', 10 * minuteMs + 1],
])('what missed its time because %s asks, and is not sent', (_why, lateMs) => {
  const it = ledger()
  const { id } = it.take({ sendAtMs: laterMs })
  expect(it.releaseDue(at(laterMs + lateMs))).toEqual({ released: 0, missed: 1 })
  expect([it.stateOf(id), it.nextJob(laterMs + lateMs), it.nextDueMs()]).toEqual(['missed', undefined, undefined])
  expect(it.releaseDue(at(laterMs + lateMs + dayMs))).toEqual({ released: 0, missed: 0 })
  expect(it.listScheduled(10)).toMatchObject([{ id, state: 'missed', text: 'hello' }])
})

test('a clock that is set back makes a send wait until its time comes again', () => {
  const it = ledger()
  it.take({ sendAtMs: laterMs })
  expect(it.releaseDue(at(laterMs - dayMs)).released).toBe(0)
  expect(it.releaseDue(at(laterMs + minuteMs)).released).toBe(1)
})

test('a released send that gets no turn in time asks again, and can be sent then', () => {
  const it = ledger()
  const { id } = it.take({ sendAtMs: laterMs })
  it.releaseDue(at(laterMs))
  const wokenMs = laterMs + 8 * 60 * minuteMs
  expect([it.nextJob(wokenMs), it.stateOf(id)]).toEqual([undefined, 'missed'])
  expect(it.changeScheduled(id, change({ sendAtMs: wokenMs }), few(wokenMs))).toBe(true)
  it.releaseDue(at(wokenMs))
  expect(sentTexts(it, wokenMs)).toEqual(['hello'])
})

test('what may have been sent never becomes missed', () => {
  const it = ledger()
  const { id } = it.take({ sendAtMs: laterMs })
  it.releaseDue(at(laterMs))
  const handover = it.begin(laterMs)
  it.recordAbandoned(handover, laterMs)
  it.nextJob(laterMs + dayMs)
  expect([it.stateOf(id), it.listScheduled(10)]).toEqual(['handed_over', []])
})

test('text and time change until the send is released', () => {
  const it = ledger()
  const { id } = it.take({ sendAtMs: laterMs })
  const revision = it.revision()
  expect(it.changeScheduled(id, change({ text: 'changed', sendAtMs: laterMs + dayMs }), few())).toBe(true)
  expect(it.changedSince(revision, 10).map(({ send }) => send.id)).toContain(id)
  expect(it.findScheduled(id)).toMatchObject({ text: 'changed', send_at: new Date(laterMs + dayMs).toISOString() })
  expect(it.releaseDue(at(laterMs)).released).toBe(0)
  it.releaseDue(at(laterMs + dayMs))
  expect(it.changeScheduled(id, change({ text: 'too late' }), few())).toBe(false)
  expect(sentTexts(it, laterMs + dayMs)).toEqual(['changed'])
  expect(it.sentByUs({ text: 'changed', sentAtMs: laterMs + dayMs })).toBe(true)
})

test('a cancelled send is gone from the schedule, with its words', () => {
  const it = ledger()
  const { id } = it.take({ sendAtMs: laterMs, parts: [photo(), words('look')] })
  it.cancel(id, sentMs)
  expect(it.findSend(id)).toMatchObject({ state: 'failed', error: { code: 'send_cancelled' } })
  expect([it.listScheduled(10), it.nextDueMs(), it.filesInUse().size]).toEqual([[], undefined, 0])
  expect(it.releaseDue(at(laterMs))).toEqual({ released: 0, missed: 0 })
})

test('of two processes only one releases a send', () => {
  const one = ledger()
  const other = ledger(one.path)
  one.take({ sendAtMs: laterMs })
  expect([one, other].map((each) => each.releaseDue(at(laterMs)).released)).toEqual([1, 0])
})

test('1,000 for one moment go in their order and within the limits, and are not missed meanwhile', () => {
  const it = ledger()
  const texts = Array.from({ length: mostScheduled }, (_, n) => `text ${n}`)
  for (const text of texts) it.take({ sendAtMs: laterMs, parts: [words(text)] })
  expect(refusal(() => it.take({ sendAtMs: laterMs }))).toEqual({ code: 'schedule_full' })
  const perMinute = 100
  const sent: string[] = []
  let nowMs = laterMs
  for (; sent.length < texts.length; nowMs += 30_000) {
    const { missed } = it.releaseDue(at(nowMs, { perMinute }))
    const now = sentTexts(it, nowMs)
    expect([missed, now.length <= perMinute]).toEqual([0, true])
    sent.push(...now)
  }
  expect(sent).toEqual(texts)
  expect(nowMs - laterMs).toBeGreaterThan(8 * minuteMs)
})

test('what waits for the limits when the Mac falls asleep is missed after it', () => {
  const it = ledger()
  for (const text of ['a', 'b', 'c']) it.take({ sendAtMs: laterMs, parts: [words(text)] })
  expect(it.releaseDue(at(laterMs, { perMinute: 1 }))).toEqual({ released: 1, missed: 0 })
  expect(it.listScheduled(10).map(({ state }) => state)).toEqual(['queued', 'queued'])
  expect(it.releaseDue(at(laterMs + 60 * minuteMs, { perMinute: 1 }))).toEqual({ released: 0, missed: 2 })
})

test.each([
  ['in the past', sentMs - 2 * minuteMs],
  ['too far ahead', sentMs + (farthestScheduledDays + 1) * dayMs],
])('a time %s is refused', (_what, sendAtMs) => {
  const it = ledger()
  expect(refusal(() => it.take({ sendAtMs }))).toMatchObject({ code: 'invalid_request', path: 'send_at' })
  const { id } = it.take({ sendAtMs: laterMs })
  expect(refusal(() => it.changeScheduled(id, change({ sendAtMs }), few()))).toMatchObject({ path: 'send_at' })
})

test('the same text to many people around one time has to be confirmed, and scheduling takes no token', () => {
  const it = ledger()
  for (let n = 0; n < 5; n++)
    it.take({ sendAtMs: laterMs, conversation: person(n) }, { sameTextPeople: 5, perMinute: 1 })
  const sixth = { sendAtMs: laterMs + minuteMs, conversation: person(6) }
  expect(refusal(() => it.take(sixth, { sameTextPeople: 5 }))).toEqual({ code: 'confirmation_needed', people: 6 })
  const other = it.take({ ...sixth, parts: [words('other')] })
  expect(refusal(() => it.changeScheduled(other.id, change({ text: 'hello' }), few()))).toMatchObject({ people: 6 })
  expect(it.changeScheduled(other.id, { text: 'hello', isConfirmed: true }, few())).toBe(true)
})

test('sends of the release before this one are there after the migration', () => {
  const path = `${folderOfTest()}/echo_log.db`
  const { db } = openSqlite({ path, migrations: migrations.slice(0, 2), synchronous: 'FULL' })
  db.exec(`INSERT INTO send (id, content_hash, conversation, kind, handle, created_at_ms, expires_at_ms, updated_at_ms, revision)
      VALUES ('old', x'00', 'dm:x', 'text', 'x', ${sentMs}, ${sentMs + minuteMs}, ${sentMs}, 1);
    INSERT INTO part (send, number, kind, content, body_hash, same_hash, asked_at_ms, stage)
      VALUES (1, 0, 'text', 'hello', x'00', x'00', ${sentMs}, 'ready')`)
  db.close()
  const it = ledger(path)
  expect([it.findSend('old')?.send_at, it.nextJob(sentMs)?.send]).toEqual([null, 'old'])
})

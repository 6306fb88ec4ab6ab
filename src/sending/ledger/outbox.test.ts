import { expect, onTestFinished, test } from 'vitest'
import { mostHeldOfOne } from '../../contract/outbox.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { openSqlite } from '../../store/sqlite-file.ts'
import { testFolders } from '../../store/test-folder.ts'
import type { HeldRelease, Order } from './ledger.ts'
import { migrations } from './schema.ts'
import { dayMs, minuteMs, order, photo, sentMs, type TestLedger, testLedger, words } from './test-ledger.ts'

const folderOfTest = testFolders(onTestFinished)
const ledger = (path?: string) => testLedger(path ? { path } : { folder: folderOfTest() }, onTestFinished)

const asking = (over: Partial<Order> = {}): Partial<Order> => ({
  by: 'key:0a1b2c3d',
  asks: { label: 'assistant', reason: 'Anna asked about dinner' },
  expiresAtMs: (over.createdAtMs ?? sentMs) + dayMs,
  ...over,
})
const press = (version: string, over: Partial<HeldRelease> = {}): HeldRelease => ({
  version,
  nowMs: sentMs + minuteMs,
  perMinute: 100_000,
  expiresAfterMs: 5 * minuteMs,
  ...over,
})

function refusal(work: () => unknown) {
  try {
    work()
  } catch (error) {
    if (error instanceof ServiceError) return error.code
    throw error
  }
  return undefined
}

function shown(it: TestLedger, nowMs = sentMs) {
  const [first] = it.listHeld(10, nowMs)
  if (first === undefined) throw new Error('nothing waits')
  return first
}

test('a send that asks has no turn, shows what it would send, and goes once it is released', () => {
  const it = ledger()
  const { id, state } = it.take(asking({ parts: [photo(), words('look')] }))
  expect([state, it.nextJob(sentMs), it.queue().length, it.filesInUse().size]).toEqual(['held', undefined, 0, 1])
  const held = shown(it)
  expect(held).toMatchObject({
    id,
    asker: { is: 'key', id: '0a1b2c3d', name: 'assistant' },
    reason: 'Anna asked about dinner',
    handle: '+15550001',
    text: 'look',
    file_name: 'a.jpg',
    expires_at: new Date(sentMs + dayMs).toISOString(),
  })
  it.releaseHeld(id, press(held.version))
  expect([it.stateOf(id), it.listHeld(10, sentMs)]).toEqual(['queued', []])
  expect(it.nextJob(sentMs + minuteMs)).toMatchObject({ send: id, part: 0 })
})

test('a release counts once, and never for what was refused, withdrawn or has expired', () => {
  const it = ledger()
  const once = it.take(asking())
  const { version } = shown(it)
  it.releaseHeld(once.id, press(version))
  expect(refusal(() => it.releaseHeld(once.id, press(version)))).toBe('not_held')
  it.end(it.begin(sentMs + minuteMs))
  expect(it.nextJob(sentMs + minuteMs)).toBeUndefined()
  const refused = it.take(asking())
  const ofRefused = shown(it).version
  it.refuseHeld(refused.id, sentMs)
  expect(it.findSend(refused.id)).toMatchObject({ state: 'failed', error: { code: 'send_refused' } })
  expect(refusal(() => it.releaseHeld(refused.id, press(ofRefused)))).toBe('not_held')
  const withdrawn = it.take(asking())
  const ofWithdrawn = shown(it).version
  it.cancel(withdrawn.id, sentMs)
  expect(refusal(() => it.releaseHeld(withdrawn.id, press(ofWithdrawn)))).toBe('not_held')
  const late = it.take(asking())
  const ofLate = shown(it).version
  expect(refusal(() => it.releaseHeld(late.id, press(ofLate, { nowMs: sentMs + dayMs + 1 })))).toBe('not_held')
  expect(it.listHeld(10, sentMs + dayMs + 1)).toEqual([])
  it.nextJob(sentMs + dayMs + 1)
  expect(it.findSend(late.id)).toMatchObject({ state: 'failed', error: { code: 'send_unanswered' } })
  expect(refusal(() => it.releaseHeld('nothing', press(version)))).toBe('send_not_found')
})

test('what is released is what was shown, or the words of the owner', () => {
  const it = ledger()
  const { id } = it.take(asking())
  expect(refusal(() => it.releaseHeld(id, press('another')))).toBe('conflict')
  expect(it.stateOf(id)).toBe('held')
  it.releaseHeld(id, press(shown(it).version, { text: 'goodbye' }))
  expect(it.nextJob(sentMs)?.content).toEqual({ text: 'goodbye' })
  it.end(it.begin())
  expect(it.sentByUs({ text: 'goodbye' })).toBe(true)
})

test('a rule asks under its name, and is told from a key', () => {
  const it = ledger()
  it.take(asking({ by: 'rule:0a1b2c3d-0000', asks: { label: 'Away', reason: null } }))
  expect(shown(it).asker).toEqual({ is: 'rule', id: '0a1b2c3d-0000', name: 'Away' })
})

test('each version stands for its send alone', () => {
  const it = ledger()
  it.take(asking())
  const other = it.take(asking())
  expect(refusal(() => it.releaseHeld(other.id, press(shown(it).version)))).toBe('conflict')
})

test('a scheduled send that asks is scheduled by its release, and goes at once when its time has passed', () => {
  const it = ledger()
  const later = it.take(asking({ sendAtMs: sentMs + 60 * minuteMs }))
  it.releaseHeld(later.id, press(shown(it).version))
  expect(it.listScheduled(10)).toMatchObject([{ id: later.id, state: 'scheduled' }])
  const soon = it.take(asking({ sendAtMs: sentMs + minuteMs }))
  expect(it.listScheduled(10)).toHaveLength(1)
  expect(it.nextDueMs()).toBe(sentMs + 60 * minuteMs)
  it.releaseHeld(soon.id, press(shown(it).version, { nowMs: sentMs + 2 * minuteMs }))
  expect(it.nextJob(sentMs + 2 * minuteMs)?.send).toBe(soon.id)
})

test('a key can neither flood the owner nor take the place of others in the queue', () => {
  const it = ledger()
  for (let n = 0; n < mostHeldOfOne; n++) it.take(asking(), { perMinute: 1 })
  expect(refusal(() => it.take(asking()))).toBe('queue_full')
  expect(it.take({}, { perMinute: 1, sameTextPeople: 1 }).state).toBe('queued')
})

test('a key that may send few messages in an hour cannot pass that by schedules', () => {
  const it = ledger()
  const few = (over: Partial<Order> = {}) => refusal(() => it.take({ by: 'key:few', perHour: 2, ...over }))
  expect([few(), few(), few()]).toEqual([undefined, undefined, 'rate_limited'])
  expect(few({ idempotencyKey: 'k' })).toBe('rate_limited')
  const nextMs = sentMs + 61 * minuteMs
  expect(few({ createdAtMs: nextMs, sendAtMs: nextMs + dayMs })).toBeUndefined()
  expect(few({ createdAtMs: nextMs + 90 * minuteMs, sendAtMs: nextMs + dayMs + minuteMs })).toBeUndefined()
  const thenMs = nextMs + 200 * minuteMs
  expect(few({ createdAtMs: thenMs, sendAtMs: nextMs + dayMs })).toBe('rate_limited')
})

test('a repeated idempotency key finds the send that waits, and asks for nothing more', () => {
  const it = ledger()
  const first = it.take(asking({ idempotencyKey: 'k', perHour: 1 }))
  expect(it.take(asking({ idempotencyKey: 'k', perHour: 1 })).id).toBe(first.id)
  expect(it.listHeld(10, sentMs)).toHaveLength(1)
})

test('a held send survives a restart; that of a restored backup is never sent', () => {
  const first = ledger()
  const { id } = first.take(asking())
  const { version } = shown(first)
  first.close()
  const again = ledger(first.path)
  expect(shown(again).version).toBe(version)
  expect(again.letGoAfterRestore(sentMs)).toEqual({ uncertain: 1, missed: 0 })
  expect([again.stateOf(id), again.listHeld(10, sentMs)]).toEqual(['uncertain', []])
  expect(refusal(() => again.releaseHeld(id, press(version)))).toBe('not_held')
  expect(again.nextJob(sentMs)).toBeUndefined()
})

test('words and reasons are forgotten once nothing needs them', () => {
  const it = ledger()
  const { id } = it.take(asking({ parts: [words('a secret plan')] }))
  it.refuseHeld(id, sentMs)
  it.close()
  const { db } = openSqlite({ path: it.path, migrations, synchronous: 'FULL' })
  const kept = JSON.stringify([db.prepare('SELECT * FROM part').all(), db.prepare('SELECT * FROM asking').all()])
  db.close()
  expect(kept).not.toMatch(/secret|Anna/)
})

test('the file of the release before keeps what it recorded', () => {
  const path = `${folderOfTest()}/echo_log.db`
  const { db } = openSqlite({ path, migrations: migrations.slice(0, 3), synchronous: 'FULL' })
  db.prepare(
    `INSERT INTO send (id, content_hash, conversation, kind, handle, created_at_ms, expires_at_ms, updated_at_ms, revision)
     VALUES ('old', x'00', 'dm:+15550001', 'text', '+15550001', ?, ?, ?, 1)`,
  ).run(sentMs, sentMs, sentMs)
  db.exec('UPDATE machine SET revision = 1')
  db.close()
  const it = ledger(path)
  expect([it.findSend('old')?.state, it.requesterOf('old')]).toEqual(['queued', undefined])
  const { id } = it.take({ by: order().by })
  expect(it.requesterOf(id)).toBe('owner')
})

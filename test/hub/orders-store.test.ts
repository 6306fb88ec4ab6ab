import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { sendOf } from '../../src/actions/test-sending.ts'
import type { Outcome, OutcomeOf } from '../../src/envelope/orders.ts'
import { carried } from '../../src/envelope/test-envelopes.ts'
import { noteConversation } from '../../src/hub/store/conversations.ts'
import type { Database } from '../../src/hub/store/database.ts'
import { addMac, putCode, redeemCode, refuseMac } from '../../src/hub/store/enrolment.ts'
import { lineFor } from '../../src/hub/store/lines.ts'
import { greet } from '../../src/hub/store/macs.ts'
import {
  beginOrder,
  doubtUnsettled,
  expireOrders,
  noteOutcome,
  noteSends,
  noteTold,
  ordersToPublish,
  seenWithinMs,
  untoldSends,
} from '../../src/hub/store/orders.ts'
import { acceptSend, cancelSend, findSend, type NewSend } from '../../src/hub/store/sends.ts'
import { findScheduled, releaseDue } from '../../src/hub/store/waiting-sends.ts'
import { keyHash as hashOfKey } from '../../src/sending/ledger/hashes.ts'
import { hasPostgres, hubDatabase, type Postgres, postgres } from '../harness/hub-servers.ts'

const anna = '+12025550123'
const ben = '+12025550145'
const start = Date.UTC(2026, 5, 1)
const minute = 60_000
const keyOf = (idempotencyKey: string) => hashOfKey({ by: 'owner', idempotencyKey })

describe.runIf(hasPostgres)('orders in the store of a hub', () => {
  let server: Postgres
  beforeAll(async () => {
    server = await postgres()
  })
  afterAll(() => server?.[Symbol.asyncDispose]())

  let database: Database
  let session: string
  let nowMs: number
  beforeEach(async () => {
    const own = await hubDatabase(server)
    onTestFinished(() => own[Symbol.asyncDispose]())
    database = own
    nowMs = start
    await joined('one', 'anne')
    session = await greeted()
  })

  const joined = async (label: string, line: string) => {
    const mac = await addMac(database, { label, line, part: 0, nowMs })
    await putCode(database, { mac, sha256: mac, expiresMs: nowMs + 1 })
    await redeemCode(database, { sha256: mac, nkey: mac, nowMs })
  }
  const one = { name: 'one', nkey: 'one' }
  const greeted = (changes: object = {}) => greetedAs('one', changes)
  const greetedAs = async (mac: string, changes: object = {}) => {
    const hello = { instance: 'i', journal: 'j', ledger: 'l', position: 0, reset: false, release: '1', ...changes }
    const mark = await greet(database, { name: mac, nkey: mac, part: 0, hello, nowMs })
    if ('refused' in mark) throw new Error('it was refused')
    return mark.session
  }
  let count = 0
  const order = (changes: Partial<NewSend> = {}): NewSend => ({
    id: `order-${++count}`,
    by: 'owner',
    keyHash: null,
    contentHash: new Uint8Array([1]),
    line: 1,
    isLineNamed: false,
    handle: anna,
    guid: null,
    service: null,
    isConfirmed: false,
    text: 'Hello',
    file: null,
    createdAtMs: nowMs,
    expiresAtMs: nowMs + 5 * minute,
    sendAtMs: null,
    asks: null,
    perHour: null,
    ...changes,
  })
  const accepted = async (changes: Partial<NewSend> = {}) => (await acceptSend(database, order(changes))).send.id
  const published = async () => (await ordersToPublish(database, { part: 0, nowMs, most: 100 })).map(({ id }) => id)
  const begun = (id: string, by = session) =>
    beginOrder(database, { mac: one, asked: { session: by, order: id }, nowMs })
  const told = (id: string, outcome: OutcomeOf, by = session) =>
    noteOutcome(database, { mac: one, outcome: { session: by, order: id, ...outcome } as Outcome, nowMs })
  const stateOf = async (id: string) => {
    const send = await findSend(database, id)
    return [send?.state, send?.error?.code]
  }

  test('orders go to their Mac once it was seen, in the order in which they came', async () => {
    nowMs += seenWithinMs
    const ids = [await accepted(), await accepted()]
    expect(await published()).toEqual([])
    session = await greeted()
    expect(await published()).toEqual(ids)
    expect(await published()).toEqual([])
    expect(await begun(ids[0] ?? '')).toEqual({
      is: 'send',
      ledger: 'l',
      send: { is: 'send', handle: anna, text: 'Hello', isConfirmed: false },
    })
    // An order that nobody reports on may have been lost, and is published again.
    nowMs += 11_000
    expect(await published()).toEqual(ids)
  })

  test('an order that was published to nobody fails for certain when its time is over', async () => {
    const id = await accepted()
    nowMs += 5 * minute + 1
    await expireOrders(database, nowMs)
    expect(await stateOf(id)).toEqual(['failed', 'send_expired'])
    session = await greeted()
    expect(await published()).toEqual([])
    expect(await begun(id)).toEqual({ is: 'over' })
  })

  test.each<[string, OutcomeOf, (string | undefined)[]]>([
    ['has it', { is: 'known', send: sendOf({ id: 'm', state: 'delivered' }) }, ['delivered', undefined]],
    ['has it not', { is: 'absent' }, ['failed', 'send_expired']],
    ['is another', { is: 'another_ledger' }, ['uncertain', 'send_uncertain']],
  ])('one that was published is uncertain until the ledger speaks, which %s', async (_, outcome, becomes) => {
    const id = await accepted()
    await published()
    nowMs += 5 * minute + 1
    await expireOrders(database, nowMs)
    expect(await stateOf(id)).toEqual(['uncertain', 'send_uncertain'])
    session = await greeted()
    expect(await published()).toEqual([id])
    expect(await begun(id)).toEqual({ is: 'look', ledger: 'l' })
    await told(id, outcome)
    expect(await stateOf(id)).toEqual(becomes)
    await expireOrders(database, nowMs)
    expect(await stateOf(id)).toEqual(becomes)
  })

  test('a ledger without an order proves nothing before the time of the order is over', async () => {
    const id = await accepted()
    await published()
    await told(id, { is: 'absent' })
    expect(await stateOf(id)).toEqual(['queued', undefined])
  })

  test('an order that one installation began is not given to another one of the same name', async () => {
    const id = await accepted()
    await published()
    await begun(id)
    nowMs += 31_000
    session = await greeted({ instance: 'another', ledger: 'l' })
    expect(await begun(id)).toEqual({ is: 'over' })
    expect(await stateOf(id)).toEqual(['uncertain', 'send_uncertain'])
  })

  test('only the holder of the session gets the content of an order, and may report its outcome', async () => {
    const id = await accepted()
    await published()
    expect(await begun(id, 'no-session')).toEqual({ is: 'not_yours' })
    expect(await told(id, { is: 'refused', code: 'send_failed', message: 'x' }, 'no-session')).toBe(false)
    expect(await stateOf(id)).toEqual(['queued', undefined])
    await joined('two', 'ben')
    const other = await beginOrder(database, {
      mac: { name: 'two', nkey: 'two' },
      asked: { session, order: id },
      nowMs,
    })
    expect(other).toEqual({ is: 'not_yours' })
  })

  test('when a Mac is revoked, another one of its line gets the orders it has not begun, and the others are uncertain at once', async () => {
    const unbegun = await accepted()
    const [begunOnce, taken, done] = [await accepted(), await accepted(), await accepted()]
    await published()
    for (const id of [begunOnce, taken, done]) await begun(id)
    await told(taken, { is: 'known', send: sendOf({ id: 'm', state: 'queued' }) })
    await told(done, { is: 'known', send: sendOf({ id: 'n', state: 'delivered' }) })
    await refuseMac(database, 'one', nowMs)
    expect(await stateOf(begunOnce)).toEqual(['uncertain', 'send_uncertain'])
    expect(await stateOf(taken)).toEqual(['uncertain', 'send_uncertain'])
    expect(await stateOf(done)).toEqual(['delivered', undefined])
    expect(await published()).toEqual([])
    await joined('two', 'anne')
    await greetedAs('two')
    expect(await published()).toEqual([unbegun])
  })

  test('an order without news from its Mac for a day is uncertain, until a later report replaces that', async () => {
    const id = await accepted()
    await published()
    await begun(id)
    await told(id, { is: 'known', send: sendOf({ id: 'm', state: 'handed_over' }) })
    const day = 24 * 60 * minute
    nowMs += day
    await doubtUnsettled(database, nowMs)
    expect(await stateOf(id)).toEqual(['handed_over', undefined])
    nowMs += 5 * minute + 1
    await doubtUnsettled(database, nowMs)
    expect(await stateOf(id)).toEqual(['uncertain', 'send_uncertain'])
    await noteSends(database, { mac: 'one', sends: [sendOf({ id: 'm', state: 'delivered' })], nowMs })
    expect(await stateOf(id)).toEqual(['delivered', undefined])
  })

  test('a repeated key creates no second order, even if another line was in contact last, and none for something else', async () => {
    const keyHash = keyOf('seven')
    const first = await acceptSend(database, order({ keyHash }))
    await joined('two', 'ben')
    const again = await acceptSend(database, order({ keyHash, line: 2, handle: '+1 (202) 555-0123' }))
    expect([again.isNew, again.send.id]).toEqual([false, first.send.id])
    const both = await Promise.all(
      Array.from({ length: 12 }, () => acceptSend(database, order({ keyHash: keyOf('eight') }))),
    )
    expect(both.filter(({ isNew }) => isNew)).toHaveLength(1)
    for (const other of [
      order({ keyHash, handle: ben }),
      order({ keyHash, contentHash: new Uint8Array([2]) }),
      order({ keyHash, line: 2, isLineNamed: true }),
    ])
      await expect(acceptSend(database, other)).rejects.toMatchObject({ code: 'idempotency_mismatch' })
  })

  test('an order that the Mac refuses fails with the reason, and its key is free again', async () => {
    const keyHash = keyOf('seven')
    const id = await accepted({ keyHash })
    await published()
    await begun(id)
    await told(id, { is: 'refused', code: 'confirmation_needed', message: 'To many people.' })
    expect((await findSend(database, id))?.error).toEqual({ code: 'confirmation_needed', message: 'To many people.' })
    const again = await acceptSend(database, order({ keyHash, isConfirmed: true }))
    expect(again.isNew).toBe(true)
  })

  test('a send can be cancelled reliably until a Mac has begun it', async () => {
    const [early, late] = [await accepted(), await accepted()]
    await published()
    expect(await cancelSend(database, early, nowMs)).toBe(true)
    expect(await begun(early)).toEqual({ is: 'over' })
    await begun(late)
    expect(await cancelSend(database, late, nowMs)).toBe(false)
    expect(await stateOf(late)).toEqual(['queued', undefined])
  })

  test('the outcome of a send is followed, and each change is told once', async () => {
    const id = await accepted()
    await published()
    const changes = async () => {
      const untold = await untoldSends(database, 0)
      await noteTold(database, untold)
      return untold.flatMap(({ events }) => events)
    }
    expect(await changes()).toMatchObject([{ type: 'send_updated', id, state: 'queued', rowid: null }])
    await told(id, { is: 'known', send: sendOf({ id: 'm', state: 'handed_over', rowid: null, guid: null }) })
    await noteSends(database, { mac: 'one', sends: [sendOf({ id: 'm' }), sendOf({ id: 'of nobody' })], nowMs })
    expect(await changes()).toMatchObject([
      { id, state: 'landed', chat_guid: `1~any;-;${anna}`, rowid: 2 ** 40 + 7, error_code: null },
    ])
    await noteSends(database, { mac: 'one', sends: [sendOf({ id: 'm' })], nowMs })
    expect(await changes()).toEqual([])
    // No sent content is kept longer than needed.
    expect(await database.query('SELECT text FROM send')).toEqual([{ text: null }])
  })

  test('a scheduled send becomes an order when it is due, and asks its owner if its time passed unnoticed', async () => {
    const [due, missed] = [
      await accepted({ sendAtMs: start + minute }),
      await accepted({ sendAtMs: start + 2 * minute }),
    ]
    expect(await published()).toEqual([])
    nowMs = start + 3 * minute
    await releaseDue(database, { nowMs, expiresAfterMs: minute, isMissed: (ms) => ms === start + 2 * minute })
    session = await greeted()
    expect(await published()).toEqual([due])
    expect((await findScheduled(database, missed))?.state).toBe('missed')
    expect((await findSend(database, due))?.state).toBe('queued')
  })

  test('a full queue refuses, and so does the limit of a key', async () => {
    await database.query(
      `INSERT INTO send (id, asked_by, content_hash, line, kind, handle, is_confirmed, stage, state, created_at_ms, updated_at_ms,
          expires_at_ms) SELECT 'full-' || n, 'owner', '', 1, 'text', $1, false, 'ready', 'queued', $2, $2, $2
        FROM generate_series(1, 500) AS n`,
      [anna, nowMs],
    )
    await expect(accepted()).rejects.toMatchObject({ code: 'queue_full' })
    await expect(accepted({ by: 'owner', perHour: 3 })).rejects.toMatchObject({ code: 'rate_limited' })
  })

  test('the line is the one named, else the only one, else the last one in contact with the person, else the default', async () => {
    const chosen = async (asked: Partial<Parameters<typeof lineFor>[1]> = {}) =>
      (await lineFor(database, { handle: anna, ...asked })).name
    expect(await chosen()).toBe('anne')
    await joined('two', 'ben')
    await expect(chosen()).rejects.toMatchObject({ code: 'line_needed', details: { lines: ['anne', 'ben'] } })
    expect(await chosen({ from: 'ben' })).toBe('ben')
    expect(await chosen({ maySendAs: (line) => line === 'ben' })).toBe('ben')
    await expect(chosen({ from: 'anne', maySendAs: (line) => line === 'ben' })).rejects.toMatchObject({
      code: 'invalid_request',
    })
    await expect(chosen({ from: 'nobody' })).rejects.toMatchObject({ code: 'invalid_request' })
    await database.query('UPDATE line SET is_default = true WHERE id = 1')
    expect(await chosen()).toBe('anne')
    const spoke = (line: number, at: string) =>
      noteConversation(database, { line, generation: 1, version: 1, ...carried({ last_message_ts: at }) })
    await spoke(1, '2026-01-01T00:00:00.000Z')
    await spoke(2, '2026-02-01T00:00:00.000Z')
    for (const handle of [anna, '+1 202 555 0123', '(202) 555-0123']) expect(await chosen({ handle })).toBe('ben')
    expect(await chosen({ maySendAs: (line) => line === 'anne' })).toBe('anne')
    expect(await chosen({ handle: ben })).toBe('anne')
  })
})

import { expect, it, onTestFinished } from 'vitest'
import type { ConversationKey, DeliveryId } from '../contract/ids.ts'
import { ServiceError } from '../domain/service-error.ts'
import { openHeartbeat } from '../store/heartbeat.ts'
import { journalDeliveries, type Settlement } from '../store/journal/deliveries.ts'
import { deliveryRetention } from '../store/journal/retention.ts'
import { ingestInto, messageOf, pageOf, relayed, toIntegrations } from '../store/journal/test-journal.ts'
import {
  getDelivery,
  listDeliveries,
  retryDelivery,
  retryPlugin,
  sendDeliveryAgain,
  skipDelivery,
} from './deliveries.ts'
import { nowMs, request, testServices } from './test-services.ts'

const servicesOf = testServices(onTestFinished)
const all = { limit: 50 }
const at = (ms: number) => new Date(ms).toISOString()

/** Messages 1 to `count`, each for the plugin `hook`. */
function withDeliveries(count: number) {
  const made = servicesOf()
  const { journalDb, services } = made
  openHeartbeat(made.dir.heartbeatFile).write(nowMs)
  made.bridgeNotes.put({ name: 'hook', tier: 'official', status: 'running', lastError: null, manifest: {} }, 0)
  const deliveries = journalDeliveries(journalDb, Buffer.alloc(32, 1))
  const rows = Array.from({ length: count }, (_, index) => {
    const rowid = index + 1
    const conversation = `dm:+1202555012${rowid % 2}` as ConversationKey
    return relayed(rowid, { conversation, message: messageOf(rowid, { conversation }) })
  })
  for (const row of rows) ingestInto(journalDb).commit(pageOf([row], { nowMs: row.rowid }), toIntegrations('hook'))
  const ids = deliveries.next({ integration: 'hook', afterSeq: 0, limit: count }, []).map(({ id }) => id)
  const settle = (number: number, outcome: object, atMs: number) =>
    deliveries.settle([{ integration: 'hook', id: ids[number - 1] as DeliveryId, ...outcome } as Settlement], atMs)
  const idOf = (number: number) => String(ids[number - 1])
  return { ...made, services, settle, idOf }
}

const retry = { outcome: 'retry', attempts: 1, crashes: 0, nextAtMs: 900, error: 'HTTP 503', durationMs: 12 }
const dead = { outcome: 'dead', attempts: 2, crashes: 0, error: 'HTTP 410', durationMs: 7 }

it('lists deliveries with their states, the newest first', async () => {
  const { services, settle } = withDeliveries(5)
  settle(1, { outcome: 'acked', durationMs: 41 }, 100)
  settle(2, retry, 200)
  settle(3, dead, 300)
  settle(4, { outcome: 'skipped', error: 'dropped by content_filter' }, 400)
  const { deliveries, cursor } = await listDeliveries(all, services, request)
  expect(cursor).toBeNull()
  expect(deliveries.map(({ rowid, state }) => [rowid, state])).toEqual([
    [5, 'queued'],
    [4, 'filtered'],
    [3, 'failed'],
    [2, 'retrying'],
    [1, 'delivered'],
  ])
  expect(deliveries[3]).toMatchObject({ attempts: 1, next_attempt_at: at(900), last_error: 'HTTP 503' })
  expect(deliveries[4]).toMatchObject({ attempts: 1, settled_at: at(100), duration_ms: 41, last_error: null })
})

it('says when a delivery is really tried again, which is not before its plugin is handed anything', async () => {
  const { services, settle, bridgeNotes, idOf } = withDeliveries(2)
  settle(1, retry, 200)
  settle(2, { ...retry, nextAtMs: 9_000 }, 200)
  const note = (manifest: object) =>
    bridgeNotes.put(
      { name: 'hook', tier: 'official', status: 'running', lastError: null, manifest: { ...manifest } },
      0,
    )
  const next = async () =>
    (await listDeliveries(all, services, request)).deliveries.map(({ next_attempt_at }) => next_attempt_at)
  note({ waiting_for: 'receiver', next_attempt_at: at(5_000) })
  expect(await next()).toEqual([at(9_000), at(5_000)])
  expect(await getDelivery({ id: idOf(1) }, services, request)).toMatchObject({ next_attempt_at: at(5_000) })
  note({ waiting_for: null, next_attempt_at: null })
  expect(await next()).toEqual([at(9_000), at(900)])
})

it('filters by plugin, state, conversation and time', async () => {
  const { services, settle } = withDeliveries(4)
  settle(2, dead, 300)
  const rowids = async (query: object) =>
    (await listDeliveries({ ...all, ...query }, services, request)).deliveries.map(({ rowid }) => rowid)
  expect(await rowids({ plugin: 'hook' })).toEqual([4, 3, 2, 1])
  expect(await rowids({ plugin: 'other' })).toEqual([])
  expect(await rowids({ state: 'failed' })).toEqual([2])
  expect(await rowids({ state: 'queued', conversation: 'iMessage;-;+12025550120' })).toEqual([4])
  expect(await rowids({ from_ts: at(2), to_ts: at(4) })).toEqual([3, 2])
})

it('pages through all deliveries by a cursor, and new ones do not shift a page', async () => {
  const { services } = withDeliveries(5)
  const first = await listDeliveries({ limit: 2 }, services, request)
  const second = await listDeliveries({ limit: 2, cursor: String(first.cursor) }, services, request)
  const third = await listDeliveries({ limit: 2, cursor: String(second.cursor) }, services, request)
  expect([first, second, third].map(({ deliveries }) => deliveries.map(({ rowid }) => rowid))).toEqual([
    [5, 4],
    [3, 2],
    [1],
  ])
  expect(third.cursor).toBeNull()
})

it('shows every attempt of a delivery, until the delivery itself is forgotten', async () => {
  const { services, settle, idOf, journalDb } = withDeliveries(1)
  settle(1, { ...retry, status: 503 }, 200)
  settle(1, { ...retry, attempts: 2, error: 'timed out', nextAtMs: 2_000 }, 1_000)
  expect(await getDelivery({ id: idOf(1) }, services, request)).toMatchObject({ answer_status: null, duration_ms: 12 })
  settle(1, { outcome: 'acked', durationMs: 41, status: 204 }, 2_050)
  const { history, ...delivery } = await getDelivery({ id: idOf(1) }, services, request)
  expect(history).toEqual([
    { attempt: 1, ended_at: at(200), duration_ms: 12, answer_status: 503, error: 'HTTP 503', next_attempt_at: at(900) },
    {
      attempt: 2,
      ended_at: at(1_000),
      duration_ms: 12,
      answer_status: null,
      error: 'timed out',
      next_attempt_at: at(2_000),
    },
    { attempt: 3, ended_at: at(2_050), duration_ms: 41, answer_status: 204, error: null, next_attempt_at: null },
  ])
  expect(delivery).toMatchObject({ answer_status: 204, duration_ms: 41 })
  deliveryRetention(journalDb).prune(nowMs, 7)
  expect(() => getDelivery({ id: idOf(1) }, services, request)).toThrowError(
    expect.objectContaining({ code: 'delivery_not_found' }),
  )
  expect(journalDb.prepare('SELECT count(*) AS n FROM delivery_attempt').get()).toEqual({ n: 0 })
})

it('retries and skips deliveries that wait or failed, and refuses finished ones', async () => {
  const { services, settle, idOf, audited } = withDeliveries(3)
  settle(1, { outcome: 'acked' }, 100)
  settle(2, dead, 300)
  settle(3, retry, 300)
  expect(await retryDelivery({ id: idOf(2) }, services, request)).toMatchObject({
    state: 'retrying',
    next_attempt_at: null,
    settled_at: null,
    attempts: 2,
  })
  expect(await skipDelivery({ id: idOf(3) }, services, request)).toMatchObject({
    state: 'filtered',
    last_error: 'skipped by hand',
  })
  const settled = expect.objectContaining({ code: 'delivery_settled' })
  expect(() => retryDelivery({ id: idOf(1) }, services, request)).toThrowError(settled)
  expect(() => skipDelivery({ id: idOf(3) }, services, request)).toThrowError(settled)
  expect(audited().map(({ action, target }) => [action, target])).toEqual([
    ['delivery_retried', idOf(2)],
    ['delivery_skipped', idOf(3)],
  ])
})

it('tries everything that waits for a plugin at once, and audits nothing if nothing waits', async () => {
  const { services, settle, audited } = withDeliveries(2)
  expect(await retryPlugin({ name: 'hook' }, services, request)).toEqual({ changed: 2 })
  settle(1, { outcome: 'acked' }, 100)
  settle(2, { outcome: 'acked' }, 100)
  expect(await retryPlugin({ name: 'hook' }, services, request)).toEqual({ changed: 0 })
  expect(audited().map(({ action }) => action)).toEqual(['deliveries_retried'])
  expect(() => retryPlugin({ name: 'other' }, services, request)).toThrowError(
    expect.objectContaining({ code: 'plugin_not_found' }),
  )
})

it('lists deliveries without names while Messages cannot be read', async () => {
  const { services } = withDeliveries(1)
  const unreadable = () => {
    throw new ServiceError('messages_unreadable', 'no')
  }
  const history = { ...services.history, placed: unreadable, conversationKeys: unreadable }
  const { deliveries } = await listDeliveries(all, { ...services, history }, request)
  expect(deliveries).toMatchObject([{ rowid: 1, sender: null, conversation_name: null, state: 'queued' }])
})

it('shows administrators exactly what the plugin was handed, until its text is gone', async () => {
  const { services, settle, idOf, journalDb } = withDeliveries(2)
  const handedTo = async (caller: typeof request.caller) =>
    (await getDelivery({ id: idOf(1) }, services, { ...request, caller })).handed
  expect(await handedTo(request.caller)).toBeNull()
  settle(1, { outcome: 'acked' }, 100)
  const { conversations } = services.pluginPages
  expect(await handedTo(request.caller)).toEqual({
    delivery_id: idOf(1),
    attempt: 1,
    conversation_id: conversations.opaque('hook', 'dm:+12025550121'),
    sender: 'Anna',
    is_group: false,
    group_name: null,
    ts: new Date(0).toISOString(),
    kind: 'text',
    text: 'text 1',
    reply_to: null,
    attachments: [],
  })
  expect(await handedTo({ ...request.caller, scopes: ['read', 'write'] })).toBeNull()
  settle(2, { outcome: 'acked', handed: { text: '•••' } }, 100)
  expect(await getDelivery({ id: idOf(2) }, services, request)).toMatchObject({ handed: { text: '•••' } })
  journalDb.exec('UPDATE inbox SET payload = NULL')
  expect(await handedTo(request.caller)).toBeNull()
  expect(await getDelivery({ id: idOf(2) }, services, request)).toMatchObject({ handed: null })
})

it('hands a settled message over again as a delivery of its own, as often as wanted', async () => {
  const { services, settle, idOf, audited } = withDeliveries(2)
  settle(1, { outcome: 'acked' }, 100)
  const again = await sendDeliveryAgain({ id: idOf(1) }, services, request)
  expect(again).toMatchObject({ state: 'queued', attempts: 0, plugin: 'hook', rowid: 1 })
  expect(again.id).not.toBe(idOf(1))
  await sendDeliveryAgain({ id: idOf(1) }, services, request)
  const { deliveries } = await listDeliveries({ ...all, state: 'queued' }, services, request)
  expect(deliveries.map(({ rowid }) => rowid)).toEqual([1, 1, 2])
  expect(() => sendDeliveryAgain({ id: idOf(2) }, services, request)).toThrowError(
    expect.objectContaining({ code: 'delivery_pending' }),
  )
  expect(audited().map(({ action }) => action)).toEqual(['delivery_sent_again', 'delivery_sent_again'])
})

it('refuses to hand over a message that is kept nowhere', async () => {
  const { services, settle, idOf, journalDb } = withDeliveries(1)
  settle(1, { outcome: 'acked' }, 100)
  journalDb.exec('UPDATE inbox SET payload = NULL')
  expect(() => sendDeliveryAgain({ id: idOf(1) }, services, request)).toThrowError(
    expect.objectContaining({ code: 'delivery_gone' }),
  )
  const history = { ...services.history, placed: () => [{ message: { guid: 'guid-1' } }] as never }
  expect(await sendDeliveryAgain({ id: idOf(1) }, { ...services, history }, request)).toMatchObject({ state: 'queued' })
})

import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import type { ConversationId, ConversationKey, DeliveryId, MessageGuid } from '../../contract/ids.ts'
import { journalConversations } from './conversations.ts'
import { journalDeadLetters } from './dead-letters.ts'
import { deliveryIdOf, journalDeliveries, type Settlement } from './deliveries.ts'
import { deliveryCounts } from './delivery-counts.ts'
import { journalIntegrations } from './integrations.ts'
import { deliveryRetention } from './retention.ts'
import { migrations } from './schema.ts'

const installKey = Buffer.alloc(32, 1)
const dayMs = 86_400_000
const anna = 'dm:anna' as ConversationKey
const ben = 'dm:ben' as ConversationKey

function journal() {
  const db = new DatabaseSync(':memory:')
  for (const migration of migrations) db.exec(migration)
  const deliveries = journalDeliveries(db, installKey)
  let made = 0
  const enqueue = (conversation: ConversationKey, { integration = 'hook', nowMs = 0 } = {}): DeliveryId => {
    const guid = `g${++made}` as MessageGuid
    deliveries.enqueue({ integration, guid, conversation, nowMs })
    return deliveryIdOf(installKey, { integration, guid })
  }
  const settle = (id: DeliveryId, outcome: Partial<Settlement>, nowMs = 0) =>
    deliveries.settle([{ integration: 'hook', id, ...outcome } as Settlement], nowMs)
  const pending = (without: ConversationKey[] = []) =>
    deliveries.next({ integration: 'hook', afterSeq: 0, limit: 100 }, without)
  return { db, deliveries, enqueue, settle, pending }
}

const dead = { outcome: 'dead', attempts: 3, crashes: 0, error: 'no' } as const

it('returns the oldest first, a window at a time, without the excluded conversations', () => {
  const { deliveries, enqueue, pending } = journal()
  const ids = [enqueue(anna), enqueue(ben), enqueue(anna)]
  expect(pending().map(({ id }) => id)).toEqual(ids)
  expect(pending([anna]).map(({ id }) => id)).toEqual([ids[1]])
  expect(deliveries.next({ integration: 'hook', afterSeq: 1, limit: 1 }, []).map(({ id }) => id)).toEqual([ids[1]])
  expect(deliveries.next({ integration: 'other', afterSeq: 0, limit: 1 }, [])).toEqual([])
})

it('returns the rest of one conversation up to a sequence number', () => {
  const { deliveries, enqueue } = journal()
  const ids = [enqueue(anna), enqueue(ben), enqueue(anna), enqueue(anna)]
  const window = { integration: 'hook', afterSeq: 1, throughSeq: 3, limit: 10 }
  expect(deliveries.nextOf(anna, window).map(({ id }) => id)).toEqual([ids[2]])
  expect(deliveries.lastSeq()).toBe(4)
})

it('queues a message for an integration only once', () => {
  const { deliveries, pending } = journal()
  const delivery = { integration: 'hook', guid: 'same' as MessageGuid, conversation: anna, nowMs: 0 }
  deliveries.enqueue(delivery)
  deliveries.enqueue(delivery)
  expect(pending()).toHaveLength(1)
})

it('stores the attempts of a retry, and removes settled deliveries from the queue', () => {
  const { enqueue, settle, pending } = journal()
  const [first, second] = [enqueue(anna), enqueue(anna)]
  settle(first, { outcome: 'retry', attempts: 1, crashes: 1, nextAtMs: 500, error: 'down' })
  expect(pending()[0]).toMatchObject({ attempts: 1, crashes: 1, nextAtMs: 500 })
  settle(first, { outcome: 'acked' })
  settle(second, { outcome: 'skipped', error: 'gone' })
  expect(pending()).toEqual([])
})

it('never reverts an acknowledgement', () => {
  const { db, enqueue, settle } = journal()
  const id = enqueue(anna)
  settle(id, { outcome: 'acked' })
  settle(id, { outcome: 'retry', attempts: 1, crashes: 0, nextAtMs: 0, error: 'late' })
  settle(id, dead)
  expect(db.prepare('SELECT state FROM delivery').get()?.state).toBe('acked')
})

it('does not settle a delivery of another integration', () => {
  const { deliveries, enqueue, pending } = journal()
  const id = enqueue(anna)
  deliveries.settle([{ integration: 'thief', id, outcome: 'acked' }], 0)
  expect(pending()).toHaveLength(1)
})

it('counts a delivery that was begun as one attempt, and only once', () => {
  const { enqueue, settle, pending } = journal()
  const id = enqueue(anna)
  settle(id, { outcome: 'begun' })
  settle(id, { outcome: 'begun' })
  expect(pending()[0]?.attempts).toBe(1)
})

it('settles a batch as a whole or not at all', () => {
  const { deliveries, enqueue, pending } = journal()
  const good = enqueue(anna)
  const batch = [
    { integration: 'hook', id: good, outcome: 'acked' },
    { integration: 'hook', id: good, outcome: 'skipped', error: {} as string },
  ] as Settlement[]
  expect(() => deliveries.settle(batch, 0)).toThrow()
  expect(pending()).toHaveLength(1)
})

it('lists dead letters newest first; each can be retried or dropped, once', () => {
  const { db, enqueue, settle, pending } = journal()
  const letters = journalDeadLetters(db)
  const [first, second] = [enqueue(anna), enqueue(ben)]
  for (const id of [first, second]) settle(id, dead, 77)
  expect(letters.list('hook', 10).map(({ id }) => id)).toEqual([second, first])
  expect(letters.list('hook', 10)[0]).toMatchObject({ attempts: 3, settledAtMs: 77, error: 'no' })
  expect([letters.retry(first), letters.retry(first)]).toEqual([true, false])
  expect(pending()[0]).toMatchObject({ id: first, attempts: 3 })
  expect([letters.drop(second, 0), letters.drop(second, 0)]).toEqual([true, false])
  expect(letters.list('hook', 10)).toEqual([])
})

it('counts pending and dead deliveries for each integration', () => {
  const { db, enqueue, settle } = journal()
  settle(enqueue(anna), dead)
  enqueue(anna)
  enqueue(anna, { integration: 'other' })
  expect(Object.fromEntries(deliveryCounts(db)())).toEqual({
    hook: { pending: 1, dead: 1 },
    other: { pending: 1, dead: 0 },
  })
})

it('skips, after a day, pending deliveries of an integration that is switched off, and nothing else', () => {
  const { db, enqueue, pending } = journal()
  const retention = deliveryRetention(db)
  enqueue(anna)
  enqueue(anna, { integration: 'off' })
  enqueue(anna, { integration: 'off', nowMs: dayMs })
  expect(retention.expire(['hook'], dayMs + 1)).toBe(1)
  expect(pending()).toHaveLength(1)
  expect(deliveryCounts(db)().get('off')).toMatchObject({ pending: 1 })
})

it('forgets acknowledged deliveries after the days that are set and dead ones after a month; pending ones stay', () => {
  const { db, enqueue, settle } = journal()
  const retention = deliveryRetention(db)
  settle(enqueue(anna), { outcome: 'acked' }, 0)
  settle(enqueue(anna), dead, 0)
  enqueue(anna)
  expect(retention.prune(7 * dayMs, 7)).toBe(0)
  expect(retention.prune(7 * dayMs + 1, 14)).toBe(0)
  expect(retention.prune(7 * dayMs + 1, 7)).toBe(1)
  expect(retention.prune(30 * dayMs + 1, 60)).toBe(0)
  expect(retention.prune(30 * dayMs + 1, 7)).toBe(1)
  expect(db.prepare('SELECT count(*) AS n FROM delivery').get()?.n).toBe(1)
})

it('gives each plugin its own id for a conversation, and only that plugin can resolve it', () => {
  const { db, enqueue } = journal()
  enqueue(anna)
  const conversations = journalConversations(db, installKey)
  const id = conversations.idOf('hook', anna)
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(conversations.idOf('other', anna)).not.toBe(id)
  expect(conversations.idOf('hook', ben)).not.toBe(id)
  expect(journalConversations(db, Buffer.alloc(32, 2)).idOf('hook', anna)).not.toBe(id)
  expect(conversations.keyOf('hook', id)).toBe(anna)
  expect(conversations.keyOf('other', id)).toBeUndefined()
  expect(conversations.keyOf('hook', 'made up' as ConversationId)).toBeUndefined()
})

it('remembers a plugin and its process, and can forget either', () => {
  const { db } = journal()
  const rows = journalIntegrations(db)
  const row = { name: 'hook', tier: 'official', status: 'running', lastError: null, manifest: { version: '1' } }
  rows.put(row, 1)
  rows.putRunner('hook', { pid: 12, started: 'then' })
  rows.put({ ...row, status: 'failed', lastError: 'no' }, 2)
  expect(rows.list()).toEqual([{ ...row, status: 'failed', lastError: 'no' }])
  expect(rows.runnerOf('hook')).toEqual({ pid: 12, started: 'then' })
  rows.putRunner('hook', null)
  expect(rows.runnerOf('hook')).toBeNull()
  rows.remove('hook')
  expect(rows.list()).toEqual([])
})

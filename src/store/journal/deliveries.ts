/**
 * Keeps the deliveries of the journal: queues them, reads the bounded windows that the dispatcher pulls, and records
 * their outcomes.
 */
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import { limitTo, opaque } from '../../base/sql-parameter.ts'
import type { ConversationKey, DeliveryId, MessageGuid } from '../../contract/ids.ts'
import type { RelayMessage } from '../../domain/message.ts'
import { inTransaction } from '../transaction.ts'
import { journalConversations } from './conversations.ts'
import { type DeliveredCounts, deliveredCounts } from './delivered-counts.ts'
import { opaqueId } from './opaque-id.ts'
import { storedJson } from './stored-json.ts'

export interface NewDelivery {
  integration: string
  guid: MessageGuid
  conversation: ConversationKey
  nowMs: number
}

export interface PendingDelivery {
  seq: number
  id: DeliveryId
  guid: MessageGuid
  /** Whether the message is a test for this plugin alone. */
  isTest: boolean
  conversation: ConversationKey
  /** Attempts that have ended. */
  attempts: number
  /** The number of attempts that ended with the death of the plugin's process. */
  crashes: number
  nextAtMs: number
  createdAtMs: number
  /** Null when the message itself is no longer kept. */
  message: RelayMessage | null
}

/** The receiver's response to a test: a status if its protocol has one, and the beginning of its text. */
export interface ReceiverAnswer {
  status: number | null
  body: string
}

interface Settled {
  integration: string
  id: DeliveryId
  /** The duration of the attempt, if known: until the receiver answered, if the plugin reports that. */
  durationMs?: number | undefined
  /** The status that the receiver answered, where the plugin tells. */
  status?: number | null | undefined
  /** The receiver's response to a test. */
  answer?: ReceiverAnswer | undefined
  /** The message that the plugin was handed, if a transform had changed it; null if an earlier one had, and none has now. */
  handed?: object | null | undefined
}

/** The outcome of one delivery, to be written to the journal. */
export type Settlement = Settled &
  (
    | {
        outcome: 'acked'
        /** Passing the time at which the delivery was created saves reading it. */
        createdAtMs?: number | undefined
      }
    | { outcome: 'retry'; attempts: number; crashes: number; nextAtMs: number; error: string | null }
    | { outcome: 'dead'; attempts: number; crashes: number; error: string }
    | { outcome: 'skipped'; error: string }
    /** An earlier process began the delivery and left no outcome, so the next attempt is at least the second. */
    | { outcome: 'begun' }
    /** Notes that a person's wish about the delivery is being carried out. */
    | { outcome: 'heeded' }
  )

type Acknowledged = Extract<Settlement, { outcome: 'acked' }>

/** A part of the queue, in order of acceptance. */
interface Window {
  integration: string
  afterSeq: number
  limit: number
}

export interface Deliveries {
  /** Runs in the transaction that ingests the message. */
  enqueue(delivery: NewDelivery): void
  /** Returns the oldest pending deliveries, without those of the given conversations. */
  next(window: Window, without: readonly ConversationKey[]): PendingDelivery[]
  /** Returns the oldest pending deliveries of one conversation, up to and including `throughSeq`. */
  nextOf(conversation: ConversationKey, window: Window & { throughSeq: number }): PendingDelivery[]
  /** The newest sequence number ever given. */
  lastSeq(): number
  /** Returns the pending tests of a plugin, which are in no queue, oldest first. */
  tests(integration: string): PendingDelivery[]
  /** Returns deliveries that a person wants to be tried at once. */
  wanted(integration: string): Pick<PendingDelivery, 'id' | 'conversation'>[]
  settle(batch: readonly Settlement[], nowMs: number): void
  /** Returns whether another process has written to the journal since the previous call. */
  changedElsewhere(): boolean
}

const columns = `d.seq, d.id, d.guid, d.is_test, d.conversation, d.attempts, d.crashes, d.next_at_ms, d.created_at_ms, i.payload
  FROM delivery d LEFT JOIN inbox i ON i.guid = d.guid`
/** The number of tests and wishes that are seen at a time; more wait for those before them. */
const mostAtOnce = 20
const ofPending = "WHERE integration = ? AND id = ? AND state = 'pending'"
const sql = {
  insert: `INSERT INTO delivery (id, integration, guid, conversation, created_at_ms) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT DO NOTHING`,
  next: `SELECT ${columns} WHERE d.integration = ? AND d.state = 'pending' AND d.seq > ${opaque('?')} AND d.is_test = 0
    AND d.conversation NOT IN (SELECT value FROM json_each(?)) ORDER BY d.seq ${limitTo('?')}`,
  nextOf: `SELECT ${columns} WHERE d.integration = ? AND d.conversation = ? AND d.state = 'pending' AND d.is_test = 0
    AND d.seq > ${opaque('?')} AND d.seq <= ? ORDER BY d.seq ${limitTo('?')}`,
  lastSeq: 'SELECT max(seq) AS seq FROM delivery',
  // No other statement makes a delivery acked: what is delivered is counted beside it.
  acked: `UPDATE delivery SET state = 'acked', attempts = attempts + 1, settled_at_ms = ?, duration_ms = ?, answer_status = ?,
    last_error = NULL ${ofPending} AND created_at_ms = ?`,
  createdAt: `SELECT created_at_ms FROM delivery ${ofPending}`,
  retry: `UPDATE delivery SET attempts = ?, crashes = ?, next_at_ms = ?, duration_ms = ?, answer_status = ?, last_error = ? ${ofPending}`,
  dead: `UPDATE delivery SET state = 'dead', attempts = ?, crashes = ?, settled_at_ms = ?, duration_ms = ?, answer_status = ?,
    last_error = ? ${ofPending}`,
  attempt: `INSERT INTO delivery_attempt (delivery, attempt, ended_at_ms, duration_ms, answer_status, error, next_at_ms)
    VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  tests: `SELECT ${columns} WHERE d.integration = ? AND d.is_test = 1 AND d.state = 'pending' ORDER BY d.seq LIMIT ${mostAtOnce}`,
  wanted: `SELECT id, conversation FROM delivery WHERE integration = ? AND is_wanted = 1 AND state = 'pending' LIMIT ${mostAtOnce}`,
  heeded: 'UPDATE delivery SET is_wanted = 0 WHERE integration = ? AND id = ?',
  answer: 'UPDATE delivery SET answer = ? WHERE integration = ? AND id = ?',
  unhanded: 'DELETE FROM handed WHERE delivery = ?',
  handed:
    'INSERT INTO handed (delivery, message) VALUES (?, ?) ON CONFLICT (delivery) DO UPDATE SET message = excluded.message',
  skipped: `UPDATE delivery SET state = 'skipped', settled_at_ms = ?, last_error = ? ${ofPending}`,
  version: 'PRAGMA data_version',
  begun: `UPDATE delivery SET attempts = max(attempts, 1) ${ofPending}`,
}

export function journalDeliveries(db: DatabaseSync, installKey: Uint8Array): Deliveries {
  const conversations = journalConversations(db, installKey)
  const [insert, next, nextOf] = [db.prepare(sql.insert), db.prepare(sql.next), db.prepare(sql.nextOf)]
  const [acked, retry, dead] = [db.prepare(sql.acked), db.prepare(sql.retry), db.prepare(sql.dead)]
  const [attempt, tests, wanted] = [db.prepare(sql.attempt), db.prepare(sql.tests), db.prepare(sql.wanted)]
  const [heeded, answered] = [db.prepare(sql.heeded), db.prepare(sql.answer)]
  const [handed, unhanded] = [db.prepare(sql.handed), db.prepare(sql.unhanded)]
  const [skipped, begun, lastSeq] = [db.prepare(sql.skipped), db.prepare(sql.begun), db.prepare(sql.lastSeq)]

  const createdAt = db.prepare(sql.createdAt)
  const countDelivered = deliveredCounts(db)

  const version = db.prepare(sql.version)
  let lastVersion = version.get()?.data_version

  /** The time that is counted is that of the row, which is read where the caller does not know it. */
  const acknowledge = (it: Acknowledged, nowMs: number, delivered: DeliveredCounts): void => {
    const { integration, id, durationMs = null, status = null } = it
    const isDone = (atMs: number) => acked.run(nowMs, durationMs, status, integration, id, atMs).changes !== 0
    let atMs = it.createdAtMs
    if (atMs === undefined || !isDone(atMs)) {
      atMs = createdAt.get(integration, id)?.created_at_ms as number | undefined
      if (atMs === undefined || !isDone(atMs)) return
    }
    delivered.add(integration, nowMs - atMs)
  }

  const write = (it: Settlement, nowMs: number, delivered: DeliveredCounts): unknown => {
    const { durationMs = null, status = null } = it
    if (it.answer !== undefined) answered.run(JSON.stringify(it.answer), it.integration, it.id)
    if (it.handed === null) unhanded.run(it.id)
    else if (it.handed !== undefined) handed.run(it.id, JSON.stringify(it.handed))
    switch (it.outcome) {
      case 'acked':
        return acknowledge(it, nowMs, delivered)
      case 'retry':
        // A delivery that was never handed over has no attempt to remember.
        if (it.error !== null) attempt.run(it.id, it.attempts, nowMs, durationMs, status, it.error, it.nextAtMs)
        return retry.run(it.attempts, it.crashes, it.nextAtMs, durationMs, status, it.error, it.integration, it.id)
      case 'dead':
        attempt.run(it.id, it.attempts, nowMs, durationMs, status, it.error, null)
        return dead.run(it.attempts, it.crashes, nowMs, durationMs, status, it.error, it.integration, it.id)
      case 'skipped':
        return skipped.run(nowMs, it.error, it.integration, it.id)
      case 'begun':
        return begun.run(it.integration, it.id)
      case 'heeded':
        return heeded.run(it.integration, it.id)
    }
  }

  return {
    enqueue({ integration, guid, conversation, nowMs }) {
      const id = deliveryIdOf(installKey, { integration, guid })
      insert.run(id, integration, guid, conversation, nowMs)
      conversations.remember(integration, conversation)
    },
    next: ({ integration, afterSeq, limit }, without) =>
      next.all(integration, afterSeq, JSON.stringify(without), limit).map(pendingDelivery),
    nextOf: (conversation, { integration, afterSeq, throughSeq, limit }) =>
      nextOf.all(integration, conversation, afterSeq, throughSeq, limit).map(pendingDelivery),
    tests: (integration) => tests.all(integration).map(pendingDelivery),
    wanted: (integration) =>
      wanted.all(integration).map(({ id, conversation }) => ({
        id: id as DeliveryId,
        conversation: conversation as ConversationKey,
      })),
    lastSeq: () => Number(lastSeq.get()?.seq ?? 0),
    changedElsewhere() {
      const before = lastVersion
      lastVersion = version.get()?.data_version
      return lastVersion !== before
    },
    settle: (batch, nowMs) =>
      inTransaction(db, () => {
        const delivered = countDelivered()
        for (const settlement of batch) write(settlement, nowMs, delivered)
        delivered.write(nowMs)
      }),
  }
}

/**
 * The id is derived from the message instead of being random: if the journal is rebuilt, a repeat still carries the
 * same id.
 */
export const deliveryIdOf = (
  installKey: Uint8Array,
  { integration, guid }: Pick<NewDelivery, 'integration' | 'guid'>,
) => opaqueId(installKey, 'delivery', [integration, guid]) as DeliveryId

const pendingDelivery = (row: Record<string, SQLOutputValue>): PendingDelivery => ({
  seq: Number(row.seq),
  id: row.id as DeliveryId,
  guid: row.guid as MessageGuid,
  isTest: row.is_test === 1,
  conversation: row.conversation as ConversationKey,
  attempts: Number(row.attempts),
  crashes: Number(row.crashes),
  nextAtMs: Number(row.next_at_ms),
  createdAtMs: Number(row.created_at_ms),
  message: storedJson<RelayMessage | null>(row.payload) ?? null,
})

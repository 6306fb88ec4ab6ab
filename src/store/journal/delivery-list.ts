/** Reads deliveries for people: a page of them, newest first, and one with every attempt. */
import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite'
import type { DeliveryProgress } from '../../contract/delivery.ts'
import type { ConversationKey, DeliveryId, MessageGuid, RowId } from '../../contract/ids.ts'

export interface ListedDelivery {
  /** The position in the order of acceptance, of which cursors are made. */
  seq: number
  id: DeliveryId
  integration: string
  guid: MessageGuid
  /** Null when the message is no longer known. */
  rowid: RowId | null
  conversation: ConversationKey
  state: DeliveryProgress
  attempts: number
  createdAtMs: number
  settledAtMs: number | null
  durationMs: number | null
  /** 0 when it may be tried at once. */
  nextAtMs: number
  lastError: string | null
}

/** An attempt that failed. */
export interface FailedAttempt {
  attempt: number
  endedAtMs: number
  durationMs: number | null
  error: string
  nextAtMs: number | null
}

/** Which deliveries to list: all of them where nothing is given. */
export interface DeliveryQuery {
  integration?: string | undefined
  state?: DeliveryProgress | undefined
  conversations?: readonly ConversationKey[] | undefined
  fromMs?: number | undefined
  toMs?: number | undefined
  beforeSeq?: number | undefined
  limit: number
}

const columns = `d.seq, d.id, d.integration, d.guid, d.conversation, d.state, d.attempts, d.created_at_ms, d.settled_at_ms,
  d.duration_ms, d.next_at_ms, d.last_error, i.src_rowid FROM delivery d LEFT JOIN inbox i ON i.guid = d.guid`

/** The conditions are literals, so that SQLite uses the partial indexes of what is pending and what failed. */
const conditions: Readonly<Record<DeliveryProgress, string>> = {
  queued: "d.state = 'pending' AND d.attempts = 0",
  retrying: "d.state = 'pending' AND d.attempts > 0",
  delivered: "d.state = 'acked'",
  failed: "d.state = 'dead'",
  filtered: "d.state = 'skipped'",
}

export function listDeliveries(db: DatabaseSync, query: DeliveryQuery): ListedDelivery[] {
  const { integration, state, conversations, fromMs, toMs, beforeSeq, limit } = query
  const wanted: [condition: string, value?: SQLInputValue][] = []
  if (integration !== undefined) wanted.push(['d.integration = ?', integration])
  if (state !== undefined) wanted.push([conditions[state]])
  if (conversations !== undefined)
    wanted.push(['d.conversation IN (SELECT value FROM json_each(?))', JSON.stringify(conversations)])
  if (fromMs !== undefined) wanted.push(['d.created_at_ms >= ?', fromMs])
  if (toMs !== undefined) wanted.push(['d.created_at_ms < ?', toMs])
  if (beforeSeq !== undefined) wanted.push(['d.seq < ?', beforeSeq])
  const where = wanted.length === 0 ? '' : `WHERE ${wanted.map(([condition]) => condition).join(' AND ')}`
  const values = wanted.flatMap(([, value]) => (value === undefined ? [] : [value]))
  return db
    .prepare(`SELECT ${columns} ${where} ORDER BY d.seq DESC LIMIT ?`)
    .all(...values, limit)
    .map(listed)
}

export function deliveryById(db: DatabaseSync, id: string): ListedDelivery | undefined {
  const row = db.prepare(`SELECT ${columns} WHERE d.id = ?`).get(id)
  return row && listed(row)
}

/** Returns the attempts of a delivery that failed, oldest first. */
export const failedAttempts = (db: DatabaseSync, id: string): FailedAttempt[] =>
  db
    .prepare('SELECT * FROM delivery_attempt WHERE delivery = ? ORDER BY attempt')
    .all(id)
    .map(({ attempt, ended_at_ms, duration_ms, error, next_at_ms }) => ({
      attempt: Number(attempt),
      endedAtMs: Number(ended_at_ms),
      durationMs: duration_ms as number | null,
      error: String(error),
      nextAtMs: next_at_ms as number | null,
    }))

const listed = (row: Record<string, SQLOutputValue>): ListedDelivery => ({
  seq: Number(row.seq),
  id: row.id as DeliveryId,
  integration: String(row.integration),
  guid: row.guid as MessageGuid,
  rowid: row.src_rowid as RowId | null,
  conversation: row.conversation as ConversationKey,
  state: progressOf(String(row.state), Number(row.attempts)),
  attempts: Number(row.attempts),
  createdAtMs: Number(row.created_at_ms),
  settledAtMs: row.settled_at_ms as number | null,
  durationMs: row.duration_ms as number | null,
  nextAtMs: Number(row.next_at_ms),
  lastError: row.last_error as string | null,
})

function progressOf(state: string, attempts: number): DeliveryProgress {
  if (state === 'pending') return attempts === 0 ? 'queued' : 'retrying'
  return state === 'acked' ? 'delivered' : state === 'dead' ? 'failed' : 'filtered'
}

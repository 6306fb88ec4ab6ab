/** Reads deliveries for people: a page of them, newest first, and one with every attempt. */
import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite'
import { limitTo } from '../../base/sql-parameter.ts'
import type { DeliveryProgress } from '../../contract/delivery.ts'
import type { ConversationKey, DeliveryId, MessageGuid, RowId } from '../../contract/ids.ts'
import type { RelayMessage } from '../../domain/message.ts'
import type { ReceiverAnswer } from './deliveries.ts'
import { storedJson } from './stored-json.ts'

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
  /** The receiver's response to the last attempt. */
  answerStatus: number | null
  /** 0 when it may be tried at once. */
  nextAtMs: number
  lastError: string | null
  isTest: boolean
}

/** The fields that only the details of a delivery show. */
export interface DeliveryContent {
  /** The message as the relay keeps it; null once its text is gone. */
  message: RelayMessage | null
  /** The message that the plugin was handed, if a transform had changed it. */
  handed: unknown
  /** The receiver's response to a test. */
  answer: ReceiverAnswer | null
}

/** An attempt that failed. */
export interface FailedAttempt {
  attempt: number
  endedAtMs: number
  durationMs: number | null
  answerStatus: number | null
  error: string
  nextAtMs: number | null
}

/** Selects deliveries: all of them if nothing is given. */
export interface DeliveryQuery {
  integration?: string | undefined
  state?: DeliveryProgress | undefined
  conversations?: readonly ConversationKey[] | undefined
  fromMs?: number | undefined
  toMs?: number | undefined
  beforeSeq?: number | undefined
  limit: number
}

export const listedColumns = `d.seq, d.id, d.integration, d.guid, d.conversation, d.progress, d.attempts, d.created_at_ms, d.settled_at_ms,
  d.duration_ms, d.answer_status, d.next_at_ms, d.last_error, d.is_test, i.src_rowid FROM delivery d LEFT JOIN inbox i ON i.guid = d.guid`

/**
 * Deliveries are numbered in the order of their times, except where the clock was set back. So the times of a filter
 * limit the numbers that have to be looked at, with this much to spare on either side.
 */
const clockSlackMs = 24 * 3_600_000

/** The plus keeps SQLite from taking an index of that column. */
const conditions = {
  integration: 'd.integration = ?',
  state: 'd.progress = ?',
  conversation: 'd.conversation = ?',
  // Out of the index of times it would have to sort.
  from: '+d.created_at_ms >= ?',
  fromSeq:
    'd.seq > coalesce((SELECT seq FROM delivery WHERE seq > 0 AND created_at_ms < ? ORDER BY created_at_ms DESC LIMIT 1), 0)',
  to: '+d.created_at_ms < ?',
  toSeq:
    'd.seq < coalesce((SELECT seq FROM delivery WHERE seq > 0 AND created_at_ms >= ? ORDER BY created_at_ms LIMIT 1), 1e18)',
  beforeSeq: 'd.seq < ?',
} as const

/** Each filter is served by an index that keeps the order, so that a page costs the same however many there are. */
export function listDeliveries(db: DatabaseSync, { conversations, ...query }: DeliveryQuery): ListedDelivery[] {
  if (conversations === undefined) return page(db, query)
  return conversations
    .flatMap((conversation) => page(db, { ...query, conversation }))
    .sort((one, other) => other.seq - one.seq)
    .slice(0, query.limit)
}

type PageQuery = Omit<DeliveryQuery, 'conversations'> & { conversation?: ConversationKey }

function page(db: DatabaseSync, query: PageQuery): ListedDelivery[] {
  const { integration, state, conversation, fromMs, toMs, beforeSeq, limit } = query
  const given: Readonly<Record<keyof typeof conditions, SQLInputValue | undefined>> = {
    integration,
    state,
    conversation,
    from: fromMs,
    to: toMs,
    beforeSeq,
    fromSeq: fromMs && fromMs - clockSlackMs,
    toSeq: toMs && toMs + clockSlackMs,
  }
  const names = Object.keys(conditions) as (keyof typeof conditions)[]
  const wanted = names.flatMap((name) => {
    const value = given[name]
    if (value === undefined) return []
    // The index of states has these columns as well.
    const isWithin = state !== undefined && (name === 'integration' || name === 'conversation')
    return [{ condition: `${isWithin ? '+' : ''}${conditions[name]}`, value }]
  })
  // The indexes of the list hold deliveries of which this is said.
  const where = ['d.seq > 0', ...wanted.map(({ condition }) => condition)].join(' AND ')
  return db
    .prepare(`SELECT ${listedColumns} WHERE ${where} ORDER BY d.seq DESC ${limitTo('?')}`)
    .all(...wanted.map(({ value }) => value), limit)
    .map(listed)
}

export function deliveryById(db: DatabaseSync, id: string): ListedDelivery | undefined {
  const row = db.prepare(`SELECT ${listedColumns} WHERE d.id = ?`).get(id)
  return row && listed(row)
}

/** Returns the attempts of a delivery that failed, oldest first. */
export const failedAttempts = (db: DatabaseSync, id: string): FailedAttempt[] =>
  db
    .prepare('SELECT * FROM delivery_attempt WHERE delivery = ? ORDER BY attempt')
    .all(id)
    .map(({ attempt, ended_at_ms, duration_ms, answer_status, error, next_at_ms }) => ({
      attempt: Number(attempt),
      endedAtMs: Number(ended_at_ms),
      durationMs: duration_ms as number | null,
      answerStatus: answer_status as number | null,
      error: String(error),
      nextAtMs: next_at_ms as number | null,
    }))

export function deliveryContent(db: DatabaseSync, id: string): DeliveryContent {
  const row = db
    .prepare(`SELECT i.payload, d.answer, h.message FROM delivery d LEFT JOIN inbox i ON i.guid = d.guid
      LEFT JOIN handed h ON h.delivery = d.id WHERE d.id = ?`)
    .get(id)
  return {
    message: storedJson<RelayMessage | null>(row?.payload ?? null) ?? null,
    handed: storedJson<unknown>(row?.message ?? null) ?? null,
    answer: storedJson<ReceiverAnswer | null>(row?.answer ?? null) ?? null,
  }
}

export const listed = (row: Record<string, SQLOutputValue>): ListedDelivery => ({
  seq: Number(row.seq),
  id: row.id as DeliveryId,
  integration: String(row.integration),
  guid: row.guid as MessageGuid,
  // A test is no row of Messages.
  rowid: row.is_test === 1 ? null : (row.src_rowid as RowId | null),
  conversation: row.conversation as ConversationKey,
  state: row.progress as DeliveryProgress,
  attempts: Number(row.attempts),
  createdAtMs: Number(row.created_at_ms),
  settledAtMs: row.settled_at_ms as number | null,
  durationMs: row.duration_ms as number | null,
  answerStatus: row.answer_status as number | null,
  nextAtMs: Number(row.next_at_ms),
  lastError: row.last_error as string | null,
  isTest: row.is_test === 1,
})

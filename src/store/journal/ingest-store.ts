/** Ingests what was read: events, identities, deliveries, waiting rows and the cursor, all in one transaction. */
import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { MessageEvent } from '../../contract/events.ts'
import type { ConversationKey, MessageGuid, RowId } from '../../contract/ids.ts'
import type { RelayMessage } from '../../domain/message.ts'
import { inTransaction } from '../transaction.ts'
import { type Position, positionStore } from './position.ts'
import { journalWriters } from './writers.ts'

/** One row of Messages with its outcome. */
export interface IngestedRow {
  rowid: RowId
  guid: MessageGuid
  sentAtMs: number
  conversation: ConversationKey | null
  /** Equal for twins; see domain/twins.ts. */
  twinText: string
  lane: 'relayed' | 'history' | 'skipped'
  /** The name of the outcome in log, trace and tests: `relayed`, `echo`, `out_of_scope`, … */
  outcome: string
  /** Set only in the lane `relayed`. */
  message: RelayMessage | null
  events: MessageEvent[]
}

export interface Waiting {
  rowid: RowId
  guid: MessageGuid
  firstSeenMs: number
}

export interface IngestedPage {
  rows: readonly IngestedRow[]
  waiting: readonly Pick<Waiting, 'rowid' | 'guid'>[]
  /** ROWIDs that were waiting and no longer are. */
  settled: readonly RowId[]
  position: Position
  nowMs: number
}

/** Queues one delivery; called inside the transaction. */
export type Enqueue = (message: RelayMessage, nowMs: number) => void

export interface IngestStore {
  commit(batch: IngestedPage, enqueue: Enqueue): void
  /** Returns whether a message with this GUID was ingested before. */
  knows(guid: MessageGuid): boolean
  /** Counts the ingested messages with this twin text that were sent within `windowMs` of `sentAtMs`. */
  twins(twinText: string, sentAtMs: number, windowMs: number): number
  waiting(): Waiting[]
  position(): Position | undefined
  /** Moves the cursor. Whatever is known by ROWID is forgotten when the cursor is in another database. */
  moveTo(position: Position): void
}

const sql = {
  inbox: `INSERT INTO inbox
    (guid, twin_key, src_rowid, conversation, sent_at_ms, lane, outcome, payload, accepted_at_ms)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (guid) DO NOTHING`,
  settle: 'DELETE FROM waiting WHERE src_rowid = ?',
  waiting: 'SELECT src_rowid, guid, first_seen_ms FROM waiting ORDER BY src_rowid',
  forgetRowids: ['DELETE FROM waiting', 'DELETE FROM seen'],
  knows: 'SELECT 1 FROM inbox WHERE guid = ?',
  twins: 'SELECT count(*) AS n FROM inbox WHERE twin_key = ? AND sent_at_ms BETWEEN ? AND ?',
}

export function journalIntake(db: DatabaseSync): IngestStore {
  const position = positionStore(db)
  const { event, wait } = journalWriters(db)
  const [inbox, settle, waiting] = [db.prepare(sql.inbox), db.prepare(sql.settle), db.prepare(sql.waiting)]
  const [knows, twins] = [db.prepare(sql.knows), db.prepare(sql.twins)]

  const take = (taken: IngestedRow, { nowMs }: IngestedPage, enqueue: Enqueue): void => {
    const { rowid, guid, conversation, sentAtMs, lane, outcome, message } = taken
    const payload = message === null ? null : JSON.stringify(message)
    const { changes } = inbox.run(
      guid,
      twinKey(taken.twinText),
      rowid,
      conversation,
      sentAtMs,
      lane,
      outcome,
      payload,
      nowMs,
    )
    if (changes === 0) return
    for (const happened of taken.events) event(happened, nowMs)
    if (message !== null) enqueue(message, nowMs)
  }

  return {
    commit(batch, enqueue) {
      inTransaction(db, () => {
        for (const taken of batch.rows) take(taken, batch, enqueue)
        for (const row of batch.waiting) wait(row, batch.nowMs)
        for (const rowid of batch.settled) settle.run(rowid)
        position.write(batch.position)
      })
    },
    knows: (guid) => knows.get(guid) !== undefined,
    twins: (text, sentAtMs, windowMs) =>
      Number(twins.get(twinKey(text), sentAtMs - windowMs, sentAtMs + windowMs)?.n ?? 0),
    waiting: () =>
      waiting.all().map((row) => ({
        rowid: row.src_rowid as RowId,
        guid: row.guid as MessageGuid,
        firstSeenMs: Number(row.first_seen_ms),
      })),
    position: position.read,
    moveTo: (to) =>
      inTransaction(db, () => {
        const isSameDatabase = position.read()?.epoch === to.epoch
        position.write(to)
        if (!isSameDatabase) for (const statement of sql.forgetRowids) db.exec(statement)
      }),
  }
}

/**
 * Half of a SHA-256: long enough that no two messages of a lifetime collide, and it keeps the text itself out of the
 * journal.
 */
const twinKey = (text: string): Buffer => createHash('sha256').update(text).digest().subarray(0, 16)

/**
 * Writes what is ingested to the journal: events, identities, deliveries, firings of rules, waiting rows and the cursor,
 * all in one transaction.
 */
import { hash } from 'node:crypto'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { MessageEvent } from '../../contract/events.ts'
import type { ConversationKey, MessageGuid, RowId } from '../../contract/ids.ts'
import type { ArrivalPosition } from '../../domain/arrival-position.ts'
import type { RelayMessage } from '../../domain/message.ts'
import type { RuleInForce } from '../../domain/rules/matches.ts'
import { inTransaction } from '../transaction.ts'
import { type Deliveries, journalDeliveries } from './deliveries.ts'
import { type MetaValue, metaValue } from './meta-value.ts'
import { type Position, type PositionStore, positionStore } from './position.ts'
import { type RuleFirings, ruleFirings } from './rule-firings.ts'
import { storedJson } from './stored-json.ts'
import { type JournalWriters, journalWriters } from './writers.ts'

/** A row of Messages with its outcome. */
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

/** A page of arrivals on the lines of a hub. */
export interface ArrivalPage {
  rows: readonly IngestedRow[]
  /** Events that concern messages of before. */
  events: readonly MessageEvent[]
  position: ArrivalPosition
  nowMs: number
}

/** The plugins and rules that act on the messages of a page. */
export interface Recipients {
  /** Each gets a delivery of every relayed message. */
  integrations: readonly string[]
  /** Whether an integration gets a message; each gets all if undefined. */
  takes?: ((integration: string, message: RelayMessage) => boolean) | undefined
  /** Every relayed message is judged by each. */
  rules: readonly RuleInForce[]
  /** The addresses of the user, to which no rule replies. */
  selfHandles: readonly string[]
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

export class IngestStore {
  readonly #db: DatabaseSync
  readonly #position: PositionStore
  /** The position up to which the relay of a hub has read the arrivals of all Macs. */
  readonly #arrivalPosition: MetaValue
  readonly #writers: JournalWriters
  readonly #deliveries: Pick<Deliveries, 'enqueue'>
  readonly #firings: Pick<RuleFirings, 'fire'>
  readonly #statements: Record<'inbox' | 'settle' | 'waiting' | 'knows' | 'twins', StatementSync>

  /** `installKey` are the 32 bytes of state/install.key. */
  constructor(db: DatabaseSync, installKey: Uint8Array) {
    this.#db = db
    this.#position = positionStore(db)
    this.#arrivalPosition = metaValue(db, 'arrival_position')
    this.#writers = journalWriters(db)
    this.#deliveries = journalDeliveries(db, installKey)
    this.#firings = ruleFirings(db, installKey)
    this.#statements = {
      inbox: db.prepare(sql.inbox),
      settle: db.prepare(sql.settle),
      waiting: db.prepare(sql.waiting),
      knows: db.prepare(sql.knows),
      twins: db.prepare(sql.twins),
    }
  }

  /**
   * Writes the page with its deliveries, the firings of rules and the position, and what `alongside` writes; or nothing
   * of it.
   */
  commit(page: IngestedPage, recipients: Recipients, alongside?: () => void): void {
    inTransaction(this.#db, () => {
      for (const row of page.rows) this.#add(row, page.nowMs, recipients)
      for (const row of page.waiting) this.#writers.wait(row, page.nowMs)
      for (const rowid of page.settled) this.#statements.settle.run(rowid)
      this.#position.write(page.position)
      alongside?.()
    })
  }

  /** The same for a hub. */
  commitArrivals({ rows, events, position, nowMs }: ArrivalPage, recipients: Recipients): void {
    inTransaction(this.#db, () => {
      for (const row of rows) this.#add(row, nowMs, recipients)
      for (const event of events) this.#writers.event(event, nowMs)
      this.#arrivalPosition.write(JSON.stringify(position))
    })
  }

  /** The position up to which the arrivals on a hub were read; undefined before the first relay. */
  arrivalPosition(): ArrivalPosition | undefined {
    return storedJson(this.#arrivalPosition.read())
  }

  /** Runs reads about many rows on one state of the journal. */
  inOneState<T>(read: () => T): T {
    return inTransaction(this.#db, read)
  }

  /** Returns whether a message with this GUID was ingested before. */
  knows(guid: MessageGuid): boolean {
    return this.#statements.knows.get(guid) !== undefined
  }

  /** Counts the ingested messages with this twin text that were sent within `windowMs` of `sentAtMs`. */
  twins(text: string, sentAtMs: number, windowMs: number): number {
    return Number(this.#statements.twins.get(twinKey(text), sentAtMs - windowMs, sentAtMs + windowMs)?.n ?? 0)
  }

  waiting(): Waiting[] {
    return this.#statements.waiting.all().map((row) => ({
      rowid: row.src_rowid as RowId,
      guid: row.guid as MessageGuid,
      firstSeenMs: Number(row.first_seen_ms),
    }))
  }

  position(): Position | undefined {
    return this.#position.read()
  }

  /** Moves the cursor. Whatever is known by ROWID is forgotten when the cursor is in another database. */
  moveTo(position: Position): void {
    inTransaction(this.#db, () => {
      const isSameDatabase = this.#position.read()?.epoch === position.epoch
      this.#position.write(position)
      if (!isSameDatabase) for (const statement of sql.forgetRowids) this.#db.exec(statement)
    })
  }

  /** Ignores a message that was ingested before: its first outcome stays. */
  #add(row: IngestedRow, nowMs: number, { integrations, takes, rules, selfHandles }: Recipients): void {
    const { rowid, guid, conversation, sentAtMs, lane, outcome, message } = row
    const key = twinKey(row.twinText)
    const payload = message === null ? null : JSON.stringify(message)
    const { inbox } = this.#statements
    const { changes } = inbox.run(guid, key, rowid, conversation, sentAtMs, lane, outcome, payload, nowMs)
    if (changes === 0) return
    for (const event of row.events) this.#writers.event(event, nowMs)
    if (message === null) return
    for (const integration of integrations)
      if (takes?.(integration, message) ?? true)
        this.#deliveries.enqueue({ integration, guid: message.guid, conversation: message.conversation, nowMs })
    this.#firings.fire(message, { rules, selfHandles, nowMs })
  }
}

/**
 * Half of a SHA-256: long enough that no two messages of a lifetime collide, and it keeps the text itself out of the
 * journal.
 */
const twinKey = (text: string): Buffer => hash('sha256', text, 'buffer').subarray(0, 16)

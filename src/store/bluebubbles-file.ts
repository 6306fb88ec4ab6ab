/**
 * Keeps state/bluebubbles.db: what clients of the BlueBubbles listener are told, the webhooks that they registered, and
 * what still waits to be delivered to those. It holds no text of a message: an event is a type with a ROWID.
 */
import { randomBytes } from 'node:crypto'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { limitTo } from '../base/sql-parameter.ts'
import { prepareAll } from './prepare-all.ts'
import { openSqlite, type SqliteFile } from './sqlite-file.ts'
import { inTransaction } from './transaction.ts'

/** The content of an event besides its row. */
export interface EventDetail {
  /** The data of an event that is about no message. */
  data?: unknown
  /** The kind of change, for `updated-message`. */
  change?: string
  /** The send that failed without a message: its id, and the client's own id. */
  send?: { id: string; tempGuid: string }
  /** The time until which it is held, and the reason. */
  waitsFor?: 'attachments' | 'send'
}

export interface NewCompatEvent {
  /** The type of the event in the protocol. */
  type: string
  /** GUID of the conversation, in which events stay in order; empty for those of the server itself. */
  conversation: string
  /** The ROWID of its message; 0 if it is about none. */
  rowid: number
  detail: EventDetail
}

/** An event that is known and not told yet. */
export interface PendingEvent extends NewCompatEvent {
  id: number
  seenMs: number
}

/** An event that was released: `seq` is its place among all that clients are told. */
export interface ToldEvent extends NewCompatEvent {
  seq: number
  toldMs: number
}

export interface CompatWebhook {
  id: number
  url: string
  events: string[]
  createdMs: number
  /** The API key that registered it. */
  owner: string
  /** Signs its deliveries. */
  secret: string
  /** The time since which its receiver has accepted nothing; null while it does. */
  failingSinceMs: number | null
  /** Status of the last answer; null where there was none. */
  lastStatus: number | null
  lastAttemptMs: number | null
  lastDeliveredMs: number | null
  delivered: number
  /** Events that it was never told, since they were refused or their day was over. */
  dropped: number
  /** The webhooks that have accepted no event for a day. */
  droppedAfterADay: number
}

/** A webhook with what waits for it. */
export interface CompatWebhookState extends CompatWebhook {
  waiting: number
  /** The time of the next attempt; null if nothing waits. */
  nextDueMs: number | null
}

/** The oldest event that waits in a conversation for a webhook. */
export interface DueDelivery {
  webhook: number
  attempts: number
  event: ToldEvent
}

/** The place from which a client that lost its connection continues. */
export interface ResumePoint {
  client: string
  seq: number
  atMs: number
}

const migrations = [
  `CREATE TABLE position (the_only INTEGER PRIMARY KEY CHECK (the_only = 1), event INTEGER NOT NULL) STRICT;
  CREATE TABLE pending (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    type TEXT NOT NULL,
    conversation TEXT NOT NULL,
    rowid_of_message INTEGER NOT NULL,
    detail TEXT NOT NULL,
    seen_ms INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE told (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    type TEXT NOT NULL,
    conversation TEXT NOT NULL,
    rowid_of_message INTEGER NOT NULL,
    detail TEXT NOT NULL,
    told_ms INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX told_of_row ON told (rowid_of_message, type);
  CREATE TABLE webhook (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    url TEXT NOT NULL UNIQUE,
    events TEXT NOT NULL,
    created_ms INTEGER NOT NULL,
    owner TEXT NOT NULL,
    secret TEXT NOT NULL,
    failing_since_ms INTEGER,
    last_status INTEGER,
    last_attempt_ms INTEGER,
    last_delivered_ms INTEGER,
    delivered INTEGER NOT NULL DEFAULT 0,
    dropped INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE TABLE delivery (
    webhook INTEGER NOT NULL REFERENCES webhook (id) ON DELETE CASCADE,
    conversation TEXT NOT NULL,
    seq INTEGER NOT NULL REFERENCES told (seq),
    PRIMARY KEY (webhook, conversation, seq)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX delivery_of_event ON delivery (seq);
  CREATE TABLE queue (
    webhook INTEGER NOT NULL REFERENCES webhook (id) ON DELETE CASCADE,
    conversation TEXT NOT NULL,
    due_ms INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    PRIMARY KEY (webhook, conversation)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX queue_due ON queue (webhook, due_ms);
  CREATE TABLE resume (
    client TEXT PRIMARY KEY,
    seq INTEGER NOT NULL,
    at_ms INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID`,
  'ALTER TABLE webhook ADD COLUMN dropped_after_a_day INTEGER NOT NULL DEFAULT 0',
]

const secretBytes = 24
/** A client that registers more than this does so by mistake, under another address at each start. */
export const mostWebhooks = 50
/** Told events are kept this long, so that no system line is told twice and clients can continue. */
const keptMs = 25 * 3_600_000
const mostResumePoints = 500

const told = 'seq, type, conversation, rowid_of_message AS rowid, detail, told_ms AS toldMs'

const sql = {
  position: 'SELECT event FROM position',
  moveTo: `INSERT INTO position (the_only, event) VALUES (1, ?)
    ON CONFLICT (the_only) DO UPDATE SET event = excluded.event`,
  addPending: `INSERT INTO pending (type, conversation, rowid_of_message, detail, seen_ms)
    VALUES (:type, :conversation, :rowid, :detail, :nowMs)`,
  pending: `SELECT id, type, conversation, rowid_of_message AS rowid, detail, seen_ms AS seenMs FROM pending
    ORDER BY id LIMIT 2000`,
  dropPending: 'DELETE FROM pending WHERE id = ?',
  addTold: `INSERT INTO told (type, conversation, rowid_of_message, detail, told_ms)
    VALUES (:type, :conversation, :rowid, :detail, :nowMs)`,
  toldAfter: `SELECT ${told} FROM told WHERE seq > ? ORDER BY seq ${limitTo('?')}`,
  newest: "SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'told'), 0) AS seq",
  isTold: 'SELECT 1 FROM told WHERE rowid_of_message = :rowid AND type = :type',
  isPending: 'SELECT 1 FROM pending WHERE rowid_of_message = :rowid AND type = :type',
  forget: `DELETE FROM told WHERE seq IN (SELECT seq FROM told WHERE told_ms < ?
    AND NOT EXISTS (SELECT 1 FROM delivery WHERE delivery.seq = told.seq) ORDER BY seq LIMIT 1000)`,
  deliver: 'INSERT INTO delivery (webhook, conversation, seq) VALUES (:webhook, :conversation, :seq)',
  // A conversation that waits after a failure keeps its due time.
  enqueue: `INSERT INTO queue (webhook, conversation, due_ms, attempts) VALUES (:webhook, :conversation, :dueMs, 0)
    ON CONFLICT (webhook, conversation) DO NOTHING`,
  webhooks: `SELECT *, (SELECT count(*) FROM delivery WHERE delivery.webhook = webhook.id) AS waiting,
    (SELECT min(due_ms) FROM queue WHERE queue.webhook = webhook.id) AS next_due_ms FROM webhook ORDER BY id`,
  addWebhook: `INSERT INTO webhook (url, events, created_ms, owner, secret)
    VALUES (:url, :events, :nowMs, :owner, :secret) ON CONFLICT (url) DO NOTHING`,
  own: 'UPDATE webhook SET owner = :owner WHERE url = :url',
  dropWebhook: 'DELETE FROM webhook WHERE id = ?',
  due: `SELECT conversation, attempts FROM queue WHERE webhook = ? AND due_ms <= ? ORDER BY due_ms, conversation ${limitTo('?')}`,
  head: `SELECT ${told.replaceAll('conversation', 'told.conversation').replace('seq,', 'told.seq,')} FROM delivery
    JOIN told ON told.seq = delivery.seq WHERE delivery.webhook = ? AND delivery.conversation = ?
    ORDER BY delivery.seq LIMIT 1`,
  nextDue: 'SELECT min(due_ms) AS dueMs FROM queue WHERE due_ms > ?',
  settle: 'DELETE FROM delivery WHERE webhook = :webhook AND conversation = :conversation AND seq = :seq',
  next: `UPDATE queue SET due_ms = :nowMs, attempts = 0 WHERE webhook = :webhook AND conversation = :conversation`,
  emptied: `DELETE FROM queue WHERE webhook = :webhook AND conversation = :conversation
    AND NOT EXISTS (SELECT 1 FROM delivery WHERE delivery.webhook = :webhook AND delivery.conversation = :conversation)`,
  accepted: `UPDATE webhook SET failing_since_ms = NULL, last_status = :status, last_attempt_ms = :nowMs,
    last_delivered_ms = :nowMs, delivered = delivered + 1, dropped_after_a_day = 0 WHERE id = :webhook`,
  hurry: 'UPDATE queue SET due_ms = :nowMs WHERE webhook = :webhook AND due_ms > :nowMs',
  failed: `UPDATE webhook SET failing_since_ms = coalesce(failing_since_ms, :nowMs), last_status = :status,
    last_attempt_ms = :nowMs WHERE id = :webhook`,
  postpone: `UPDATE queue SET due_ms = :dueMs, attempts = attempts + 1
    WHERE webhook = :webhook AND conversation = :conversation`,
  countDropped: `UPDATE webhook SET dropped = dropped + 1, dropped_after_a_day = dropped_after_a_day + :late
    WHERE id = :webhook`,
  noteResume: `INSERT INTO resume (client, seq, at_ms) VALUES (:client, :seq, :atMs)
    ON CONFLICT (client) DO UPDATE SET seq = excluded.seq, at_ms = excluded.at_ms`,
  trimResume: `DELETE FROM resume WHERE client IN
    (SELECT client FROM resume ORDER BY at_ms DESC LIMIT -1 OFFSET ${mostResumePoints})`,
  resume: 'SELECT client, seq, at_ms AS atMs FROM resume WHERE client = ?',
  dropResume: 'DELETE FROM resume WHERE client = ?',
}

export class BlueBubblesFile {
  readonly #db: DatabaseSync
  readonly #statements: Record<keyof typeof sql, StatementSync>

  constructor({ path, onQuarantine }: Pick<SqliteFile, 'path' | 'onQuarantine'>) {
    this.#db = openSqlite({ path, migrations, synchronous: 'FULL', onQuarantine }).db
    this.#statements = prepareAll(this.#db, sql)
  }

  /** The last event of the journal that was looked at; undefined before the first `advance`. */
  position = (): number | undefined => this.#statements.position.get()?.event as number | undefined

  /** Remembers how far the journal was looked through, together with what is to be told of it. */
  advance(position: number, events: readonly NewCompatEvent[], nowMs: number): void {
    inTransaction(this.#db, () => {
      for (const event of events) this.#addPending(event, nowMs)
      this.#statements.moveTo.run(position)
    })
  }

  addPending = (event: NewCompatEvent, nowMs: number): void => this.#addPending(event, nowMs)

  #addPending({ type, conversation, rowid, detail }: NewCompatEvent, nowMs: number): void {
    this.#statements.addPending.run({ type, conversation, rowid, detail: JSON.stringify(detail), nowMs })
  }

  /** The oldest events that are not told yet, in their order. */
  pending = (): PendingEvent[] =>
    this.#statements.pending.all().map((row) => ({ ...eventIn(row), id: Number(row.id), seenMs: Number(row.seenMs) }))

  /** Makes events told, with a delivery for each webhook that wants them. */
  release(events: readonly PendingEvent[], nowMs: number): void {
    inTransaction(this.#db, () => {
      const webhooks = this.webhooks()
      for (const { id, type, conversation, rowid, detail } of events) {
        this.#statements.dropPending.run(id)
        const written = { type, conversation, rowid, detail: JSON.stringify(detail), nowMs }
        const seq = Number(this.#statements.addTold.run(written).lastInsertRowid)
        for (const webhook of webhooks.filter((each) => isWanted(each, type))) {
          this.#statements.deliver.run({ webhook: webhook.id, conversation, seq })
          this.#statements.enqueue.run({ webhook: webhook.id, conversation, dueMs: nowMs })
        }
      }
      this.#statements.forget.run(nowMs - keptMs)
    })
  }

  /** Whether such an event of the row was made before. */
  knows(type: string, rowid: number): boolean {
    const { isTold, isPending } = this.#statements
    return isTold.get({ type, rowid }) !== undefined || isPending.get({ type, rowid }) !== undefined
  }

  toldAfter = (seq: number, limit: number): ToldEvent[] => this.#statements.toldAfter.all(seq, limit).map(toldIn)

  /** The place of the event that was told last; 0 before the first. */
  newestSeq = (): number => Number(this.#statements.newest.get()?.seq)

  webhooks = (): CompatWebhookState[] => this.#statements.webhooks.all().map(webhookIn)

  /**
   * Returns the webhook of the URL, which stays as it is when there is one already; only its owner becomes the key that
   * registered it last.
   */
  addWebhook(
    { url, events, owner }: Pick<CompatWebhook, 'url' | 'events' | 'owner'>,
    nowMs: number,
  ): CompatWebhookState {
    const secret = `whsec_${randomBytes(secretBytes).toString('base64')}`
    return inTransaction(this.#db, () => {
      this.#statements.addWebhook.run({ url, events: JSON.stringify(events), nowMs, owner, secret })
      this.#statements.own.run({ url, owner })
      return this.webhooks().find((each) => each.url === url) as CompatWebhookState
    })
  }

  /** Drops a webhook with everything that waits for it. Returns false if it does not exist. */
  dropWebhook = (id: number): boolean => this.#statements.dropWebhook.run(id).changes > 0

  /** The oldest event of each conversation whose time has come. */
  due(webhook: number, nowMs: number, limit: number): DueDelivery[] {
    return this.#statements.due.all(webhook, nowMs, limit).flatMap((queued) => {
      const head = this.#statements.head.get(webhook, queued.conversation as string)
      return head === undefined ? [] : [{ webhook, attempts: Number(queued.attempts), event: toldIn(head) }]
    })
  }

  /** When the next delivery is due that is not due yet. */
  nextDueMs(nowMs: number): number | undefined {
    const dueMs = this.#statements.nextDue.get(nowMs)?.dueMs
    return typeof dueMs === 'number' ? dueMs : undefined
  }

  /** The receiver has accepted the event. What waited for the receiver to recover is due at once. */
  accepted({ webhook, event: { conversation, seq } }: DueDelivery, status: number, nowMs: number): void {
    inTransaction(this.#db, () => {
      this.#settle({ webhook, conversation, seq }, nowMs)
      this.#statements.accepted.run({ webhook, status, nowMs })
      this.#statements.hurry.run({ webhook, nowMs })
    })
  }

  /** The event is not told to this webhook any more; it counts as dropped unless nothing was left to tell. */
  dropDelivery(
    { webhook, event: { conversation, seq } }: DueDelivery,
    why: 'late' | 'refused' | 'gone',
    nowMs: number,
  ): void {
    inTransaction(this.#db, () => {
      this.#settle({ webhook, conversation, seq }, nowMs)
      if (why !== 'gone') this.#statements.countDropped.run({ webhook, late: why === 'late' ? 1 : 0 })
    })
  }

  #settle({ webhook, conversation, seq }: { webhook: number; conversation: string; seq: number }, nowMs: number): void {
    this.#statements.settle.run({ webhook, conversation, seq })
    this.#statements.next.run({ webhook, conversation, nowMs })
    this.#statements.emptied.run({ webhook, conversation })
  }

  postpone({ webhook, event: { conversation } }: DueDelivery, dueMs: number): void {
    this.#statements.postpone.run({ webhook, conversation, dueMs })
  }

  /** Notes that the receiver did not accept an event. */
  noteFailure(webhook: number, status: number | null, nowMs: number): void {
    this.#statements.failed.run({ webhook, status, nowMs })
  }

  /** Remembers up to where a client was told everything. */
  noteResume({ client, seq, atMs }: ResumePoint): void {
    this.#statements.noteResume.run({ client, seq, atMs })
    this.#statements.trimResume.run()
  }

  /** Returns that point once. */
  takeResume(client: string): ResumePoint | undefined {
    const found = this.#statements.resume.get(client) as ResumePoint | undefined
    this.#statements.dropResume.run(client)
    return found
  }

  close(): void {
    this.#db.close()
  }
}

const isWanted = ({ events }: Pick<CompatWebhook, 'events'>, type: string): boolean =>
  events.includes('*') || events.includes(type)

type Row = Record<string, unknown>

const eventIn = (row: Row): NewCompatEvent => ({
  type: String(row.type),
  conversation: String(row.conversation),
  rowid: Number(row.rowid),
  detail: JSON.parse(String(row.detail)),
})

const toldIn = (row: Row): ToldEvent => ({ ...eventIn(row), seq: Number(row.seq), toldMs: Number(row.toldMs) })

const webhookIn = (row: Row): CompatWebhookState => ({
  id: Number(row.id),
  url: String(row.url),
  events: JSON.parse(String(row.events)),
  createdMs: Number(row.created_ms),
  owner: String(row.owner),
  secret: String(row.secret),
  failingSinceMs: row.failing_since_ms as number | null,
  lastStatus: row.last_status as number | null,
  lastAttemptMs: row.last_attempt_ms as number | null,
  lastDeliveredMs: row.last_delivered_ms as number | null,
  delivered: Number(row.delivered),
  dropped: Number(row.dropped),
  // A file of an earlier version, until the web process opens it.
  droppedAfterADay: Number(row.dropped_after_a_day ?? 0),
  waiting: Number(row.waiting),
  nextDueMs: row.next_due_ms as number | null,
})

/** The webhooks in a file that was opened for reading. */
export const webhooksIn = (db: DatabaseSync): CompatWebhookState[] => db.prepare(sql.webhooks).all().map(webhookIn)

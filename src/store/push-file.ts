/**
 * Keeps state/push.db: the browsers that are notified while no page is open, what waits to be pushed to them, and how
 * far the journal's events were looked through for it. It holds no text of a message.
 */
import { randomBytes } from 'node:crypto'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { PushChoices, PushTrouble } from '../contract/push.ts'
import { prepareAll } from './prepare-all.ts'
import { openSqlite, type SqliteFile } from './sqlite-file.ts'
import { inTransaction } from './transaction.ts'

/** The session or key that made a subscription. */
export interface PushOwner {
  via: 'open' | 'session' | 'key'
  id: string | null
}

/** The address of a browser, and the keys with which a push is sealed for it. */
export interface PushTarget {
  endpoint: string
  p256dh: string
  auth: string
}

export interface PushSubscriber extends PushTarget {
  id: string
  owner: PushOwner
  /** The browser's name for itself. */
  browser: string
  choices: PushChoices
  /** Only later events are pushed. */
  sinceEvent: number
  createdMs: number
  lastPushedMs: number | null
  trouble: PushTrouble | null
}

export type NewPushSubscriber = Pick<PushSubscriber, 'endpoint' | 'p256dh' | 'auth' | 'owner' | 'browser' | 'choices'>

/** The subject of a push. A message's text is read when the push is made. */
export type PushSubject =
  | { type: 'message'; guid: string; rowid: number }
  | { type: 'alert'; id: string; summary: string; is_over: boolean }
  | { type: 'held'; id: string }

export interface QueuedPush {
  subscription: string
  /** A newer push on the same topic replaces an older one that still waits. */
  topic: string
  about: PushSubject
  queuedMs: number
  attempts: number
}

/** A conversation that a browser was notified of. */
interface Told {
  guid: string
  rowid: number
}

export const migrations = [
  `CREATE TABLE subscription (
    id TEXT PRIMARY KEY,
    endpoint TEXT NOT NULL UNIQUE,
    p256dh TEXT NOT NULL,
    auth TEXT NOT NULL,
    owner TEXT NOT NULL,
    browser TEXT NOT NULL,
    choices TEXT NOT NULL,
    since_event INTEGER NOT NULL,
    created_ms INTEGER NOT NULL,
    last_pushed_ms INTEGER,
    trouble TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE queued (
    subscription TEXT NOT NULL REFERENCES subscription (id) ON DELETE CASCADE,
    topic TEXT NOT NULL,
    about TEXT NOT NULL,
    queued_ms INTEGER NOT NULL,
    due_ms INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    PRIMARY KEY (subscription, topic)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE told (
    subscription TEXT NOT NULL REFERENCES subscription (id) ON DELETE CASCADE,
    guid TEXT NOT NULL,
    rowid_of_message INTEGER NOT NULL,
    PRIMARY KEY (subscription, guid)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE position (the_only INTEGER PRIMARY KEY CHECK (the_only = 1), event INTEGER NOT NULL) STRICT`,
]

/** The most browsers that may be subscribed. The one that was subscribed first gives way. */
const mostSubscriptions = 25
/** The oldest push gives way: the person finds the message on the page in any case. */
const mostQueued = 100
const mostTold = 50
const maxBrowserLength = 200
const idBytes = 8

const sql = {
  add: `INSERT INTO subscription (id, endpoint, p256dh, auth, owner, browser, choices, since_event, created_ms)
    VALUES (:id, :endpoint, :p256dh, :auth, :owner, :browser, :choices, :sinceEvent, :nowMs)
    ON CONFLICT (endpoint) DO UPDATE SET p256dh = excluded.p256dh, auth = excluded.auth, owner = excluded.owner,
      browser = excluded.browser, choices = excluded.choices, trouble = NULL`,
  dropSurplus: `DELETE FROM subscription WHERE id IN
    (SELECT id FROM subscription ORDER BY created_ms DESC, id LIMIT -1 OFFSET ${mostSubscriptions})`,
  byEndpoint: 'SELECT * FROM subscription WHERE endpoint = ?',
  byId: 'SELECT * FROM subscription WHERE id = ?',
  all: 'SELECT * FROM subscription ORDER BY created_ms, id',
  choose: 'UPDATE subscription SET choices = :choices WHERE id = :id',
  drop: 'DELETE FROM subscription WHERE id = ?',
  taken: 'UPDATE subscription SET last_pushed_ms = :nowMs, trouble = NULL WHERE id = :id',
  failed: 'UPDATE subscription SET trouble = :trouble WHERE id = :id',
  position: 'SELECT event FROM position',
  moveTo: `INSERT INTO position (the_only, event) VALUES (1, ?)
    ON CONFLICT (the_only) DO UPDATE SET event = excluded.event`,
  // A push that waits after a failure goes on waiting, whatever it is about by now.
  queue: `INSERT INTO queued (subscription, topic, about, queued_ms, due_ms, attempts)
    VALUES (:subscription, :topic, :about, :nowMs, :dueMs, 0)
    ON CONFLICT (subscription, topic) DO UPDATE SET about = excluded.about, queued_ms = excluded.queued_ms`,
  dropOldest: `DELETE FROM queued WHERE (subscription, topic) IN
    (SELECT subscription, topic FROM queued WHERE subscription = ? ORDER BY queued_ms DESC LIMIT -1 OFFSET ${mostQueued})`,
  due: 'SELECT * FROM queued WHERE due_ms <= ? ORDER BY due_ms, queued_ms LIMIT 500',
  nextDue: 'SELECT min(due_ms) AS dueMs FROM queued WHERE due_ms > ?',
  // While a push was under way, another may have taken its place.
  settle: 'DELETE FROM queued WHERE subscription = :subscription AND topic = :topic AND about = :about',
  postpone: `UPDATE queued SET attempts = attempts + 1, due_ms = :dueMs
    WHERE subscription = :subscription AND topic = :topic`,
  told: `INSERT INTO told (subscription, guid, rowid_of_message) VALUES (:subscription, :guid, :rowid)
    ON CONFLICT (subscription, guid) DO UPDATE SET rowid_of_message = max(rowid_of_message, excluded.rowid_of_message)`,
  allTold: `SELECT guid, rowid_of_message AS rowid FROM told WHERE subscription = ?
    ORDER BY rowid_of_message DESC LIMIT ${mostTold}`,
  withdrawn: 'DELETE FROM told WHERE subscription = ? AND guid = ?',
}

export class PushFile {
  readonly #db: DatabaseSync
  readonly #statements: Record<keyof typeof sql, StatementSync>

  constructor({ path, onQuarantine }: Pick<SqliteFile, 'path' | 'onQuarantine'>) {
    this.#db = openSqlite({ path, migrations, synchronous: 'FULL', onQuarantine }).db
    this.#statements = prepareAll(this.#db, sql)
  }

  /** Replaces the subscription of the same endpoint: a browser has one endpoint at a time. */
  add({ owner, choices, browser, ...target }: NewPushSubscriber, at: { nowMs: number; event: number }): PushSubscriber {
    const written = {
      ...target,
      id: randomBytes(idBytes).toString('hex'),
      owner: JSON.stringify([owner.via, owner.id]),
      browser: browser.replace(/\p{C}/gu, '').slice(0, maxBrowserLength),
      choices: JSON.stringify(choices),
      sinceEvent: at.event,
      nowMs: at.nowMs,
    }
    return inTransaction(this.#db, () => {
      this.#statements.add.run(written)
      this.#statements.dropSurplus.run()
      return subscriberIn(this.#statements.byEndpoint.get(target.endpoint)) as PushSubscriber
    })
  }

  ofEndpoint = (endpoint: string): PushSubscriber | undefined => subscriberIn(this.#statements.byEndpoint.get(endpoint))

  ofId = (id: string): PushSubscriber | undefined => subscriberIn(this.#statements.byId.get(id))

  all = (): PushSubscriber[] => this.#statements.all.all().flatMap((row) => subscriberIn(row) ?? [])

  choose(id: string, choices: PushChoices): void {
    this.#statements.choose.run({ id, choices: JSON.stringify(choices) })
  }

  /** Drops a subscription with everything that waits for it. Returns false if it does not exist. */
  drop = (id: string): boolean => this.#statements.drop.run(id).changes === 1

  /** Undefined before the first `advance`. */
  position = (): number | undefined => this.#statements.position.get()?.event as number | undefined

  /** Remembers how far the events were looked through, together with what is to be told of them. */
  advance(event: number, pushes: readonly Pick<QueuedPush, 'subscription' | 'topic' | 'about'>[], times: Times): void {
    inTransaction(this.#db, () => {
      this.#queue(pushes, times)
      this.#statements.moveTo.run(event)
    })
  }

  queue(pushes: readonly Pick<QueuedPush, 'subscription' | 'topic' | 'about'>[], times: Times): void {
    inTransaction(this.#db, () => this.#queue(pushes, times))
  }

  #queue(pushes: readonly Pick<QueuedPush, 'subscription' | 'topic' | 'about'>[], { nowMs, dueMs }: Times): void {
    for (const { subscription, topic, about } of pushes)
      this.#statements.queue.run({ subscription, topic, about: JSON.stringify(about), nowMs, dueMs })
    for (const subscription of new Set(pushes.map((push) => push.subscription)))
      this.#statements.dropOldest.run(subscription)
  }

  due = (nowMs: number): QueuedPush[] => this.#statements.due.all(nowMs).map(pushIn)

  /** When the next push is due that is not due yet. */
  nextDueMs(nowMs: number): number | undefined {
    const dueMs = this.#statements.nextDue.get(nowMs)?.dueMs
    return typeof dueMs === 'number' ? dueMs : undefined
  }

  /** The push service has taken the push. */
  taken(push: QueuedPush, nowMs: number): void {
    const { subscription, about } = push
    inTransaction(this.#db, () => {
      this.settle(push)
      this.#statements.taken.run({ id: subscription, nowMs })
      if (about.type === 'message') this.#statements.told.run({ subscription, guid: about.guid, rowid: about.rowid })
    })
  }

  /** There is nothing to push any more. */
  settle({ subscription, topic, about }: QueuedPush): void {
    this.#statements.settle.run({ subscription, topic, about: JSON.stringify(about) })
  }

  postpone({ subscription, topic }: QueuedPush, dueMs: number): void {
    this.#statements.postpone.run({ subscription, topic, dueMs })
  }

  /** Notes how the last push to a subscription went. */
  note(id: string, trouble: PushTrouble | null, nowMs: number): void {
    if (trouble === null) this.#statements.taken.run({ id, nowMs })
    else this.#statements.failed.run({ id, trouble })
  }

  /** The conversations that a browser was notified of, the newest first. */
  toldTo = (id: string): Told[] => this.#statements.allTold.all(id) as unknown as Told[]

  withdrawn(id: string, guids: readonly string[]): void {
    for (const guid of guids) this.#statements.withdrawn.run(id, guid)
  }

  close(): void {
    this.#db.close()
  }
}

interface Times {
  nowMs: number
  dueMs: number
}

function subscriberIn(row: Record<string, unknown> | undefined): PushSubscriber | undefined {
  if (row === undefined) return undefined
  const [via, id] = JSON.parse(String(row.owner)) as [PushOwner['via'], string | null]
  return {
    id: String(row.id),
    endpoint: String(row.endpoint),
    p256dh: String(row.p256dh),
    auth: String(row.auth),
    owner: { via, id },
    browser: String(row.browser),
    // A browser that subscribed to an earlier version has not chosen about what waits.
    choices: { held: true, ...JSON.parse(String(row.choices)) },
    sinceEvent: Number(row.since_event),
    createdMs: Number(row.created_ms),
    lastPushedMs: row.last_pushed_ms as number | null,
    trouble: row.trouble as PushTrouble | null,
  }
}

const pushIn = (row: Record<string, unknown>): QueuedPush => ({
  subscription: String(row.subscription),
  topic: String(row.topic),
  about: JSON.parse(String(row.about)),
  queuedMs: Number(row.queued_ms),
  attempts: Number(row.attempts),
})

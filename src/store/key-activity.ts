/**
 * Keeps state/key_activity.db: what each API key did in the last month, by day, and what is conspicuous about it. Counts are
 * collected in memory and written a few seconds later at most; marks are written at once.
 */
import type { KeyMarkKind } from '../contract/key-activity.ts'
import { isUnusual } from '../domain/access/unusual-rate.ts'
import { openSqlite, type SqliteFile } from './sqlite-file.ts'

export interface StoredMark {
  kind: KeyMarkKind
  atMs: number
  isSeen: boolean
}

export interface ActivityDay {
  day: string
  requests: number
  messages: number
  refused: number
  /** Those read most first. */
  conversations: { guid: string; messages: number }[]
}

export interface KeyActivityStore {
  /** Counts a request that an action answers. */
  asked(key: string): void
  /** Counts messages that were read in the chat with this GUID. */
  read(key: string, guid: string, messages: number): void
  refused(key: string, code: string): void
  /** Returns false where the mark stands already. */
  mark(key: string, kind: KeyMarkKind): boolean
  /** The newest first. */
  marks(key: string): StoredMark[]
  /** Every mark that nobody has seen yet. */
  unseen(): { key: string; kind: KeyMarkKind; atMs: number }[]
  seen(key: string): void
  lastUsedMs(key: string): number | undefined
  /** The newest first. */
  days(key: string): ActivityDay[]
  refusals(key: string): { day: string; code: string; times: number }[]
  close(): void
}

export interface KeyActivityOptions extends Pick<SqliteFile, 'path' | 'onQuarantine'> {
  nowMs(): number
  /** What is known of other keys is forgotten. */
  keys(): readonly string[]
  /** Are told of each new mark, of the first refusal of a day by its code, and of what a key read on a day that is over. */
  onMark?(key: string, kind: KeyMarkKind): void
  onFirstRefusal?(key: string, code: string): void
  onDayOver?(key: string, day: Pick<ActivityDay, 'day' | 'messages'> & { conversations: number }): void
}

export const migrations = [
  `CREATE TABLE key_hour (
    api_key TEXT NOT NULL, hour INTEGER NOT NULL, requests INTEGER NOT NULL, PRIMARY KEY (api_key, hour)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE key_read (
    api_key TEXT NOT NULL, day TEXT NOT NULL, chat_guid TEXT NOT NULL, messages INTEGER NOT NULL,
    PRIMARY KEY (api_key, day, chat_guid)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE key_refusal (
    api_key TEXT NOT NULL, day TEXT NOT NULL, code TEXT NOT NULL, times INTEGER NOT NULL, PRIMARY KEY (api_key, day, code)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE key_use (api_key TEXT PRIMARY KEY, last_ms INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE key_mark (
    api_key TEXT NOT NULL, kind TEXT NOT NULL, at_ms INTEGER NOT NULL, is_seen INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (api_key, kind)
  ) STRICT, WITHOUT ROWID`,
]

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const keptMs = 31 * dayMs
/** Conversations that are kept of one key and day. */
const mostConversations = 100
const writtenAfterMs = 3_000
/** An unusual rate is marked anew once the last mark is this old; what is first is first once. */
const repeatedAfterMs = dayMs

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 'YYYY-MM-DD'.length)
const hourOf = (ms: number): number => Math.floor(ms / hourMs)

interface Counts {
  requests: number
  lastMs: number
  reads: Map<string, number>
  refusals: Map<string, number>
}

export function openKeyActivity(options: KeyActivityOptions): KeyActivityStore {
  return new Store(options)
}

class Store implements KeyActivityStore {
  readonly #options: KeyActivityOptions
  readonly #db
  /** What has been counted in the current hour and is not yet written. */
  #waiting = new Map<string, Counts>()
  /** The day on which each refusal was told last, by key and code. */
  readonly #refusedOn = new Map<string, string>()
  #hour: number
  #writtenMs: number

  constructor(options: KeyActivityOptions) {
    this.#options = options
    this.#db = openSqlite({ ...options, migrations, synchronous: 'NORMAL' }).db
    this.#hour = hourOf(options.nowMs())
    this.#writtenMs = options.nowMs()
  }

  asked(key: string): void {
    this.#count(key, (counts) => counts.requests++)
  }

  read(key: string, guid: string, messages: number): void {
    if (messages > 0) this.#count(key, ({ reads }) => reads.set(guid, (reads.get(guid) ?? 0) + messages))
  }

  refused(key: string, code: string): void {
    this.#count(key, ({ refusals }) => refusals.set(code, (refusals.get(code) ?? 0) + 1))
  }

  mark(key: string, kind: KeyMarkKind): boolean {
    const atMs = this.#options.nowMs()
    const { changes } = this.#db
      .prepare(`INSERT INTO key_mark (api_key, kind, at_ms) VALUES (:key, :kind, :atMs)
        ON CONFLICT DO UPDATE SET at_ms = :atMs, is_seen = 0 WHERE :kind = 'unusual_rate' AND at_ms < :atMs - :again`)
      .run({ key, kind, atMs, again: repeatedAfterMs })
    if (changes > 0) this.#options.onMark?.(key, kind)
    return changes > 0
  }

  marks(key: string): StoredMark[] {
    const found = this.#db
      .prepare('SELECT kind, at_ms, is_seen FROM key_mark WHERE api_key = ? ORDER BY at_ms DESC')
      .all(key)
    return found.map(({ kind, at_ms, is_seen }) => ({
      kind: kind as KeyMarkKind,
      atMs: Number(at_ms),
      isSeen: is_seen === 1,
    }))
  }

  unseen(): { key: string; kind: KeyMarkKind; atMs: number }[] {
    const found = this.#db.prepare('SELECT api_key, kind, at_ms FROM key_mark WHERE is_seen = 0 ORDER BY at_ms').all()
    return found.map(({ api_key, kind, at_ms }) => ({
      key: String(api_key),
      kind: kind as KeyMarkKind,
      atMs: Number(at_ms),
    }))
  }

  seen(key: string): void {
    this.#db.prepare('UPDATE key_mark SET is_seen = 1 WHERE api_key = ?').run(key)
  }

  lastUsedMs(key: string): number | undefined {
    this.#write()
    const found = this.#db.prepare('SELECT last_ms FROM key_use WHERE api_key = ?').get(key)
    return found && Number(found.last_ms)
  }

  days(key: string): ActivityDay[] {
    this.#write()
    const days = new Map<string, ActivityDay>()
    const on = (day: string): ActivityDay => {
      const known = days.get(day) ?? { day, requests: 0, messages: 0, refused: 0, conversations: [] }
      days.set(day, known)
      return known
    }
    for (const { hour, requests } of this.#db.prepare('SELECT hour, requests FROM key_hour WHERE api_key = ?').all(key))
      on(dayOf(Number(hour) * hourMs)).requests += Number(requests)
    for (const { day, code: _, times } of this.#db.prepare('SELECT * FROM key_refusal WHERE api_key = ?').all(key))
      on(String(day)).refused += Number(times)
    const reads = this.#db
      .prepare('SELECT * FROM key_read WHERE api_key = ? ORDER BY messages DESC, chat_guid')
      .all(key)
    for (const { day, chat_guid, messages } of reads) {
      const of = on(String(day))
      of.messages += Number(messages)
      if (chat_guid !== others) of.conversations.push({ guid: String(chat_guid), messages: Number(messages) })
    }
    return [...days.values()].sort((a, b) => (a.day < b.day ? 1 : -1))
  }

  refusals(key: string): { day: string; code: string; times: number }[] {
    this.#write()
    const found = this.#db
      .prepare('SELECT day, code, times FROM key_refusal WHERE api_key = ? ORDER BY day DESC, times DESC, code')
      .all(key)
    return found.map(({ day, code, times }) => ({ day: String(day), code: String(code), times: Number(times) }))
  }

  close(): void {
    this.#write()
    this.#db.close()
  }

  #count(key: string, count: (counts: Counts) => void): void {
    const nowMs = this.#options.nowMs()
    // What is counted belongs to the hour in which it is written.
    if (hourOf(nowMs) !== this.#hour) this.#write()
    const counts = this.#waiting.get(key) ?? { requests: 0, lastMs: nowMs, reads: new Map(), refusals: new Map() }
    this.#waiting.set(key, counts)
    count(counts)
    counts.lastMs = nowMs
    if (Math.abs(nowMs - this.#writtenMs) >= writtenAfterMs) this.#write()
  }

  /** A full disk must not make the service refuse a caller who has a key. */
  #write(): void {
    const nowMs = this.#options.nowMs()
    const [waiting, hour] = [this.#waiting, this.#hour]
    this.#writtenMs = nowMs
    this.#hour = hourOf(nowMs)
    if (waiting.size === 0) return
    this.#waiting = new Map()
    try {
      this.#db.exec('BEGIN IMMEDIATE')
      for (const [key, counts] of waiting) this.#writeCounts(key, counts, hour)
      this.#db.exec('COMMIT')
    } catch {
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK')
      return
    }
    for (const key of waiting.keys()) this.#markRate(key, hour)
  }

  #writeCounts(key: string, { requests, lastMs, reads, refusals }: Counts, hour: number): void {
    const day = dayOf(hour * hourMs)
    this.#closeDays(key, day)
    this.#db
      .prepare(`INSERT INTO key_hour VALUES (:key, :hour, :requests)
        ON CONFLICT DO UPDATE SET requests = requests + excluded.requests`)
      .run({ key, hour, requests })
    this.#db
      .prepare('INSERT INTO key_use VALUES (?, ?) ON CONFLICT DO UPDATE SET last_ms = excluded.last_ms')
      .run(key, lastMs)
    const addRead = this.#db.prepare(`INSERT INTO key_read VALUES (:key, :day, :guid, :messages)
      ON CONFLICT DO UPDATE SET messages = messages + excluded.messages`)
    const known = this.#db.prepare('SELECT chat_guid FROM key_read WHERE api_key = ? AND day = ?').all(key, day)
    const guids = new Set(known.map(({ chat_guid }) => String(chat_guid)))
    for (const [asked, messages] of reads) {
      const guid = guids.has(asked) || guids.size < mostConversations ? asked : others
      guids.add(guid)
      addRead.run({ key, day, guid, messages })
    }
    const addRefusal = this.#db.prepare(`INSERT INTO key_refusal VALUES (:key, :day, :code, :times)
      ON CONFLICT DO UPDATE SET times = times + excluded.times`)
    for (const [code, times] of refusals) {
      addRefusal.run({ key, day, code, times })
      const name = `${key} ${code}`
      if (this.#refusedOn.get(name) !== day) this.#options.onFirstRefusal?.(key, code)
      this.#refusedOn.set(name, day)
    }
  }

  /** On the first use of a day, the last one before it is told, and what is too old is forgotten. */
  #closeDays(key: string, today: string): void {
    const { onDayOver, keys } = this.#options
    const last = this.#db
      .prepare(`SELECT day, sum(messages) AS messages, count(*) AS conversations FROM key_read
        WHERE api_key = ? GROUP BY day ORDER BY day DESC LIMIT 1`)
      .get(key)
    const use = this.#db.prepare('SELECT last_ms FROM key_use WHERE api_key = ?').get(key)
    if (use !== undefined && dayOf(Number(use.last_ms)) === today) return
    const [day, messages, conversations] = [String(last?.day), Number(last?.messages), Number(last?.conversations)]
    if (last !== undefined && day < today) onDayOver?.(key, { day, messages, conversations })
    const oldest = dayOf(Date.parse(today) - keptMs)
    this.#db.prepare('DELETE FROM key_hour WHERE hour < ?').run(hourOf(Date.parse(today) - keptMs))
    for (const table of ['key_read', 'key_refusal']) this.#db.prepare(`DELETE FROM ${table} WHERE day < ?`).run(oldest)
    const existing = JSON.stringify([...keys(), key])
    for (const table of ['key_hour', 'key_read', 'key_refusal', 'key_use', 'key_mark'])
      this.#db.prepare(`DELETE FROM ${table} WHERE api_key NOT IN (SELECT value FROM json_each(?))`).run(existing)
  }

  #markRate(key: string, hour: number): void {
    const found = this.#db.prepare('SELECT hour, requests FROM key_hour WHERE api_key = ?').all(key)
    const before = found.flatMap((one) => (Number(one.hour) < hour ? Number(one.requests) : []))
    const now = Number(found.find((one) => Number(one.hour) === hour)?.requests ?? 0)
    if (isUnusual(now, before)) this.mark(key, 'unusual_rate')
  }
}

/** Stands for the conversations beyond those that are kept of one day. */
const others = ''

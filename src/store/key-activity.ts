/**
 * Keeps state/key_activity.db: what each API key did in the last month, by day, and what is conspicuous about it. Counts are
 * collected in memory and written a few seconds later at most; marks are written at once.
 */
import type { KeyMarkKind } from '../contract/key-activity.ts'
import { isUnusual } from '../domain/access/unusual-rate.ts'
import { prepareAll } from './prepare-all.ts'
import { openSqlite, type SqliteFile } from './sqlite-file.ts'
import { inTransaction } from './transaction.ts'

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
  /** The conversations that were read most come first. */
  conversations: { guid: string; messages: number }[]
}

export interface KeyActivityStore {
  /** Counts a request that an action answers. */
  asked(key: string): void
  /** Counts messages that were read in the chat with this GUID. */
  read(key: string, guid: string, messages: number): void
  refused(key: string, code: string): void
  /** Counts a reaction, edit or unsend, for an hour and in memory only. */
  changed(key: string): void
  changesInHour(key: string): number
  /** Returns false where the mark stands already. */
  mark(key: string, kind: KeyMarkKind): boolean
  /** The newest first. */
  marks(key: string): StoredMark[]
  seen(key: string): void
  lastUsedMs(key: string): number | undefined
  /** The newest first. */
  days(key: string): ActivityDay[]
  refusals(key: string): { day: string; code: string; times: number }[]
  close(): void
}

export interface KeyActivityOptions extends Pick<SqliteFile, 'path' | 'onQuarantine'> {
  nowMs(): number
  /** Returns the existing keys; everything about others is forgotten. */
  keys(): readonly string[]
  /**
   * Called for each new mark; the next two for the first refusal of a day by its code, and for what a key read on a day
   * that is over.
   */
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

const tables = ['key_hour', 'key_read', 'key_refusal', 'key_use', 'key_mark'] as const

const sql = {
  mark: `INSERT INTO key_mark (api_key, kind, at_ms) VALUES (:key, :kind, :atMs)
    ON CONFLICT DO UPDATE SET at_ms = :atMs, is_seen = 0 WHERE :kind = 'unusual_rate' AND at_ms < :atMs - :again`,
  marks: 'SELECT kind, at_ms, is_seen FROM key_mark WHERE api_key = ? ORDER BY at_ms DESC',
  seen: 'UPDATE key_mark SET is_seen = 1 WHERE api_key = ?',
  lastUse: 'SELECT last_ms FROM key_use WHERE api_key = ?',
  hours: 'SELECT hour, requests FROM key_hour WHERE api_key = ?',
  refusals: 'SELECT day, code, times FROM key_refusal WHERE api_key = ? ORDER BY day DESC, times DESC, code',
  reads: 'SELECT day, chat_guid, messages FROM key_read WHERE api_key = ? ORDER BY messages DESC, chat_guid',
  addHour: `INSERT INTO key_hour VALUES (:key, :hour, :requests)
    ON CONFLICT DO UPDATE SET requests = requests + excluded.requests`,
  addUse: 'INSERT INTO key_use VALUES (:key, :lastMs) ON CONFLICT DO UPDATE SET last_ms = excluded.last_ms',
  addRead: `INSERT INTO key_read VALUES (:key, :day, :guid, :messages)
    ON CONFLICT DO UPDATE SET messages = messages + excluded.messages`,
  addRefusal: `INSERT INTO key_refusal VALUES (:key, :day, :code, :times)
    ON CONFLICT DO UPDATE SET times = times + excluded.times`,
  chatsOfDay: 'SELECT chat_guid FROM key_read WHERE api_key = ? AND day = ?',
  lastDay: `SELECT day, sum(messages) AS messages, count(*) AS conversations FROM key_read
    WHERE api_key = ? GROUP BY day ORDER BY day DESC LIMIT 1`,
  forgetHours: 'DELETE FROM key_hour WHERE hour < ?',
  forgetReads: 'DELETE FROM key_read WHERE day < ?',
  forgetRefusals: 'DELETE FROM key_refusal WHERE day < ?',
}

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
  readonly #statements
  /** Counts of the current hour that are not yet written. */
  #waiting = new Map<string, Counts>()
  /** The day on which each refusal was told last, by key and code. */
  readonly #refusedOn = new Map<string, string>()
  /** The times of each key's message changes in the last hour. */
  readonly #changes = new Map<string, number[]>()
  #hour: number
  #writtenMs: number

  constructor(options: KeyActivityOptions) {
    this.#options = options
    this.#db = openSqlite({ ...options, migrations, synchronous: 'NORMAL' }).db
    this.#statements = prepareAll(this.#db, sql)
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

  changed(key: string): void {
    this.#changes.set(key, [...this.#recentChanges(key), this.#options.nowMs()])
  }

  changesInHour(key: string): number {
    return this.#recentChanges(key).length
  }

  #recentChanges(key: string): number[] {
    const nowMs = this.#options.nowMs()
    return (this.#changes.get(key) ?? []).filter((atMs) => Math.abs(nowMs - atMs) < hourMs)
  }

  mark(key: string, kind: KeyMarkKind): boolean {
    const atMs = this.#options.nowMs()
    const { changes } = this.#statements.mark.run({ key, kind, atMs, again: repeatedAfterMs })
    if (changes > 0) this.#options.onMark?.(key, kind)
    return changes > 0
  }

  marks(key: string): StoredMark[] {
    return this.#statements.marks.all(key).map(({ kind, at_ms, is_seen }) => ({
      kind: kind as KeyMarkKind,
      atMs: Number(at_ms),
      isSeen: is_seen === 1,
    }))
  }

  seen(key: string): void {
    this.#statements.seen.run(key)
  }

  lastUsedMs(key: string): number | undefined {
    this.#write()
    const found = this.#statements.lastUse.get(key)
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
    const { hours, refusals, reads } = this.#statements
    for (const { hour, requests } of hours.all(key)) on(dayOf(Number(hour) * hourMs)).requests += Number(requests)
    for (const { day, times } of refusals.all(key)) on(String(day)).refused += Number(times)
    for (const { day, chat_guid, messages } of reads.all(key)) {
      const of = on(String(day))
      of.messages += Number(messages)
      if (chat_guid !== others) of.conversations.push({ guid: String(chat_guid), messages: Number(messages) })
    }
    return [...days.values()].sort((a, b) => (a.day < b.day ? 1 : -1))
  }

  refusals(key: string): { day: string; code: string; times: number }[] {
    this.#write()
    return this.#statements.refusals
      .all(key)
      .map(({ day, code, times }) => ({ day: String(day), code: String(code), times: Number(times) }))
  }

  close(): void {
    this.#write()
    this.#db.close()
  }

  #count(key: string, count: (counts: Counts) => void): void {
    const nowMs = this.#options.nowMs()
    // Counts belong to the hour in which they are written.
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
      inTransaction(this.#db, () => {
        for (const [key, counts] of waiting) this.#writeCounts(key, counts, hour)
      })
    } catch {
      return
    }
    for (const key of waiting.keys()) this.#markRate(key, hour)
  }

  #writeCounts(key: string, { requests, lastMs, reads, refusals }: Counts, hour: number): void {
    const { addHour, addUse, addRead, addRefusal, chatsOfDay } = this.#statements
    const day = dayOf(hour * hourMs)
    this.#closeDays(key, day)
    addHour.run({ key, hour, requests })
    addUse.run({ key, lastMs })
    const guids = new Set(chatsOfDay.all(key, day).map(({ chat_guid }) => String(chat_guid)))
    for (const [asked, messages] of reads) {
      const guid = guids.has(asked) || guids.size < mostConversations ? asked : others
      guids.add(guid)
      addRead.run({ key, day, guid, messages })
    }
    for (const [code, times] of refusals) {
      addRefusal.run({ key, day, code, times })
      const name = `${key} ${code}`
      if (this.#refusedOn.get(name) !== day) this.#options.onFirstRefusal?.(key, code)
      this.#refusedOn.set(name, day)
    }
  }

  /** Tells the last use before, on the first one of a day, and forgets what is too old. */
  #closeDays(key: string, today: string): void {
    const { lastUse, lastDay, forgetHours, forgetReads, forgetRefusals } = this.#statements
    const { onDayOver, keys } = this.#options
    const use = lastUse.get(key)
    if (use !== undefined && dayOf(Number(use.last_ms)) === today) return
    const last = lastDay.get(key)
    const [day, messages, conversations] = [String(last?.day), Number(last?.messages), Number(last?.conversations)]
    if (last !== undefined && day < today) onDayOver?.(key, { day, messages, conversations })
    const oldestMs = Date.parse(today) - keptMs
    forgetHours.run(hourOf(oldestMs))
    for (const forget of [forgetReads, forgetRefusals]) forget.run(dayOf(oldestMs))
    const existing = JSON.stringify([...keys(), key])
    for (const table of tables)
      this.#db.prepare(`DELETE FROM ${table} WHERE api_key NOT IN (SELECT value FROM json_each(?))`).run(existing)
  }

  #markRate(key: string, hour: number): void {
    const found = this.#statements.hours.all(key)
    const before = found.flatMap((one) => (Number(one.hour) < hour ? Number(one.requests) : []))
    const now = Number(found.find((one) => Number(one.hour) === hour)?.requests ?? 0)
    if (isUnusual(now, before)) this.mark(key, 'unusual_rate')
  }
}

/** Stands for the conversations beyond those that are kept of one day. */
const others = ''

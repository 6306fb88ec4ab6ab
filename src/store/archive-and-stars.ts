/**
 * Keeps state/archive_and_stars.db: which conversations are archived and which messages are starred. Messages itself
 * knows neither.
 */
import { limitTo } from '../base/sql-parameter.ts'
import type { ConversationKey } from '../contract/ids.ts'
import { openSqlite, type SqliteFile } from './sqlite-file.ts'

export interface ArchivedConversation {
  conversation: ConversationKey
  /** When its newest message was sent as it was archived, in Unix milliseconds. */
  newestMs: number
  /** Null in marks of releases that did not note it, as is the row. */
  archivedAtMs: number | null
  /** The newest row of chat.db as it was archived. The GUID tells whether the ROWIDs are still those of then. */
  rowid: number | null
  guid: string | null
}

export interface Archiving {
  conversations: readonly ConversationKey[]
  newestMs: number
  archivedAtMs: number
  /** Undefined where Messages has no row. */
  newestRow: { rowid: number; guid: string } | undefined
}

export interface Star {
  /** Grows with each star. */
  id: number
  /** GUID of the message, which stays when Messages renumbers its rows. */
  guid: string
  starredAtMs: number
}

export interface ArchiveAndStars {
  archived(): ArchivedConversation[]
  archive(archiving: Archiving): void
  unarchive(conversations: readonly ConversationKey[]): void
  /** Returns those of the messages that are starred. */
  starredAmong(guids: readonly string[]): ReadonlySet<string>
  countStars(): number
  /** A message that is starred already keeps its star. */
  star(guid: string, nowMs: number): Star
  /** Returns false when the message had no star. */
  unstar(guid: string): boolean
  /** The newest star first, those before the given id. */
  stars(page: { before?: number | undefined; limit: number }): Star[]
  close(): void
}

export const migrations = [
  `CREATE TABLE archived (
    conversation TEXT PRIMARY KEY,
    newest_ms INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE star (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guid TEXT NOT NULL UNIQUE,
    starred_at_ms INTEGER NOT NULL
  ) STRICT`,
  `ALTER TABLE archived ADD COLUMN archived_at_ms INTEGER;
  ALTER TABLE archived ADD COLUMN rowid_then INTEGER;
  ALTER TABLE archived ADD COLUMN guid_then TEXT`,
]

const starColumns = 'id, guid, starred_at_ms AS starredAtMs'

export function openArchiveAndStars({
  path,
  onQuarantine,
}: Pick<SqliteFile, 'path' | 'onQuarantine'>): ArchiveAndStars {
  const { db } = openSqlite({ path, migrations, synchronous: 'FULL', onQuarantine })
  const everyArchived = db.prepare(`SELECT conversation, newest_ms AS newestMs, archived_at_ms AS archivedAtMs,
    rowid_then AS rowid, guid_then AS guid FROM archived`)
  const archive =
    db.prepare(`INSERT OR REPLACE INTO archived (conversation, newest_ms, archived_at_ms, rowid_then, guid_then)
    SELECT value, :newestMs, :archivedAtMs, :rowid, :guid FROM json_each(:conversations)`)
  const unarchive = db.prepare('DELETE FROM archived WHERE conversation IN (SELECT value FROM json_each(?))')
  const count = db.prepare('SELECT count(*) AS n FROM star')
  const starOf = db.prepare(`SELECT ${starColumns} FROM star WHERE guid = ?`)
  // Most people have no stars, and then the list of a page of messages is not even read.
  const starred = db.prepare(`SELECT guid FROM star WHERE EXISTS (SELECT 1 FROM star)
    AND guid IN (SELECT value FROM json_each(?))`)
  const addStar = db.prepare('INSERT INTO star (guid, starred_at_ms) VALUES (?, ?) ON CONFLICT (guid) DO NOTHING')
  const removeStar = db.prepare('DELETE FROM star WHERE guid = ?')
  const pageOfStars = db.prepare(`SELECT ${starColumns} FROM star WHERE id < ? ORDER BY id DESC ${limitTo('?')}`)
  return {
    archived: () => everyArchived.all() as unknown as ArchivedConversation[],
    archive({ conversations, newestMs, archivedAtMs, newestRow: { rowid, guid } = { rowid: null, guid: null } }) {
      archive.run({ conversations: JSON.stringify(conversations), newestMs, archivedAtMs, rowid, guid })
    },
    unarchive: (conversations) => void unarchive.run(JSON.stringify(conversations)),
    starredAmong: (guids) => new Set(starred.all(JSON.stringify(guids)).map(({ guid }) => String(guid))),
    countStars: () => Number(count.get()?.n),
    star(guid, nowMs) {
      addStar.run(guid, nowMs)
      return starOf.get(guid) as unknown as Star
    },
    unstar: (guid) => removeStar.run(guid).changes === 1,
    stars: ({ before = Number.MAX_SAFE_INTEGER, limit }) => pageOfStars.all(before, limit) as unknown as Star[],
    close: () => db.close(),
  }
}

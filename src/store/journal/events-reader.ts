/** Reads the events of the journal for other processes: new events, and the id from which on they are kept. */
import type { DatabaseSync } from 'node:sqlite'
import { limitTo } from '../../base/sql-parameter.ts'
import { isSqliteError } from '../sqlite-error.ts'
import { identityOf, openToRead } from './reopened.ts'

export interface StoredEvent {
  id: number
  /** JSON of a `MessageEvent`. */
  payload: string
}

export interface EventsReader {
  /**
   * Checks for events; cheap enough for many times a second. `fresh` means another journal, whose ids are unrelated to
   * earlier ones.
   */
  check(): 'unchanged' | 'changed' | 'fresh' | 'absent'
  /** The last id that was assigned, or 0 before the first. */
  newest(): number
  /** Whether the journal could be read, and has had no event yet. */
  isEmpty(): boolean
  /** Returns whether the event after this id is still kept or is yet to come. */
  isKept(id: number): boolean
  after(id: number, limit: number): StoredEvent[]
  close(): void
}

interface OpenJournal {
  db: DatabaseSync
  identity: string
  version(): unknown
  /** The newest id assigned and the oldest id kept, read in one statement. */
  bounds(): { newest: number; oldest: number }
  after(id: number, limit: number): StoredEvent[]
}

const sql = {
  version: 'PRAGMA data_version',
  bounds: `SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'event'), 0) AS newest,
    (SELECT min(id) FROM event) AS oldest`,
  after: `SELECT id, payload FROM event WHERE id > ? ORDER BY id ${limitTo('?')}`,
}

/** The bridge creates the journal, possibly later than this call, and recreates it when it was damaged. */
export function readEvents(journalFile: string): EventsReader {
  let open: OpenJournal | undefined
  let seenVersion: unknown

  const close = () => {
    open?.db.close()
    open = undefined
  }
  /** Returns undefined while there is no journal to read. */
  function reading<T>(read: (journal: OpenJournal) => T): T | undefined {
    try {
      open ??= openJournalFile(journalFile)
      return open && read(open)
    } catch (error) {
      // The journal is not migrated yet, or is being set aside: the bridge is working on it.
      if (!isSqliteError(error)) throw error
      close()
      return undefined
    }
  }

  return {
    check() {
      const identity = identityOf(journalFile)
      if (open !== undefined && open.identity !== identity) close()
      if (identity === undefined) return 'absent'
      const wasOpen = open !== undefined
      const version = reading((journal) => journal.version())
      if (version === undefined) return 'absent'
      if (wasOpen && version === seenVersion) return 'unchanged'
      seenVersion = version
      return wasOpen ? 'changed' : 'fresh'
    },
    newest: () => reading((journal) => journal.bounds().newest) ?? 0,
    isEmpty: () => reading((journal) => journal.bounds().newest) === 0,
    isKept(id) {
      const { newest, oldest } = reading((journal) => journal.bounds()) ?? { newest: 0, oldest: 1 }
      return id >= oldest - 1 && id <= newest
    },
    after: (id, limit) => reading((journal) => journal.after(id, limit)) ?? [],
    close,
  }
}

function openJournalFile(path: string): OpenJournal | undefined {
  const identity = identityOf(path)
  if (identity === undefined) return undefined
  const db = openToRead(path)
  try {
    const [version, bounds, after] = [db.prepare(sql.version), db.prepare(sql.bounds), db.prepare(sql.after)]
    return {
      db,
      identity,
      version: () => version.get()?.data_version,
      bounds() {
        const { newest, oldest } = bounds.get() ?? {}
        return { newest: Number(newest), oldest: Number(oldest ?? Number(newest) + 1) }
      },
      after: (id, limit) => after.all(id, limit) as unknown as StoredEvent[],
    }
  } catch (error) {
    db.close()
    throw error
  }
}

/**
 * Keeps the relay's position in chat.db: the cursor with its GUID, the newest date, and a re-scan that is under way.
 */
import type { DatabaseSync } from 'node:sqlite'
import type { MessageGuid, RowId } from '../../contract/ids.ts'
import { metaValue } from './meta-value.ts'
import { storedJson } from './stored-json.ts'

export interface Position {
  /** Every row up to this one was ingested or is waiting in the journal. */
  rowid: RowId
  /** GUID of the row at the cursor; distinguishes a rebuilt database from a grown one. */
  guid: MessageGuid | null
  /** Newest date of any message seen, Unix milliseconds. */
  newestMs: number
  /** Unix milliseconds at which the relay began here: unknown messages sent before then are old, not new. */
  beganMs?: number
  /** Number of rebuilds of the database so far. */
  epoch: number
  /** After a rebuild, messages sent since `sinceMs` are scanned again, in ROWID order from `afterRowid`. */
  rescan: { sinceMs: number; afterRowid: number; upToRowid: number } | null
}

const lastIngested = `SELECT src_rowid, guid, (SELECT max(sent_at_ms) FROM inbox WHERE lane = 'relayed') AS newest_ms
  FROM inbox ORDER BY ROWID DESC LIMIT 1`

export interface PositionStore {
  read(): Position | undefined
  write(position: Position): void
}

export function positionStore(db: DatabaseSync): PositionStore {
  const stored = metaValue(db, 'position')
  return {
    read() {
      const text = stored.read()
      return text === undefined ? undefined : (storedJson<Position>(text) ?? lastIngestedIn(db))
    },
    write(position) {
      if (!Number.isSafeInteger(position.rowid) || position.rowid < 0)
        throw new Error(`The cursor would become ${String(position.rowid)}, which is no ROWID.`)
      stored.write(JSON.stringify(position))
    },
  }
}

/**
 * Returns the last position that the relay certainly reached. Rows after it are read again and recognised by their
 * GUID.
 */
function lastIngestedIn(db: DatabaseSync): Position | undefined {
  const row = db.prepare(lastIngested).get()
  if (row === undefined) return undefined
  const [rowid, guid] = [row.src_rowid as RowId, row.guid as MessageGuid]
  return { rowid, guid, newestMs: Number(row.newest_ms ?? 0), epoch: 0, rescan: null }
}

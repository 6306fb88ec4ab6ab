/** Writes the rows of the journal that more than one module writes: events and waiting rows. */
import type { DatabaseSync } from 'node:sqlite'
import type { MessageEvent } from '../../contract/events.ts'
import type { MessageGuid, RowId } from '../../contract/ids.ts'

export interface JournalWriters {
  event(happened: MessageEvent, nowMs: number): void
  /** A row that is already waiting keeps the time at which it was first seen. */
  wait(row: { rowid: RowId; guid: MessageGuid }, nowMs: number): void
}

const sql = {
  event: 'INSERT INTO event (type, chat_guid, rowid_of_message, at_ms, payload) VALUES (?, ?, ?, ?, ?)',
  wait: 'INSERT INTO waiting (src_rowid, guid, first_seen_ms) VALUES (?, ?, ?) ON CONFLICT (src_rowid) DO NOTHING',
}

export function journalWriters(db: DatabaseSync): JournalWriters {
  const [event, wait] = [db.prepare(sql.event), db.prepare(sql.wait)]
  return {
    event(happened, nowMs) {
      event.run(happened.type, happened.chat_guid ?? '', happened.rowid ?? 0, nowMs, JSON.stringify(happened))
    },
    wait({ rowid, guid }, nowMs) {
      wait.run(rowid, guid, nowMs)
    },
  }
}

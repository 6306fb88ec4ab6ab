/** Reads the events of the journal as plugins receive them, and the delivery of a plugin that each is about. */
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import { limitTo } from '../../base/sql-parameter.ts'
import type { MessageEvent } from '../../contract/events.ts'
import type { ConversationKey, DeliveryId, MessageGuid, RowId } from '../../contract/ids.ts'
import type { RelayMessage } from '../../domain/message.ts'
import { storedJson } from './stored-json.ts'

export interface Happening {
  id: number
  atMs: number
  event: MessageEvent
}

/** A message that was delivered to a plugin. */
export interface DeliveredMessage {
  id: DeliveryId
  guid: MessageGuid
  conversation: ConversationKey
  /** Null when the message is no longer kept. */
  message: RelayMessage | null
}

export interface Happenings {
  /** The id of the newest event, or 0 before the first. */
  newest(): number
  /** Returns the events that can be read; damaged ones are left out. */
  after(id: number, limit: number): Happening[]
  /** Returns undefined for a message that was not delivered to this plugin, or that the plugin has not acknowledged. */
  handed(plugin: string, which: { rowid: RowId } | { guid: MessageGuid }): DeliveredMessage | undefined
}

const handed = `SELECT d.id, d.guid, d.conversation, i.payload FROM delivery d JOIN inbox i ON i.guid = d.guid
  WHERE d.integration = ? AND d.state = 'acked'`
const sql = {
  newest: "SELECT seq FROM sqlite_sequence WHERE name = 'event'",
  after: `SELECT id, at_ms, payload FROM event WHERE id > ? ORDER BY id ${limitTo('?')}`,
  // Takes the newest, since a ROWID names another message after a rebuild.
  byRowid: `${handed} AND i.src_rowid = ? ORDER BY i.accepted_at_ms DESC LIMIT 1`,
  byGuid: `${handed} AND d.guid = ?`,
}

export function journalHappenings(db: DatabaseSync): Happenings {
  const [newest, after] = [db.prepare(sql.newest), db.prepare(sql.after)]
  const [byRowid, byGuid] = [db.prepare(sql.byRowid), db.prepare(sql.byGuid)]
  return {
    newest: () => Number(newest.get()?.seq ?? 0),
    after: (id, limit) =>
      after.all(id, limit).flatMap((row) => {
        const event = storedJson<MessageEvent>(row.payload)
        return event === undefined ? [] : [{ id: Number(row.id), atMs: Number(row.at_ms), event }]
      }),
    handed(plugin, which) {
      const row = 'rowid' in which ? byRowid.get(plugin, which.rowid) : byGuid.get(plugin, which.guid)
      return row && handedIn(row)
    },
  }
}

const handedIn = (row: Record<string, SQLOutputValue>): DeliveredMessage => ({
  id: row.id as DeliveryId,
  guid: row.guid as MessageGuid,
  conversation: row.conversation as ConversationKey,
  message: storedJson<RelayMessage | null>(row.payload) ?? null,
})

/**
 * Reads the end of chat.db: its highest ROWIDs, which distinguish a grown database from a rebuilt one, and the newest
 * date.
 */
import { toUnixMs, unixMsToAppleNs } from '../apple/apple-time.ts'
import type { MessageGuid, RowId } from '../contract/ids.ts'
import type { ChatDb } from './chat-db.ts'

export interface DatabaseEnd {
  maxRowid: RowId
  maxGuid: MessageGuid | null
  /** The highest ROWID ever used; above `maxRowid` when the newest messages were deleted. */
  highestEver: RowId
  /** The newest date of a received message that is not in the future. Unix milliseconds, 0 where nobody has written. */
  newestMs: number
}

export function readEnd({ db }: ChatDb): (nowMs: number) => DatabaseEnd {
  const last = db.prepare('SELECT ROWID AS rowid, guid FROM message ORDER BY ROWID DESC LIMIT 1')
  const sequence = db.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'message'")
  const newest = db.prepare('SELECT date FROM message WHERE date <= ? AND is_from_me = 0 ORDER BY date DESC LIMIT 1')
  newest.setReadBigInts(true)
  return (nowMs) => {
    const { rowid = 0, guid = null } = last.get() ?? {}
    const { date = null } = newest.get(unixMsToAppleNs(nowMs)) ?? {}
    return {
      maxRowid: Number(rowid) as RowId,
      maxGuid: guid as MessageGuid | null,
      highestEver: Math.max(Number(sequence.get()?.seq ?? 0), Number(rowid)) as RowId,
      newestMs: toUnixMs(date as bigint | null) ?? 0,
    }
  }
}

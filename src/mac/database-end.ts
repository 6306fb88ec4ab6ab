/** Where chat.db ends: its highest ROWIDs, which tell a grown database from a rebuilt one, and the newest message that came. */
import { toUnixMs, unixMsToAppleNs } from '../apple/apple-time.ts'
import type { MessageGuid, RowId } from '../contract/ids.ts'
import type { ChatDb } from './chat-db.ts'

export interface DatabaseEnd {
  maxRowid: RowId
  maxGuid: MessageGuid | null
  /** The highest ROWID ever given out; above `maxRowid` when the newest messages were deleted. */
  highestEver: RowId
  /** The newest date of what others sent, none from the future. Unix milliseconds, 0 where nobody has written. */
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

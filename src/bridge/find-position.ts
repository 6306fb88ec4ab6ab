/**
 * Finds the relay's position in chat.db when it is opened: kept, found for the first time, or found again in a rebuilt
 * database.
 */
import type { MessageGuid, RowId } from '../contract/ids.ts'
import type { Position } from '../store/journal/position.ts'

/** Facts about the end of chat.db and about single rows. */
export interface Landmarks {
  maxRowid: RowId
  maxGuid: MessageGuid | null
  /** The highest ROWID ever assigned: above `maxRowid` when the newest messages were deleted. */
  highestEver: RowId
  newestMs: number
  guidAt(rowid: RowId): MessageGuid | undefined
}

/**
 * Messages this much older than the newest known one may still be unknown, if they were under way while the database
 * was replaced.
 */
const rescanReachMs = 15 * 60_000

export type FoundPosition =
  | { is: 'kept'; position: Position }
  | { is: 'first'; position: Position }
  | { is: 'rebuilt'; position: Position }

/**
 * `known` is a sample of the (ROWID, GUID) pairs that were seen recently. `sinceMs` is when the bridge began to look
 * for a database: messages that arrived since then are not history, even in a database that is new to us.
 */
export function findPosition(
  position: Position | undefined,
  landmarks: Landmarks,
  { known, sinceMs }: { known: readonly { rowid: RowId; guid: MessageGuid }[]; sinceMs: number },
): FoundPosition {
  if (position === undefined) return { is: 'first', position: { ...atTheEnd(landmarks, 0, sinceMs), beganMs: sinceMs } }
  if (!wasRebuilt(position, landmarks, known)) return { is: 'kept', position }
  const { newestMs, beganMs = 0 } = position
  const anew = atTheEnd(landmarks, position.epoch + 1, Math.max(newestMs - rescanReachMs, beganMs))
  return { is: 'rebuilt', position: { ...anew, newestMs, beganMs } }
}

const atTheEnd = ({ maxRowid, maxGuid, newestMs }: Landmarks, epoch: number, sinceMs: number): Position => ({
  rowid: maxRowid,
  guid: maxGuid,
  newestMs,
  epoch,
  rescan: { sinceMs, afterRowid: 0, upToRowid: maxRowid },
})

/**
 * ROWIDs only grow within one database, and a row never changes its GUID. Missing rows prove nothing, since people
 * delete messages.
 */
function wasRebuilt(position: Position, landmarks: Landmarks, known: readonly { rowid: RowId; guid: MessageGuid }[]) {
  if (landmarks.highestEver < position.rowid) return true
  const sample = position.guid === null ? known : [{ rowid: position.rowid, guid: position.guid }, ...known]
  return sample.some(({ rowid, guid }) => {
    const now = landmarks.guidAt(rowid)
    return now !== undefined && now !== guid
  })
}

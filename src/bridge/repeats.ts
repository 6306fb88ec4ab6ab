/**
 * Detects rows that were ingested before: under their GUID, under a new one after iCloud inserted them again, or as the
 * other copy of a message to oneself.
 */
import { completesPair, selfTwinText, selfTwinWindowMs, twinText } from '../domain/twins.ts'
import type { IngestedRow, IngestStore } from '../store/journal/ingest-store.ts'
import type { ChatRow } from './decide-row.ts'

/** `pending` holds the rows that were decided for this page but not committed yet; the journal knows the rest. */
export function repeats(
  journal: IngestStore,
  pending: readonly IngestedRow[],
): (row: ChatRow, isSelf: boolean) => boolean {
  const count = (text: string, sentAtMs: number, windowMs: number): number =>
    journal.twins(text, sentAtMs, windowMs) +
    pending.filter((row) => row.twinText === text && Math.abs(row.sentAtMs - sentAtMs) <= windowMs).length

  return (row, isSelf) => {
    if (journal.knows(row.guid) || pending.some(({ guid }) => guid === row.guid)) return true
    if (!isSelf) return count(twinText(row), row.sentAtMs, 0) > 0
    return completesPair({
      same: count(selfTwinText(row, row.isFromMe), row.sentAtMs, selfTwinWindowMs),
      opposite: count(selfTwinText(row, !row.isFromMe), row.sentAtMs, selfTwinWindowMs),
    })
  }
}

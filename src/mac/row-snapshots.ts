/**
 * Reads snapshots of recent rows: cheap signatures of a window of time, and full snapshots of rows whose signature
 * changed.
 */
import { toUnixMsSql, unixMsToAppleNs } from '../apple/apple-time.ts'
import { decodeSummaryInfo, editCount } from '../apple/summary-info.ts'
import { limitTo } from '../base/sql-parameter.ts'
import type { ChatGuid, MessageGuid, RowId } from '../contract/ids.ts'
import type { RowSnapshot, SeenRow } from '../domain/changes.ts'
import { finishedTransfer } from './attachments.ts'
import type { ChatDb } from './chat-db.ts'
import { chatId } from './chats.ts'
import { foundRows } from './found-rows.ts'
import { sendLater, tapbackOfRow } from './message-kind.ts'

export interface Signature {
  rowid: RowId
  guid: MessageGuid
  sentAtMs: number
  signature: string
}

/** Unix milliseconds. */
export interface SentBetween {
  sinceMs: number
  toMs: number
}

export interface RowSnapshots {
  /** Newest first: rows up to `upToRowid` that were sent between two moments, both inclusive. */
  signatures(window: SentBetween & { upToRowid: number; limit: number }): Signature[]
  /** Full snapshots of rows in ROWID order, after `afterRowid` up to and including `upToRowid`, that were sent since a moment. */
  after(rows: { afterRowid: number; upToRowid: number; sinceMs: number }): SeenRow[]
  /** The full snapshot of one row as it is now. */
  of(signature: Signature): SeenRow | undefined
}

export function readRowSnapshots({ db, features }: ChatDb): RowSnapshots {
  const edited = features.edits ? 'm.date_edited' : '0'
  const arrived = `(SELECT count(*) FROM message_attachment_join j JOIN attachment a ON a.ROWID = j.attachment_id
    WHERE j.message_id = m.ROWID AND a.transfer_state = ${finishedTransfer} AND a.filename IS NOT NULL)`
  const isScheduled = features.sendLater ? `coalesce(m.schedule_type, 0) = ${sendLater}` : '0'
  const signature = `printf('%d %d %d %d %d %d %d %d %d %d', m.is_from_me, coalesce(length(m.attributedBody), 0), coalesce(length(m.text), 0),
    coalesce(length(m.message_summary_info), 0), coalesce(${edited}, 0) <> 0, m.is_delivered, coalesce(m.date_read, 0) <> 0, m.is_read,
    m.is_empty, CASE WHEN m.cache_has_attachments THEN ${arrived} ELSE 0 END)
    || CASE WHEN ${isScheduled} THEN ' scheduled' ELSE '' END`
  const identity = `m.ROWID AS rowid, m.guid, ${toUnixMsSql('m.date')} AS sent_at_ms, ${signature} AS signature`
  const look = `c.guid AS chat_guid, m.is_from_me, m.is_delivered, coalesce(m.date_read, 0) <> 0 AS has_read_date, m.is_read,
    m.is_empty, m.message_summary_info AS summary, m.associated_message_type AS association,
    m.associated_message_guid AS association_guid,
    ${features.emojiTapbacks ? 'm.associated_message_emoji' : 'NULL'} AS association_emoji, ${arrived} AS arrived,
    CASE WHEN ${isScheduled} THEN coalesce((SELECT h.id FROM handle h WHERE h.ROWID = m.handle_id), c.chat_identifier, '') END
      AS scheduled_to`
  const inChat = `FROM message m LEFT JOIN chat c ON c.ROWID = ${chatId}`
  const window = foundRows(
    db.prepare(
      `SELECT ${identity} FROM message m WHERE m.date BETWEEN ? AND ? AND m.ROWID <= ? ORDER BY m.date DESC ${limitTo('?')}`,
    ),
  )
  const after = foundRows(
    db.prepare(
      `SELECT ${identity}, ${look} ${inChat} WHERE m.ROWID > ? AND m.ROWID <= ? AND m.date >= ? ORDER BY m.ROWID`,
    ),
  )
  const full = foundRows(db.prepare(`SELECT ${look} ${inChat} WHERE m.ROWID = ?`))
  return {
    signatures: ({ sinceMs, toMs, upToRowid, limit }) =>
      window(unixMsToAppleNs(sinceMs), endOfMs(toMs), upToRowid, limit).map(toSignature),
    after: ({ afterRowid, upToRowid, sinceMs }) =>
      after(afterRowid, upToRowid, unixMsToAppleNs(sinceMs)).map((row) => ({
        ...toSignature(row),
        snapshot: toSnapshot(row),
      })),
    of(seen) {
      const [row] = full(seen.rowid)
      return row === undefined ? undefined : { ...seen, snapshot: toSnapshot(row) }
    },
  }
}

/** The last nanosecond of a millisecond, limited to the range of SQLite's integers. */
const endOfMs = (unixMs: number): bigint => {
  const end = unixMsToAppleNs(unixMs) + 999_999n
  return end < largestInteger ? end : largestInteger
}
const largestInteger = 9_223_372_036_854_775_807n

const toSignature = (row: Record<string, unknown>): Signature => ({
  rowid: Number(row.rowid) as RowId,
  guid: String(row.guid) as MessageGuid,
  sentAtMs: Number(row.sent_at_ms ?? 0),
  signature: String(row.signature),
})

function toSnapshot(row: Record<string, unknown>): RowSnapshot {
  const isFromMe = row.is_from_me === 1
  const decoded = row.summary instanceof Uint8Array ? decodeSummaryInfo(row.summary) : undefined
  const summary = decoded?.ok ? decoded.value : undefined
  return {
    chatGuid: String(row.chat_guid ?? '') as ChatGuid,
    isFromMe,
    edits: summary === undefined ? 0 : editCount(summary),
    unsent: Math.max(summary?.unsentParts.length ?? 0, row.is_empty === 1 ? 1 : 0),
    isDelivered: row.is_delivered === 1,
    isReadByThem: isFromMe && row.has_read_date === 1,
    isReadByMe: !isFromMe && row.is_read === 1,
    attachmentsReady: Number(row.arrived),
    tapback: tapbackOfRow(row) ?? null,
    ...(typeof row.scheduled_to === 'string' && { scheduledTo: row.scheduled_to }),
  }
}

/** Reads rows of chat.db as they are stored, decoded, under the names of the API. */
import { Buffer } from 'node:buffer'
import { toUnixMsSql } from '../../apple/apple-time.ts'
import { attachmentsOf, type BodyAttachment, runsOf } from '../../apple/attributed-text.ts'
import { decodeBody, decodeText } from '../../apple/message-body.ts'
import { decodeSummaryInfo, isFullyUnsent, type SummaryInfo } from '../../apple/summary-info.ts'
import type { StoredRow, StoredAttachment as WireAttachment } from '../../contract/stored-row.ts'
import type { Attachments, StoredAttachment } from '../attachments.ts'
import { readText } from '../body.ts'
import type { ChatDb } from '../chat-db.ts'
import { foundRows } from '../found-rows.ts'
import { kindOf } from '../message-kind.ts'
import { summaryOfChanges } from '../summary-column.ts'
import { withoutMarkedCodes } from './marked-codes.ts'
import { wireMoment, wireTime } from './wire-time.ts'

/** The columns of yes or no that `flags` names; `is_from_me` is a field of its own. */
const flagColumns = [
  'is_delivered is_finished is_emote is_empty is_delayed is_auto_reply is_prepared is_read is_system_message is_sent',
  'has_dd_results is_service_message is_forward was_downgraded is_archive cache_has_attachments was_data_detected',
  'was_deduplicated is_audio_message is_played is_expirable is_corrupt is_spam has_unseen_mention',
  'was_delivered_quietly did_notify_recipient was_detonated is_stewie is_sos is_critical is_kt_verified',
  'is_pending_satellite_send needs_relay sent_or_received_off_grid is_time_sensitive',
].flatMap((line) => line.split(' '))

/** The fields that a row itself holds. */
export type ReadRow = Omit<StoredRow, 'chat_rowid' | 'chat_guid' | 'conversation_guid'>

type FoundRow = {
  rowid: number
  guid: string
  text: string | null
  body: Uint8Array | null
  subject: string | null
  is_from_me: number
  handle: string | null
  handle_id: number
  other_handle: number
  service: string | null
  own_address: string | null
  country: string | null
  sent_at_ms: number | null
  delivered_at_ms: number | null
  read_at_ms: number | null
  played_at_ms: number | null
  edited_at_ms: number | null
  retracted_at_ms: number | null
  /** A bit for each of `flagColumns`. */
  flags: number
  has_attachments: number | null
  is_empty: number | null
  error: number
  item_type: number
  group_title: string | null
  group_action_type: number
  share_status: number
  share_direction: number
  balloon: string | null
  /** Present for app balloons only. */
  payload: Uint8Array | null
  has_payload: number
  effect_id: string | null
  association: number
  association_guid: string | null
  association_emoji: string | null
  reply_to: string | null
  reply_to_part: string | null
  part_count: number | null
  schedule_type: number
  /** Present only where it records edits or unsends. */
  summary: Uint8Array | null
}

export interface StoredRowReader {
  /** Returns rows in the order given; those that are gone are left out. */
  read(rowids: readonly number[]): ReadRow[]
}

interface StoredRowReaderDeps {
  chatDb: Pick<ChatDb, 'db' | 'has'>
  attachments: Pick<Attachments, 'storedOfMessages'>
  nowMs(): number
  /** Whether one-time codes that Messages has marked are left out. */
  hidesCodes: boolean
}

export function storedRowReader({
  chatDb: { db, has },
  attachments,
  nowMs,
  hidesCodes,
}: StoredRowReaderDeps): StoredRowReader {
  const load = foundRows<FoundRow>(db.prepare(selectRows(has)))

  return {
    read(rowids) {
      const loaded = load(JSON.stringify(rowids))
      const found = hidesCodes ? loaded.map(withoutMarkedCodes) : loaded
      const withFiles = found.flatMap(({ rowid, has_attachments }) => (has_attachments === 1 ? rowid : []))
      const files = attachments.storedOfMessages(withFiles)
      const now = nowMs()
      const read = new Map(found.map((row) => [row.rowid, toRow(row, files.get(row.rowid) ?? [], now)]))
      return rowids.flatMap((rowid) => read.get(rowid) ?? [])
    },
  }
}

function selectRows(has: ChatDb['has']): string {
  const column = (name: string) => (has('message', name) ? `m.${name}` : 'NULL')
  const number = (name: string) => (has('message', name) ? `coalesce(m.${name}, 0)` : '0')
  const time = (name: string) => (has('message', name) ? toUnixMsSql(`m.${name}`) : 'NULL')
  const flags = flagColumns
    .map((name, bit) => (has('message', name) ? `(m.${name} IS 1) * ${2 ** bit}` : undefined))
    .filter((term) => term !== undefined)
  return `SELECT m.ROWID AS rowid, m.guid, m.text, m.attributedBody AS body, ${column('subject')} AS subject, m.is_from_me,
    h.id AS handle, ${number('handle_id')} AS handle_id, ${number('other_handle')} AS other_handle, m.service,
    ${column('destination_caller_id')} AS own_address, ${column('country')} AS country, ${time('date')} AS sent_at_ms,
    ${time('date_delivered')} AS delivered_at_ms, ${time('date_read')} AS read_at_ms, ${time('date_played')} AS played_at_ms,
    ${time('date_edited')} AS edited_at_ms, ${time('date_retracted')} AS retracted_at_ms, ${flags.join(' + ')} AS flags,
    m.cache_has_attachments AS has_attachments, m.is_empty, ${number('error')} AS error, ${number('item_type')} AS item_type,
    m.group_title, ${number('group_action_type')} AS group_action_type, ${number('share_status')} AS share_status,
    ${number('share_direction')} AS share_direction, m.balloon_bundle_id AS balloon,
    CASE WHEN m.balloon_bundle_id IS NOT NULL THEN m.payload_data END AS payload,
    m.payload_data IS NOT NULL AS has_payload, ${column('expressive_send_style_id')} AS effect_id,
    ${number('associated_message_type')} AS association, m.associated_message_guid AS association_guid,
    ${column('associated_message_emoji')} AS association_emoji, ${column('thread_originator_guid')} AS reply_to,
    ${column('thread_originator_part')} AS reply_to_part, ${column('part_count')} AS part_count,
    ${number('schedule_type')} AS schedule_type, ${summaryOfChanges} AS summary
    FROM message m LEFT JOIN handle h ON h.ROWID = m.handle_id WHERE m.ROWID IN (SELECT value FROM json_each(?))`
}

function toRow(found: FoundRow, files: readonly StoredAttachment[], nowMs: number): ReadRow {
  const moment = (unixMs: number | null) => wireMoment(unixMs, nowMs)
  const rich = bodyOf(found)
  const changes = changesOf(found)
  return {
    rowid: found.rowid,
    guid: found.guid,
    text: changes.isUnsent ? null : readText(found, kindOf(found) === 'app' ? 'app' : 'text').text,
    body: rich.text,
    runs: rich.runs,
    subject: found.subject || null,
    is_from_me: found.is_from_me === 1,
    handle: found.handle,
    handle_rowid: found.handle_id,
    other_handle_rowid: found.other_handle,
    service: found.service ?? '',
    own_address: found.own_address || null,
    country: found.country || null,
    sent_at: wireTime(found.sent_at_ms ?? 0),
    delivered_at: moment(found.delivered_at_ms),
    read_at: moment(found.read_at_ms),
    played_at: moment(found.played_at_ms),
    edited_at: changes.isUnsent ? null : moment(found.edited_at_ms ?? changes.lastMs),
    unsent_at: changes.isUnsent ? moment(found.retracted_at_ms ?? found.edited_at_ms) : moment(found.retracted_at_ms),
    flags: flagsOf(found.flags),
    error: found.error,
    item_type: found.item_type,
    group_title: found.group_title,
    group_action_type: found.group_action_type,
    share_status: found.share_status,
    share_direction: found.share_direction,
    balloon_bundle_id: found.balloon,
    has_payload: found.has_payload === 1,
    effect_id: found.effect_id || null,
    associated_guid: found.association_guid || null,
    associated_type: found.association,
    associated_emoji: found.association_emoji || null,
    reply_to_guid: found.reply_to || null,
    reply_to_part: found.reply_to_part || null,
    part_count: found.part_count,
    schedule_type: found.schedule_type,
    versions: changes.versions,
    unsent_parts: changes.unsentParts,
    attachments: files.map((file) => toAttachment(file, rich.attachments)),
  }
}

const knownFlags = new Map<number, string[]>()

/** Rows have few different combinations. */
function flagsOf(bits: number): string[] {
  const known = knownFlags.get(bits) ?? flagColumns.filter((_, bit) => Math.floor(bits / 2 ** bit) % 2 === 1)
  if (knownFlags.size < 1_000) knownFlags.set(bits, known)
  return known
}

interface RowBody {
  text: string | null
  runs: StoredRow['runs']
  attachments: BodyAttachment[]
}

/** Reading attributes takes ten times as long as reading the text, so it is done only where there can be several runs. */
const telling = [
  '__kIMMentionConfirmedMention',
  '__kIMFileTransferGUIDAttributeName',
  '__kIMLinkIsRichLinkAttributeName',
]

function bodyOf({ body, has_attachments, part_count, summary }: FoundRow): RowBody {
  const none: RowBody = { text: null, runs: [], attachments: [] }
  if (body === null) return none
  if (has_attachments !== 1 && part_count === 1 && summary === null && !tells(body)) {
    const text = decodeText(body)
    return text.ok ? { ...none, text: text.value, runs: oneRun(text.value) } : none
  }
  const decoded = decodeBody(body)
  if (!decoded.ok) return none
  const runs = runsOf(decoded.value).map(({ attachmentGuid, ...run }) => ({ ...run, attachment_guid: attachmentGuid }))
  return { text: decoded.value.text, runs, attachments: attachmentsOf(decoded.value) }
}

const oneRun = ({ length }: string): StoredRow['runs'] =>
  length === 0 ? [] : [{ start: 0, length, part: 0, attachment_guid: null, mention: null }]

function tells(body: Uint8Array): boolean {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  return telling.some((key) => bytes.includes(key, 0, 'latin1'))
}

interface Changes {
  isUnsent: boolean
  versions: StoredRow['versions']
  unsentParts: number[]
  /** Unix milliseconds of the last edit, where a version tells it. */
  lastMs: number | null
}

const unchanged: Changes = { isUnsent: false, versions: [], unsentParts: [], lastMs: null }

function changesOf({ summary: bytes, edited_at_ms, is_empty }: FoundRow): Changes {
  if (bytes === null && edited_at_ms === null) return unchanged
  const decoded = bytes === null ? undefined : decodeSummaryInfo(bytes)
  const summary = decoded?.ok ? decoded.value : undefined
  const versions = summary?.editedParts.flatMap(toVersions) ?? []
  const times = versions.flatMap(({ atMs }) => atMs ?? [])
  return {
    isUnsent: is_empty === 1 || (summary !== undefined && isFullyUnsent(summary)),
    versions: versions.map(({ part, text, atMs }) => ({ part, text, ts: atMs === null ? null : wireTime(atMs) })),
    unsentParts: [...(summary?.unsentParts ?? [])],
    lastMs: times.length === 0 ? null : Math.max(...times),
  }
}

const toVersions = ({ part, versions }: SummaryInfo['editedParts'][number]) =>
  versions.map(({ text, atMs }) => ({ part, text, atMs }))

function toAttachment(stored: StoredAttachment, inBody: readonly BodyAttachment[]): WireAttachment {
  const file = stored.locate()
  const size = inBody.find(({ guid }) => guid === stored.guid || guid === stored.originalGuid)?.size
  const pixels = (length: number | undefined) => (length !== undefined && length > 0 ? Math.round(length) : null)
  return {
    rowid: stored.rowid,
    id: stored.guid,
    guid: stored.guid,
    original_guid: stored.originalGuid,
    uti: stored.uti,
    mime_type: stored.mime,
    name: stored.name,
    size: Math.max(file.size ?? stored.size, 0),
    transfer_state: stored.transferState,
    is_there: file.state === 'ready',
    is_outgoing: stored.isOutgoing,
    is_sticker: stored.isSticker,
    is_hidden: stored.hidden,
    width: pixels(size?.width),
    height: pixels(size?.height),
  }
}

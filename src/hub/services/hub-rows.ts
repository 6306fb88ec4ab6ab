/**
 * Shows messages and tapbacks of a hub as rows, as far as its messages allow: a hub does not have the rows of its Macs.
 * GUIDs begin with the number of their line, since everyone in a group has its messages under the same GUIDs.
 */
import type { Attachment, Message } from '../../contract/message.ts'
import type { PlacedMessage } from '../../contract/placed-message.ts'
import type { RowPage, RowQuery, StoredAttachment, StoredRow } from '../../contract/stored-row.ts'
import { bareRow } from '../../domain/bare-row.ts'
import type { Sql } from '../store/database.ts'
import { type Placed, placedMessages } from '../store/history.ts'
import { hubGuid } from '../store/ids.ts'
import {
  type FoundRow,
  findRows,
  guidOfTapback,
  lastRowNumber,
  numbersOfHandles,
  type RowsAsked,
} from '../store/rows.ts'
import type { HubView } from '../store/view.ts'

/** The part of the hub that one caller sees. */
export interface RowsSeen {
  sql: Sql
  view: HubView
  /** Returns messages as they appear to the caller, in their order. */
  shown(placed: readonly Placed[]): Promise<PlacedMessage[]>
  /** Returns an address as it appears to the caller. */
  handle(handle: string): string
}

type PageAsked = RowsAsked & Pick<RowQuery, 'order' | 'newest_first' | 'limit' | 'offset'>

export async function rowPage(asked: PageAsked, seen: RowsSeen): Promise<RowPage> {
  const { sql, view } = seen
  const newest_rowid = await lastRowNumber(sql)
  const before = Math.min(asked.before_rowid ?? Number.MAX_SAFE_INTEGER, newest_rowid + 1)
  const found = await findRows(sql, { ...asked, before_rowid: before }, view)
  return { rows: await rowsOf(found.slice(0, asked.limit), seen), more: found.length > asked.limit, newest_rowid }
}

const mostAtOnce = 1_000

/**
 * Returns the tapbacks on these rows and the messages that they answer, without those that are among the rows already.
 */
export async function belongingTo(rows: readonly StoredRow[], seen: RowsSeen): Promise<StoredRow[]> {
  const known = new Set(rows.map(({ guid }) => guid))
  const messages = rows.filter(({ associated_type }) => associated_type === 0).map(({ guid }) => guid)
  const answered = rows.flatMap(({ reply_to_guid: guid }) => (guid === null || known.has(guid) ? [] : guid))
  const all = { order: 'rowid', newest_first: false, limit: mostAtOnce, offset: 0 } as const
  const tapbacks =
    messages.length === 0
      ? []
      : await findRows(seen.sql, { ...all, about: messages.join(','), reactions: 'only' }, seen.view)
  const roots = answered.length === 0 ? [] : await findRows(seen.sql, { ...all, guids: answered.join(',') }, seen.view)
  return (await rowsOf([...tapbacks, ...roots], seen)).filter(({ guid }) => !known.has(guid))
}

async function rowsOf(found: readonly FoundRow[], { sql, view, shown, handle }: RowsSeen): Promise<StoredRow[]> {
  if (found.length === 0) return []
  const placed = await placedMessages(sql, { rowids: [...new Set(found.map(({ message }) => message))] }, view)
  const appearing = await shown(placed)
  const byRowid = new Map(
    placed.map((one, n) => [one.message.rowid, { whole: one, placed: appearing[n] as PlacedMessage }]),
  )
  const writers = found.flatMap(({ line, message, tapback }) => {
    const written = tapback?.giver ?? byRowid.get(message)?.whole.message.handle ?? ''
    return written === '' ? [] : [{ line, handle: written }]
  })
  const numberOf = await numbersOfHandles(sql, writers)
  return found.flatMap((row) => {
    const one = byRowid.get(row.message)
    if (one === undefined) return []
    const message = messageRow(row, one.placed, numberOf(row.line, one.whole.message.handle))
    if (row.tapback === undefined) return [message]
    const { giver } = row.tapback
    return [tapbackRow(row, row.tapback, { message, handle: handle(giver), number: numberOf(row.line, giver) })]
  })
}

function messageRow(
  { number, line, conversation }: FoundRow,
  { conversation_guid, message }: PlacedMessage,
  handleNumber: number,
): StoredRow {
  // Your own message in a group has no single recipient.
  const hasHandle = message.handle !== '' && !(message.is_from_me && conversation_guid.includes(';+;'))
  return {
    ...bareRow,
    rowid: number,
    message_rowid: message.rowid,
    guid: hubGuid(line, message.guid),
    chat_rowid: conversation,
    chat_guid: conversation_guid,
    conversation_guid,
    text: message.text === '' && message.attachments.length === 0 ? null : message.text,
    ...bodyOf(message),
    subject: message.subject,
    is_from_me: message.is_from_me,
    handle: hasHandle ? message.handle : null,
    handle_rowid: hasHandle ? handleNumber : 0,
    service: message.service,
    sent_at: message.ts,
    delivered_at: message.delivered_at,
    read_at: message.read_at,
    edited_at: message.edited_at,
    unsent_at: message.unsent ? (message.edited_at ?? message.ts) : null,
    flags: flagsOf(message),
    error: message.error_code ?? (message.status === 'failed' ? 1 : 0),
    reply_to_guid: message.reply_to_guid === null ? null : hubGuid(line, message.reply_to_guid),
    part_count: Math.max(1, message.attachments.length + (message.text === '' ? 0 : 1)),
    versions: versionsOf(message),
    unsent_parts: message.unsent ? [0] : [],
    attachments: message.attachments.map((one) => attachmentOf(one, message.is_from_me)),
  }
}

const objectReplacement = '\u{fffc}'

/** Builds the body. Files come before the text, each as a part of its own. */
function bodyOf({ text, attachments, mentions, unsent }: Message): Pick<StoredRow, 'body' | 'runs'> {
  if (unsent || (text === '' && attachments.length === 0)) return { body: null, runs: [] }
  const files = attachments.map(({ id }, n) => ({ start: n, length: 1, part: n, attachment_guid: id, mention: null }))
  const part = files.length
  const plain = { part, attachment_guid: null, mention: null }
  const words: StoredRow['runs'] = []
  let end = 0
  for (const { handle, start, length } of mentions.toSorted((a, b) => a.start - b.start)) {
    if (start < end || start + length > text.length) continue
    if (start > end) words.push({ ...plain, start: part + end, length: start - end })
    words.push({ ...plain, start: part + start, length, mention: handle })
    end = start + length
  }
  if (end < text.length) words.push({ ...plain, start: part + end, length: text.length - end })
  return { body: objectReplacement.repeat(part) + text, runs: [...files, ...words] }
}

function flagsOf({ is_from_me, status, read_at, attachments }: Message): string[] {
  const isSent = is_from_me && (status === 'sent' || status === 'delivered' || status === 'read')
  const flags: [string, boolean][] = [
    ['is_sent', isSent],
    ['is_delivered', !is_from_me || status === 'delivered' || status === 'read'],
    ['is_finished', !is_from_me || isSent],
    ['is_read', read_at !== null],
    ['cache_has_attachments', attachments.length > 0],
  ]
  return flags.filter(([, isSet]) => isSet).map(([name]) => name)
}

/** Returns the earlier versions and, at the end, the current one. */
const versionsOf = ({ edits, text, edited_at, unsent }: Message): StoredRow['versions'] =>
  edits.length === 0 ? [] : [...edits, ...(unsent ? [] : [{ text, ts: edited_at }])].map((one) => ({ part: 0, ...one }))

const transferred = 5

function attachmentOf(attachment: Attachment, isOutgoing: boolean): StoredAttachment {
  const { id, filename, mime_type, size, state, is_sticker, width, height } = attachment
  return {
    // A hub does not number files. A number derived from the id is the same at every reading.
    rowid: numberOf(id),
    id,
    guid: id,
    original_guid: null,
    uti: null,
    mime_type,
    name: filename,
    size,
    transfer_state: transferred,
    is_there: state === 'ready',
    is_outgoing: isOutgoing,
    is_sticker,
    is_hidden: false,
    width,
    height,
  }
}

function numberOf(text: string): number {
  let number = 0
  for (const letter of text) number = (Math.imul(number, 31) + letter.charCodeAt(0)) >>> 0
  return (number >>> 1) + 1
}

/** The classic reactions in the order of their numbers. */
const classic: readonly (string | null)[] = ['❤️', '👍', '👎', '😂', '‼️', '❓']
const [added, removed, ofEmoji, ofSticker] = [2000, 3000, 6, 7]

interface TapbackOf {
  message: StoredRow
  handle: string
  number: number
}

function tapbackRow(
  { number, line, at_ms }: FoundRow,
  { giver, part, emoji, isRemoved }: NonNullable<FoundRow['tapback']>,
  { message, handle, number: handleNumber }: TapbackOf,
): StoredRow {
  const kind = classic.indexOf(emoji)
  const isClassic = kind >= 0
  const isOwn = giver === ''
  return {
    ...bareRow,
    rowid: number,
    message_rowid: message.message_rowid,
    guid: guidOfTapback(line, number),
    chat_rowid: message.chat_rowid,
    chat_guid: message.chat_guid,
    conversation_guid: message.conversation_guid,
    is_from_me: isOwn,
    handle: isOwn ? null : handle,
    handle_rowid: isOwn ? 0 : handleNumber,
    service: message.service,
    sent_at: new Date(at_ms).toISOString(),
    flags: [isOwn ? 'is_sent' : 'is_delivered', 'is_finished'],
    associated_guid: `p:${Math.max(0, part)}/${message.guid}`,
    associated_type: (isRemoved ? removed : added) + (isClassic ? kind : emoji === null ? ofSticker : ofEmoji),
    associated_emoji: isClassic ? null : emoji,
  }
}

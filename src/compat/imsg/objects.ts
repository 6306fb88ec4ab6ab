/**
 * Builds the objects that clients of `imsg` read, from conversations and stored rows. Absent fields are left out, since
 * such clients drop a message that has a field of another type.
 */
import type { Conversation } from '../../contract/conversation.ts'
import type { StoredAttachment, StoredRow } from '../../contract/stored-row.ts'
import { sameHandle } from '../../domain/handles.ts'
import { hasFlag, isGroupGuid, reactionEmoji, reactionNames } from '../wire/row-values.ts'

export interface Chat {
  id: number
  name: string
  identifier: string
  guid: string
  service: string
  last_message_at: string
  display_name?: string
  contact_name?: string
  is_group: boolean
  participants: string[]
  unread_count: number
}

export interface Attachment {
  filename: string
  transfer_name: string
  uti: string
  mime_type: string
  total_bytes: number
  byte_size: number
  is_sticker: boolean
  original_path: string
  path: string
  missing: boolean
  converted_path?: string
  converted_mime_type?: string
}

export interface Reaction {
  id: number
  type: string
  emoji: string
  sender: string
  sender_name?: string
  is_from_me: boolean
  created_at: string
}

interface UrlPreview {
  id: number
  guid: string
  balloon_bundle_id: string
  created_at: string
}

export interface Message {
  id: number
  chat_id: number
  chat_identifier: string
  chat_guid: string
  chat_name: string
  participants: string[]
  is_group: boolean
  guid: string
  sender: string
  sender_name?: string
  is_from_me: boolean
  text: string
  created_at: string
  service: string
  attachments: Attachment[]
  reactions: Reaction[]
  reply_to_guid?: string
  reply_to_text?: string
  reply_to_sender?: string
  thread_originator_guid?: string
  thread_originator_part?: string
  destination_caller_id?: string
  balloon_bundle_id?: string
  url_preview?: UrlPreview
  is_read?: boolean
  date_read?: string
  cursor?: number
  is_reaction?: true
  reaction_type?: string
  reaction_emoji?: string
  is_reaction_add?: boolean
  reacted_to_guid?: string
}

export function chatOf(conversation: Conversation): Chat {
  const { chat_rowid, guid, handle, display_name, is_group, participants } = conversation
  const isNamed = display_name !== handle
  return {
    id: chat_rowid,
    name: display_name,
    identifier: handle,
    guid,
    service: conversation.service,
    last_message_at: conversation.last_message_ts,
    ...(is_group && { display_name }),
    ...(!is_group && isNamed && { contact_name: display_name }),
    is_group: is_group || isGroupGuid(guid),
    participants: participants.map((participant) => participant.handle),
    unread_count: conversation.unread_count,
  }
}

/** A row with what belongs to the same message. */
export interface FoldedRow {
  row: StoredRow
  /** The row that Messages wrote for the preview of its link. */
  preview?: StoredRow
}

/** The parts of a message that stand in other rows. */
export interface MessageContext {
  conversation: Conversation
  attachments: Attachment[]
  reactions: StoredRow[]
  /** The message that it answers. */
  answered: StoredRow | undefined
}

export function messageOf({ row, preview }: FoldedRow, context: MessageContext): Message {
  const { conversation, answered } = context
  const name = nameIn(conversation, row)
  const link = preview?.text ?? ''
  const text = row.text ?? ''
  return {
    id: row.rowid,
    ...routeOf(conversation),
    guid: row.guid,
    sender: senderOf(row),
    ...(name !== undefined && { sender_name: name }),
    is_from_me: row.is_from_me,
    text: text.includes(link) ? text : `${text}\n${link}`,
    created_at: row.sent_at,
    service: row.service,
    attachments: context.attachments,
    reactions: reactionsIn(context.reactions, conversation),
    ...(row.reply_to_guid !== null && {
      reply_to_guid: row.reply_to_guid,
      thread_originator_guid: row.reply_to_guid,
      ...(row.reply_to_part !== null && { thread_originator_part: row.reply_to_part }),
    }),
    ...(answered !== undefined && {
      ...(answered.text !== null && { reply_to_text: answered.text }),
      reply_to_sender: senderOf(answered),
    }),
    ...(row.is_from_me && row.own_address !== null && { destination_caller_id: row.own_address }),
    ...(row.balloon_bundle_id !== null && { balloon_bundle_id: row.balloon_bundle_id }),
    ...(preview !== undefined && { url_preview: previewOf(preview) }),
    ...(!row.is_from_me && readStateOf(row)),
    ...reactionFieldsOf(row),
  }
}

/** The address of whoever wrote it, and of one's own messages the own address where Messages knows it. */
export const senderOf = ({ is_from_me, handle, own_address }: StoredRow): string =>
  (is_from_me ? own_address : handle) ?? ''

const routeOf = (conversation: Conversation) => ({
  chat_id: conversation.chat_rowid,
  chat_identifier: conversation.handle,
  chat_guid: conversation.guid,
  chat_name: conversation.display_name,
  participants: conversation.participants.map(({ handle }) => handle),
  is_group: conversation.is_group || isGroupGuid(conversation.guid),
})

function nameIn({ participants }: Conversation, { is_from_me, handle }: StoredRow): string | undefined {
  if (is_from_me || handle === null) return undefined
  const known = participants.find((participant) => sameHandle(participant.handle, handle))
  return known === undefined || sameHandle(known.name, handle) ? undefined : known.name
}

const previewOf = ({ rowid, guid, balloon_bundle_id, sent_at }: StoredRow): UrlPreview => ({
  id: rowid,
  guid,
  balloon_bundle_id: balloon_bundle_id ?? urlBalloon,
  created_at: sent_at,
})

function readStateOf(row: StoredRow): Pick<Message, 'is_read' | 'date_read'> {
  const isRead = row.read_at !== null || hasFlag(row, 'is_read')
  return { is_read: isRead, ...(isRead && row.read_at !== null && { date_read: row.read_at }) }
}

const urlBalloon = 'com.apple.messages.URLBalloonProvider'

const [firstAdded, firstRemoved, kinds] = [2000, 3000, 8]
const [emojiKind, stickerKind] = [6, 7]

/** Whether the row is a reaction to another message, or takes one back. */
export const isReaction = ({ associated_type: type }: StoredRow): boolean =>
  (type >= firstAdded && type < firstAdded + kinds) || (type >= firstRemoved && type < firstRemoved + kinds)

const isAdded = ({ associated_type: type }: StoredRow): boolean => type < firstRemoved

/** The GUID of the message without the prefix of its part: `p:0/…` or `bp:…`. */
export const targetOf = ({ associated_guid: guid }: StoredRow): string => guid?.replace(/^(?:p:\d+\/|bp:)/, '') ?? ''

interface NamedReaction {
  type: string
  emoji: string
}

function reactionNamed({ associated_type: type, associated_emoji: emoji }: StoredRow): NamedReaction {
  const kind = type % 1000
  const name = reactionNames[kind]
  if (name !== undefined) return { type: name === 'emphasize' ? 'emphasis' : name, emoji: reactionEmoji[name] }
  if (kind === emojiKind) return { type: 'custom', emoji: emoji ?? '' }
  return { type: kind === stickerKind ? 'sticker' : 'custom', emoji: emoji ?? '' }
}

function reactionFieldsOf(row: StoredRow): Partial<Message> {
  if (!isReaction(row)) return {}
  const { type, emoji } = reactionNamed(row)
  return {
    is_reaction: true,
    reaction_type: type,
    ...(emoji !== '' && { reaction_emoji: emoji }),
    is_reaction_add: isAdded(row),
    reacted_to_guid: targetOf(row),
  }
}

/** The reactions that hold: each person has one of each kind at most, and a later row takes an earlier one back. */
function reactionsIn(rows: readonly StoredRow[], conversation: Conversation): Reaction[] {
  const holding = new Map<string, Reaction>()
  for (const row of rows.toSorted((a, b) => a.rowid - b.rowid)) {
    const { type, emoji } = reactionNamed(row)
    const sender = senderOf(row)
    const name = nameIn(conversation, row)
    const key = JSON.stringify([row.is_from_me, row.is_from_me ? '' : sender, row.associated_guid])
    // A new reaction of a person to a part replaces the earlier one.
    holding.delete(key)
    if (!isAdded(row)) continue
    holding.set(key, {
      id: row.rowid,
      type,
      emoji,
      sender,
      ...(name !== undefined && { sender_name: name }),
      is_from_me: row.is_from_me,
      created_at: row.sent_at,
    })
  }
  return [...holding.values()]
}

/** The path of an attachment's file for the reader of the object; undefined if there is none. */
export interface PlacedFile {
  path: string
  converted?: { path: string; mimeType: string }
}

export function attachmentOf(stored: StoredAttachment, file: PlacedFile | undefined): Attachment {
  const path = file?.path ?? ''
  return {
    filename: path === '' ? (stored.name ?? '') : path,
    transfer_name: stored.name ?? '',
    uti: stored.uti ?? '',
    mime_type: stored.mime_type ?? '',
    total_bytes: stored.size,
    byte_size: stored.size,
    is_sticker: stored.is_sticker,
    original_path: path,
    path,
    missing: !stored.is_there,
    ...(file?.converted !== undefined && {
      converted_path: file.converted.path,
      converted_mime_type: file.converted.mimeType,
    }),
  }
}

const previewWithinMs = 5_000

/**
 * Whether a row is the preview of the link in an earlier row: by the same person in the same chat, within five seconds.
 */
export function isPreviewOf(preview: StoredRow, row: StoredRow): boolean {
  if (preview.balloon_bundle_id !== urlBalloon || row.balloon_bundle_id !== null) return false
  if (row.item_type !== 0 || row.associated_type !== 0 || !row.text) return false
  const laterMs = Date.parse(preview.sent_at) - Date.parse(row.sent_at)
  return (
    preview.rowid > row.rowid &&
    laterMs >= 0 &&
    laterMs <= previewWithinMs &&
    preview.chat_rowid === row.chat_rowid &&
    preview.is_from_me === row.is_from_me &&
    preview.handle_rowid === row.handle_rowid
  )
}

/** Whether Messages may still write a preview for a link in this row. */
export const mayGetPreview = ({ text, balloon_bundle_id }: StoredRow): boolean =>
  balloon_bundle_id === null && /https?:\/\/|\bwww\./i.test(text ?? '')

/**
 * Folds rows, of any chats and in ascending order, into messages: a preview belongs to the row before it in its chat.
 * System lines are no messages.
 */
export function folded(rows: readonly StoredRow[]): FoldedRow[] {
  const messages: FoldedRow[] = []
  const lastIn = new Map<number | null, FoldedRow>()
  for (const row of rows) {
    if (row.item_type !== 0) continue
    const before = lastIn.get(row.chat_rowid)
    if (before !== undefined && before.preview === undefined && isPreviewOf(row, before.row)) {
      before.preview = row
      continue
    }
    const message = { row }
    messages.push(message)
    if (!isReaction(row)) lastIn.set(row.chat_rowid, message)
  }
  return messages
}

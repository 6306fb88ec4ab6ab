/** Shows what Macs reported in the hub's own terms: under its ids, without addresses that lead to a Mac. */
import type { Conversation } from '../../contract/conversation.ts'
import type { Attachment, Message } from '../../contract/message.ts'
import { contactAvatarPath } from '../../domain/contact-name.ts'
import { hubGuid, hubRowid } from './ids.ts'
import { type PackedMessage, packMessage, unpackMessage, wholeConversation } from './packed-message.ts'

export interface StoredMessage {
  line: number
  guid: string
  rowid: number
  sent_ms: number
  more: PackedMessage
  /** Whether it is starred on the hub. */
  starred: boolean
}

/** The columns of the table `message`, which is called `m`. */
export const messageColumns = `m.line, m.guid, m.rowid, m.sent_ms, m.more,
    EXISTS (SELECT 1 FROM star s WHERE s.line = m.line AND s.guid = m.guid) AS starred`

export interface StoredConversation {
  id: number
  line: number
  line_name: string
  guid: string
  more: Partial<Conversation>
  unread: number
  /** Whether it is archived on the hub. */
  archived: boolean
}

export function shownMessage({ line, guid, rowid, sent_ms, more, starred }: StoredMessage): Message {
  const message = unpackMessage(more, { guid, rowid, ts: new Date(sent_ms).toISOString() })
  const { attachments, reply_to, link_preview } = message
  return {
    ...message,
    starred: starred && hasContent(message),
    attachments: attachments.map((attachment) => shownAttachment(line, attachment)),
    reply_to: reply_to && { ...reply_to, rowid: hubRowid(line, reply_to.rowid) },
    link_preview: link_preview && { ...link_preview, image_url: null },
  }
}

/** Whether a message has content that can be starred. */
export const hasContent = ({ kind, unsent }: Pick<Message, 'kind' | 'unsent'>): boolean => kind !== 'system' && !unsent

/** The bytes stay on the Mac, which is asked for them under the same paths. */
const shownAttachment = (line: number, attachment: Attachment): Attachment => {
  const id = hubGuid(line, attachment.id)
  const url = `/api/v1/attachments/${encodeURIComponent(id)}`
  const [, query] = attachment.thumbnail_url?.split('?') ?? []
  return { ...attachment, id, url, thumbnail_url: query === undefined ? null : `${url}?${query}` }
}

/** Returns a message as its Mac shows it after a change, in the hub's own terms. */
export const changedMessage = (
  message: Message,
  known: Pick<StoredMessage, 'line' | 'rowid' | 'guid' | 'starred'>,
): Message => shownMessage({ ...known, sent_ms: Date.parse(message.ts), more: packMessage(message) })

export function shownConversation({
  id,
  line,
  line_name,
  guid,
  more,
  unread,
  archived,
}: StoredConversation): Conversation {
  const conversation = wholeConversation(more, { guid: hubGuid(line, guid), chat_rowid: id })
  return {
    ...conversation,
    line: line_name,
    unread_count: unread,
    archived,
    last_message_rowid: hubRowid(line, conversation.last_message_rowid),
    participants: conversation.participants.map((one) => ({
      ...one,
      avatar_url: one.avatar_url === null ? null : contactAvatarPath(hubGuid(line, one.handle)),
    })),
  }
}

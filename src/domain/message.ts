/** A message ready to relay: what the journal keeps and what is cut down to each plugin's tier. */
import type { Category } from '../contract/categories.ts'
import type { ChatGuid, ConversationKey, Handle, MessageGuid, RowId } from '../contract/ids.ts'

export interface MessageAttachment {
  guid: string
  name: string
  mime: string | null
  /** Bytes. */
  size: number
}

/** Stays inside: it holds the sender's handle and Messages' own identifiers. */
export interface RelayMessage {
  guid: MessageGuid
  rowid: RowId
  chatGuid: ChatGuid
  conversation: ConversationKey
  handle: Handle
  /** Display name, or the handle where the contacts know none. */
  sender: string
  isGroup: boolean
  groupName: string | null
  category: Category
  service: string
  text: string | null
  /** Unix milliseconds. */
  sentAtMs: number
  kind: 'text' | 'app'
  replyTo: { guid: MessageGuid; excerpt: string | null } | null
  attachments: MessageAttachment[]
}

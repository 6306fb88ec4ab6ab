/** Declares a message that is ready to relay: the journal keeps it, and it is reduced to each plugin's tier. */
import type { Category } from '../contract/categories.ts'
import type { ChatGuid, ConversationKey, Handle, MessageGuid, RowId } from '../contract/ids.ts'

export interface MessageAttachment {
  guid: string
  name: string
  mime: string | null
  /** The size in bytes. */
  size: number
}

/** Never leaves the bridge as it is: it holds the sender's handle and Messages' own identifiers. */
export interface RelayMessage {
  guid: MessageGuid
  rowid: RowId
  chatGuid: ChatGuid
  conversation: ConversationKey
  handle: Handle
  /** The display name, or the handle where the contacts have none. */
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

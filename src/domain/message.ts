/**
 * Declares a message in its two shapes: the row that is read from chat.db, on which every decision of the bridge is
 * based, and the message that is ready to relay.
 */
import type { Category } from '../contract/categories.ts'
import type { ChatGuid, ConversationKey, Handle, MessageGuid, RowId } from '../contract/ids.ts'

export interface MessageAttachment {
  guid: string
  name: string
  mime: string | null
  /** The size in bytes. */
  size: number
}

/**
 * A message that is ready to relay: the journal keeps it, and it is reduced to each plugin's tier. It never leaves the
 * bridge as it is, since it holds the sender's handle and Messages' own identifiers.
 */
export interface RelayMessage {
  guid: MessageGuid
  rowid: RowId
  chatGuid: ChatGuid
  conversation: ConversationKey
  handle: Handle
  /** The display name, or the handle where the contacts have none. */
  sender: string
  isGroup: boolean
  /** Set on a note that the user wrote to themselves. Journals of earlier releases do not have it. */
  isNote?: true
  groupName: string | null
  /** The name of the line that received the message, on a hub. */
  line?: string | undefined
  /** The id of the message that waits for its owner, in a notice of the relay itself. */
  waiting?: string | undefined
  category: Category
  service: string
  text: string | null
  /** Unix milliseconds. */
  sentAtMs: number
  kind: 'text' | 'app'
  replyTo: { guid: MessageGuid; excerpt: string | null } | null
  attachments: MessageAttachment[]
}

/**
 * People write `text` and `app`; the other kinds are not messages of their own: `tapback` is a reaction, `update` the
 * new state of an app balloon or a vote, `system` a line such as "Anna left", `scheduled` is written but not sent yet.
 */
export type RowKind = 'text' | 'app' | 'tapback' | 'update' | 'system' | 'scheduled'

export interface Chat {
  id: number
  guid: ChatGuid
  /** The same key for every spelling under which Messages keeps this person or group. */
  conversation: ConversationKey
  /** The column `chat.chat_identifier`: an address, or `chat…` for a group. */
  identifier: string
  isGroup: boolean
  groupName: string | null
  /** The category of the chat, or of a single message where it is filed differently from its chat. */
  category: Category
  /** Whether the other person is blocked in Messages; such a chat is never shown. */
  isBlocked: boolean
}

export interface RowTapback {
  targetGuid: MessageGuid
  /** The emoji; null for a sticker. */
  emoji: string | null
  added: boolean
}

export interface Row {
  rowid: RowId
  guid: MessageGuid
  kind: RowKind
  /** The chat; undefined until Messages has joined the row to one, which for a few rows never happens. */
  chat: Chat | undefined
  /** The other person: the sender of an incoming row, often the recipient of an outgoing one. */
  handle: Handle | null
  isFromMe: boolean
  /** Unix milliseconds; 0 where Messages wrote no date. */
  sentAtMs: number
  /** The same moment in microseconds, since two messages can share a millisecond. Null where Messages wrote no date. */
  sentAtUs: number | null
  service: string
  /** The text as a reader sees it, without placeholders; null when there is none or it could not be decoded. */
  text: string | null
  /** Whether neither text nor body has been written yet. */
  isBlank: boolean
  /** Whether there is a body with damaged bytes. */
  isDamaged: boolean
  /** Whether the message was moved to Recently Deleted. */
  isDeleted: boolean
  /** Whether the message was fully unsent, so that nothing more will come. */
  isEmptied: boolean
  /** The number of attachments to which the body refers. */
  attachmentsExpected: number
  attachments: MessageAttachment[]
  /** The root of the thread in which this row is a reply. */
  replyToGuid: MessageGuid | null
  tapback: RowTapback | undefined
}

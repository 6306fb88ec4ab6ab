/** A message as read from chat.db, decoded: what every decision of the bridge is made on. */
import type { Category } from '../contract/categories.ts'
import type { ChatGuid, ConversationKey, Handle, MessageGuid, RowId } from '../contract/ids.ts'
import type { MessageAttachment } from './message.ts'

/**
 * `text` and `app` are what people write; the others are no messages of their own: `tapback` a reaction, `update` the new
 * state of an app balloon or a vote, `system` a line such as "Anna left", `scheduled` written but not sent yet.
 */
export type RowKind = 'text' | 'app' | 'tapback' | 'update' | 'system' | 'scheduled'

export interface Chat {
  id: number
  guid: ChatGuid
  /** The same for every spelling under which Messages keeps this person or group. */
  conversation: ConversationKey
  /** `chat.chat_identifier`: an address, or `chat…` for a group. */
  identifier: string
  isGroup: boolean
  groupName: string | null
  /** Of a single message, where it is filed otherwise than its chat, the category of the message. */
  category: Category
  /** Whoever writes there was blocked in Messages: it is never shown. */
  isBlocked: boolean
}

export interface RowTapback {
  targetGuid: MessageGuid
  /** Null for a sticker. */
  emoji: string | null
  added: boolean
}

export interface Row {
  rowid: RowId
  guid: MessageGuid
  kind: RowKind
  /** Undefined until Messages has joined the row to a chat; a few rows never are. */
  chat: Chat | undefined
  /** The other person: the sender of what came in, often the recipient of what went out. */
  handle: Handle | null
  isFromMe: boolean
  /** Unix milliseconds; 0 where Messages wrote none. */
  sentAtMs: number
  /** The same moment in microseconds: two messages can share a millisecond. Null where Messages wrote none. */
  sentAtUs: number | null
  service: string
  /** What a reader sees, without placeholders; null when there is none or it could not be decoded. */
  text: string | null
  /** Neither text nor body has been written yet. */
  isBlank: boolean
  /** A body is there but its bytes are damaged. */
  isDamaged: boolean
  /** Moved to Recently Deleted. */
  isDeleted: boolean
  /** Fully unsent: nothing will ever come. */
  isEmptied: boolean
  /** How many attachments the body speaks of. */
  attachmentsExpected: number
  attachments: MessageAttachment[]
  /** Root of the thread that this row answers in. */
  replyToGuid: MessageGuid | null
  tapback: RowTapback | undefined
}

/** chat.db as sending sees it: to whom a message can go, and what has become of those that went. */
import type { ChatGuid, ConversationKey, Handle, MessageGuid, RowId } from '../../contract/ids.ts'

/** A chat under which Messages keeps a conversation. */
export interface KnownChat {
  guid: ChatGuid
  service: string
  /** Unix milliseconds of its newest message; 0 for none. */
  lastUsedMs: number
}

export interface Addressee {
  conversation: ConversationKey
  isGroup: boolean
  /** As Messages writes it, where it knows it; of a group its chat identifier. */
  handle: Handle
  /** The most recently used first; none for a person who was never written to. */
  chats: readonly KnownChat[]
}

/** A row that the owner sent, by whatever door. */
export interface OutgoingRow {
  rowid: RowId
  guid: MessageGuid
  conversation: ConversationKey | null
  chatGuid: ChatGuid | null
  /** Decoded. */
  text: string | null
  hasAttachments: boolean
  /** Neither text nor body nor attachment. */
  isBlank: boolean
  handle: Handle | null
  service: string
  sentAtMs: number
  isSelfChat: boolean
}

export interface OutgoingState {
  error: number
  isSent: boolean
  isDelivered: boolean
  isRead: boolean
  wasDowngraded: boolean
  service: string
  chatGuid: ChatGuid | null
  /** Where Messages keeps its files. */
  files: readonly string[]
}

/** Everything but `close` throws `messages_…` errors while chat.db cannot be read. */
export interface Outgoing {
  /** Cheap: whether anything changed since the last look. */
  look(): 'unchanged' | 'changed' | 'fresh'
  /** In any writing; a person who was never written to is one, too. Undefined for what is no address. */
  person(handle: string): Addressee | undefined
  /** Under any spelling of its GUID. */
  chat(guid: string): Addressee | undefined
  newestRowid(): RowId
  /** In ROWID order. */
  sentAfter(rowid: RowId, limit: number): OutgoingRow[]
  stateOf(rowid: RowId): OutgoingState | undefined
  close(): void
}

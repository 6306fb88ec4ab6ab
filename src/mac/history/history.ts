/** What can be asked of the history, and what it needs to know. */
import type { Category } from '../../contract/categories.ts'
import type { Conversation } from '../../contract/conversation.ts'
import type { ConversationKey } from '../../contract/ids.ts'
import type { Message } from '../../contract/message.ts'
import type { Contacts } from '../contacts.ts'
import type { IncomingMessage, Since } from './incoming.ts'
import type { Anchor } from './pages.ts'
import type { PlacedMessage } from './placed.ts'
import type { ReadMark } from './unread.ts'

export interface HistoryOptions {
  home: string
  contacts: Pick<Contacts, 'nameOf'> & Partial<Pick<Contacts, 'hasPhoto'>>
  /** Up to where each conversation was read in our page; asked whenever unread messages are counted. */
  readMarks(): Iterable<ReadMark>
  /** Addresses of one's own beside those that Messages is signed in with. */
  selfHandles?(): Iterable<string>
  /** The categories of Messages that are shown; all but junk where it is left out. */
  shownCategories?(): readonly Category[]
  nowMs?(): number
}

export interface ConversationPage {
  limit: number
  offset: number
  /** A name or an address, or the beginning of one; empty for any. */
  typed?: string
  /** Only those with unread messages, or only those without. */
  isUnread?: boolean | undefined
}

/** Everything throws `messages_…` errors while chat.db cannot be read, and answers again as soon as it can be. */
export interface History {
  conversations(page: ConversationPage): Conversation[]
  /** Under any spelling of its GUID. */
  conversation(guid: string): Conversation | undefined
  /**
   * Those with one person, by an address in any writing, the newest first. Exactly that address comes before what may be
   * the same: a number without its country may be several people's.
   */
  conversationsWith(address: string): Conversation[]
  messages(guid: string, anchor: Anchor): Message[] | undefined
  /** Those that are shown in a conversation; hidden and deleted ones are left out. */
  placed(rowids: readonly number[]): PlacedMessage[]
  conversationKey(guid: string): ConversationKey | undefined
  /** How many rows a conversation has: no fewer than are shown of it. */
  rowsOf(guid: string): number
  /** Messages that came in since a moment, in ROWID order, a page at a time. */
  incoming(after: Since): IncomingMessage[]
  close(): void
}

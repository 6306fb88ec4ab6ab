/** Declares the queries of the history and its options. */
import type { Category } from '../../contract/categories.ts'
import type { Conversation } from '../../contract/conversation.ts'
import type { Grant } from '../../contract/grant.ts'
import type { ConversationKey } from '../../contract/ids.ts'
import type { Message } from '../../contract/message.ts'
import type {
  HandleQuery,
  RowFilter,
  RowQuery,
  StoredHandle,
  RowPage as StoredRowPage,
  StoredTotals,
} from '../../contract/stored-row.ts'
import type { Contacts } from '../contacts.ts'
import type { CurrentPersons } from '../persons.ts'
import type { ArchiveOfConversations } from './archived.ts'
import type { GalleryAsked, GalleryPart } from './gallery.ts'
import type { IncomingMessage, Since } from './incoming.ts'
import type { Naming } from './naming.ts'
import type { Anchor } from './pages.ts'
import type { PlacedMessage } from './placed.ts'
import type { RowAnchor, RowPage } from './row-pages.ts'
import type { TallyPart } from './tally.ts'
import type { ReadMark } from './unread.ts'
import type { WalkPosition } from './walk.ts'

export interface HistoryOptions {
  home: string
  contacts: Pick<Contacts, 'nameOf'> & Partial<Pick<Contacts, 'hasPhoto'>>
  /** Decides whose addresses are one conversation; nobody's when omitted. */
  persons?: CurrentPersons
  /** Up to where each conversation was read in our page; called whenever unread messages are counted. */
  readMarks(): Iterable<ReadMark>
  /** The conversations that our page has archived; none when omitted. */
  archive?: ArchiveOfConversations
  /** Returns those of the messages that are starred in our page, by their GUIDs. */
  starredAmong?(guids: readonly string[]): ReadonlySet<string>
  /** The user's own addresses in addition to those that Messages is signed in with. */
  selfHandles?(): Iterable<string>
  /** The categories of Messages that are shown; all but junk when omitted. */
  shownCategories?(): readonly Category[]
  nowMs?(): number
}

export interface ConversationPage {
  limit: number
  offset: number
  /** A name or an address, or the beginning of one; empty matches any. */
  typed?: string
  /** true: only conversations with unread messages; false: only those without. */
  isUnread?: boolean | undefined
  /** true: only archived conversations; false: only the others. */
  isArchived?: boolean | undefined
}

/** The part of the history that exists for somebody; everything is listed, searched and counted within it. */
export interface HistoryView {
  people: Grant['people']
  /** Unix milliseconds; null for all messages. */
  sinceMs: number | null
  /** Whether one-time codes that Messages has marked are left out of texts. */
  hidesCodes?: boolean
  /** Tells the names under which people appear, if not under their own. */
  naming?: Naming
}

/** The history within a view, with what decides whether something is in it. */
export interface ViewedHistory
  extends Pick<
    History,
    | 'conversations'
    | 'conversation'
    | 'conversationsWith'
    | 'messages'
    | 'gallery'
    | 'tally'
    | 'placed'
    | 'allMessages'
    | 'rowidsOf'
    | 'conversationKey'
    | 'conversationKeys'
    | 'chatGuid'
    | 'storedRows'
    | 'countStoredRows'
    | 'storedHandles'
    | 'storedTotals'
  > {
  /** Whether a row of whichever kind is in the view. */
  sees(rowid: number): boolean
  /** The keys of all conversations of the view, under each of their addresses. */
  keys(): ReadonlySet<ConversationKey>
  /** The addresses of all who take part in them. */
  addresses(): readonly string[]
}

/** Every method throws `messages_…` errors while chat.db cannot be read, and works again as soon as it can be. */
export interface History {
  conversations(page: ConversationPage): Conversation[]
  /** Accepts any spelling of the GUID. */
  conversation(guid: string): Conversation | undefined
  /**
   * The conversations with one person, by an address in any spelling, the newest first. An exact match is preferred to
   * addresses that may be the same: a number without its country code may belong to several people.
   */
  conversationsWith(address: string): Conversation[]
  messages(guid: string, anchor: Anchor): Message[] | undefined
  /** A part of what its messages hold, the newest first. Undefined for an unknown conversation. */
  gallery(guid: string, asked: GalleryAsked): GalleryPart | undefined
  /** Counts a part of its messages, the newest first. */
  tally(guid: string, from: WalkPosition | undefined): TallyPart | undefined
  /** The given messages that are shown in a conversation; hidden and deleted ones are left out. */
  placed(rowids: readonly number[]): PlacedMessage[]
  /** A page of the messages of all conversations, by ROWID. */
  allMessages(anchor: RowAnchor): Omit<RowPage, 'rowids'> & { placed: PlacedMessage[] }
  /** The ROWIDs of the messages with these GUIDs, as far as Messages has them, by GUID. */
  rowidsOf(guids: readonly string[]): ReadonlyMap<string, number>
  conversationKey(guid: string): ConversationKey | undefined
  /** The keys of all addresses of the conversation, its own first. Empty for an unknown one. */
  conversationKeys(guid: string): readonly ConversationKey[]
  /** The GUID of the one chat that is meant: a ROWID, and every spelling that Messages does not use, name one, too. */
  chatGuid(written: string): string | undefined
  /** The number of rows of a conversation, which is at least the number of messages shown. */
  rowsOf(guid: string): number
  /** Undefined where the conversation that is asked for is unknown. */
  storedRows(asked: RowQuery): StoredRowPage | undefined
  countStoredRows(asked: RowFilter): number | undefined
  storedHandles(asked: HandleQuery): StoredHandle[]
  storedTotals(): StoredTotals
  /** The row that Messages inserted last, into whichever conversation. */
  newestRow(): { rowid: number; guid: string } | undefined
  /** Messages received since a moment, in ROWID order, a page at a time. */
  incoming(after: Since): IncomingMessage[]
  /** The same history within a view. */
  within(view: HistoryView): ViewedHistory
  close(): void
}

/**
 * Maintains the conversations that Messages shows, each with all of its chats, and refreshes them cheaply after every
 * change.
 */
import { toUnixUsSql } from '../../apple/apple-time.ts'
import type { Category } from '../../contract/categories.ts'
import type { ConversationKey } from '../../contract/ids.ts'
import { sameHandle } from '../../domain/handles.ts'
import { conversationKey, conversationsMeant } from '../../domain/history/chat-guid.ts'
import type { Chat } from '../../domain/message.ts'
import type { ChatDb } from '../chat-db.ts'
import { chatColumns, toChat } from '../chats.ts'

export interface ShownChat extends Chat {
  /**
   * Messages counts everything up to here as read, whatever the messages say. Unix microseconds, because a millisecond
   * is too coarse.
   */
  readToUs: number
}

export interface ShownConversation {
  key: ConversationKey
  isGroup: boolean
  /** Contains at least one chat. */
  chats: readonly [ShownChat, ...ShownChat[]]
  chatIds: readonly number[]
}

export interface ConversationChats {
  /**
   * Call after every change of chat.db. Returns the conversations whose set of chats or whose chats' columns have
   * changed.
   */
  refresh(): Set<ConversationKey>
  all(): ReadonlyMap<ConversationKey, ShownConversation>
  /** Undefined for a chat that is hidden, also where its conversation has others. */
  ofChat(chatId: number): ShownConversation | undefined
  /** The chat itself, if it is shown. */
  chat(chatId: number): ShownChat | undefined
  /** Changes whenever the set of hidden chats does. */
  hidden(): string
  /** Accepts any spelling of the GUID. */
  withGuid(guid: string): ShownConversation | undefined
  /**
   * The conversation with one person, by an address in any spelling: the exact match, or else all that may be the same
   * person.
   */
  withAddress(address: string): ShownConversation[]
}

type FoundChat = Record<string, unknown> & { id: number; read_to_us: number | null }
interface Known {
  row: FoundChat
  chat: ShownChat
}

/** Lists every column of `FoundChat`. */
const namesOfChat = [
  'id',
  'guid',
  'style',
  'identifier',
  'name',
  'room',
  'filtered',
  'blackholed',
  'read_to_us',
] as const

/** `categories` are the ones that are shown. */
export function conversationChats({ db, has }: ChatDb, categories: readonly Category[]): ConversationChats {
  const isShown = ({ category, isBlocked }: Chat) => !isBlocked && categories.includes(category)
  const readTo = has('chat', 'last_read_message_timestamp') ? toUnixUsSql('c.last_read_message_timestamp') : 'NULL'
  const select = db.prepare(`SELECT ${chatColumns({ has })}, ${readTo} AS read_to_us FROM chat c ORDER BY c.ROWID`)
  // Most changes of chat.db do not concern a chat, so all chats are compared as one text.
  const everything = db.prepare(`SELECT group_concat(json_array(${namesOfChat.join(', ')})) AS said
    FROM (SELECT ${chatColumns({ has })}, ${readTo} AS read_to_us FROM chat c ORDER BY c.ROWID)`)
  let said: unknown
  let known = new Map<number, Known>()
  let conversations = new Map<ConversationKey, ShownConversation>()
  let hidden = ''

  return {
    refresh() {
      const now = everything.get()?.said
      if (now === said) return new Set()
      said = now
      const before = known
      known = new Map(
        (select.all() as FoundChat[]).map((row) => [row.id, { row, chat: chatIn(row, before.get(row.id)) }]),
      )
      const changed = changedBetween(before, known)
      if (changed.size > 0) {
        const chats = [...known.values()].map(({ chat }) => chat)
        conversations = conversationsOf(chats.filter(isShown))
        hidden = chats.flatMap((chat) => (isShown(chat) ? [] : chat.id)).join(' ')
      }
      return changed
    },
    all: () => conversations,
    ofChat(chatId) {
      const chat = known.get(chatId)?.chat
      return chat && isShown(chat) ? conversations.get(chat.conversation) : undefined
    },
    chat(chatId) {
      const chat = known.get(chatId)?.chat
      return chat && isShown(chat) ? chat : undefined
    },
    hidden: () => hidden,
    withGuid: (guid) => conversationsMeant(guid).flatMap((key) => conversations.get(key) ?? [])[0],
    withAddress(address) {
      const exact = conversations.get(conversationKey(false, address))
      if (exact !== undefined) return [exact]
      return [...conversations.values()].filter(
        ({ isGroup, chats: [{ identifier }] }) => !isGroup && sameHandle(identifier, address),
      )
    },
  }
}

/** Returns the previous object where the row is unchanged. */
function chatIn(row: FoundChat, before: Known | undefined): ShownChat {
  if (before !== undefined && namesOfChat.every((name) => row[name] === before.row[name])) return before.chat
  return { ...toChat(row), readToUs: row.read_to_us ?? 0 }
}

function changedBetween(before: Map<number, Known>, now: Map<number, Known>): Set<ConversationKey> {
  const changed = [...now.values()].filter(({ chat, row }) => before.get(row.id)?.chat !== chat)
  const gone = [...before.values()].filter(({ row }) => !now.has(row.id))
  return new Set([...changed, ...gone].map(({ chat }) => chat.conversation))
}

function conversationsOf(chats: readonly ShownChat[]): Map<ConversationKey, ShownConversation> {
  const shown = Map.groupBy(chats, ({ conversation }) => conversation)
  return new Map([...shown].map(([key, all]) => [key, conversationOf(key, all as [ShownChat, ...ShownChat[]])]))
}

const conversationOf = (key: ConversationKey, chats: [ShownChat, ...ShownChat[]]): ShownConversation => ({
  key,
  chats,
  isGroup: chats[0].isGroup,
  chatIds: chats.map(({ id }) => id),
})

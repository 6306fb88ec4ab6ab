/**
 * Maintains the conversations that Messages shows, each with all of its chats, and refreshes them cheaply after every
 * change. Here, below everything that lists, reads and counts, the addresses of one person become one conversation.
 */
import { toUnixUsSql } from '../../apple/apple-time.ts'
import type { Category } from '../../contract/categories.ts'
import type { ConversationKey } from '../../contract/ids.ts'
import { handleKind, sameHandle } from '../../domain/handles.ts'
import { conversationKey, conversationsMeant, identifierIn } from '../../domain/history/chat-guid.ts'
import type { Chat } from '../../domain/message.ts'
import { joinedKeys } from '../../domain/people/one-conversation.ts'
import type { Persons } from '../../domain/people/persons.ts'
import type { ChatDb } from '../chat-db.ts'
import { chatColumns, toChat } from '../chats.ts'
import { type CurrentPersons, noPersons } from '../persons.ts'
import { lookedUpChat } from './looked-up-chat.ts'

export interface ShownChat extends Chat {
  /**
   * Messages counts everything up to here as read, whatever the messages say. Unix microseconds, because a millisecond
   * is too coarse.
   */
  readToUs: number
}

export interface ShownConversation {
  /** The key of a person with several addresses is that of the oldest, as in the relay. */
  key: ConversationKey
  isGroup: boolean
  /** Whether the chats are those of several addresses of one person. */
  isJoined: boolean
  /** Contains at least one chat; the oldest comes first. */
  chats: readonly [ShownChat, ...ShownChat[]]
  chatIds: readonly number[]
}

export interface ConversationChats {
  /**
   * Call after every change of chat.db or of the persons. Returns the conversations whose set of chats or whose chats'
   * columns have changed.
   */
  refresh(): Set<ConversationKey>
  all(): ReadonlyMap<ConversationKey, ShownConversation>
  /** Undefined for a chat that is hidden, also where its conversation has others. */
  ofChat(chatId: number): ShownConversation | undefined
  /** The chat itself, if it is shown. */
  chat(chatId: number): ShownChat | undefined
  /** Changes whenever the set of hidden chats does. */
  hidden(): string
  /**
   * Accepts any spelling of the GUID of any of its chats, also with a number without its country code where that means one
   * conversation, those that only Messages' own table of names knows, and the ROWID of any of its chats.
   */
  withGuid(guid: string): ShownConversation | undefined
  /** The chat itself that such a GUID or ROWID names: of several with one address the oldest. */
  chatWithGuid(guid: string): ShownChat | undefined
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

/** A chat GUID always contains semicolons, so digits alone can only be the ROWID of a chat. */
const isRowid = /^\d{1,15}$/

interface Choices {
  /** The categories that are shown. */
  categories: readonly Category[]
  persons?: CurrentPersons
  /** The addresses that Messages is signed in with. */
  ownHandles?: () => readonly string[]
  /** Tells which other chats exist; called at each refresh. */
  exist?: (persons: Persons) => (chat: Chat) => boolean
  /** Changes whenever what `exist` returns may decide otherwise, for other reasons than chats and persons. */
  existStamp?: () => string
}

export function conversationChats(
  { db, has }: ChatDb,
  { categories, persons = noPersons, ownHandles = () => [], exist = () => () => true, existStamp = () => '' }: Choices,
): ConversationChats {
  let existing: ReadonlySet<number> = new Set()
  const isShown = ({ id, category, isBlocked }: Chat) => !isBlocked && categories.includes(category) && existing.has(id)
  const readTo = has('chat', 'last_read_message_timestamp') ? toUnixUsSql('c.last_read_message_timestamp') : 'NULL'
  const select = db.prepare(`SELECT ${chatColumns({ has })}, ${readTo} AS read_to_us FROM chat c ORDER BY c.ROWID`)
  // Most changes of chat.db do not concern a chat, so all chats are compared as one text.
  const everything = db.prepare(`SELECT group_concat(json_array(${namesOfChat.join(', ')})) AS said
    FROM (SELECT ${chatColumns({ has })}, ${readTo} AS read_to_us FROM chat c ORDER BY c.ROWID)`)
  let said: unknown
  let known = new Map<number, Known>()
  let joinedBy: Persons | undefined
  let conversations = new Map<ConversationKey, ShownConversation>()
  /** Each conversation under its own key and those of all its addresses. */
  let byAnyKey = conversations
  let hidden = ''
  let stamp = ''

  const lookUp = lookedUpChat({ db, has })
  const ofChat = (chatId: number | undefined) => {
    const chat = chatId === undefined ? undefined : known.get(chatId)?.chat
    return chat && isShown(chat) ? byAnyKey.get(chat.conversation) : undefined
  }

  const shownChat = (chatId: number | undefined) => ofChat(chatId)?.chats.find(({ id }) => id === chatId)
  function chatWithGuid(guid: string): ShownChat | undefined {
    if (isRowid.test(guid)) return shownChat(Number(guid))
    return conversationsMeant(guid).flatMap(chatWithKey)[0] ?? shownChat(lookUp(guid)) ?? chatWithNumber(guid)
  }
  const chatWithKey = (key: ConversationKey) =>
    byAnyKey.get(key)?.chats.find(({ conversation }) => conversation === key) ?? []
  /** Undefined where several people may be meant. */
  function chatWithNumber(guid: string): ShownChat | undefined {
    const number = identifierIn(guid)
    if (number === undefined || handleKind(number) !== 'phone') return undefined
    const [found, ...others] = [...conversations.values()].flatMap(
      ({ isGroup, chats }) =>
        (isGroup ? undefined : chats.find(({ identifier }) => sameHandle(identifier, number))) ?? [],
    )
    return others.length === 0 ? found : undefined
  }

  return {
    refresh() {
      const now = everything.get()?.said
      const people = persons.now()
      const stampNow = existStamp()
      const isSame = people === joinedBy && stampNow === stamp
      if (now === said && isSame) return new Set()
      said = now
      stamp = stampNow
      const [before, conversationsBefore] = [known, conversations]
      known = new Map(
        (select.all() as FoundChat[]).map((row) => [row.id, { row, chat: chatIn(row, before.get(row.id)) }]),
      )
      const changed = changedBetween(before, known)
      if (changed.size === 0 && isSame) return changed
      joinedBy = people
      const chats = [...known.values()].map(({ chat }) => chat)
      const exists = exist(people)
      existing = new Set(chats.filter(exists).map(({ id }) => id))
      const joined = joinedKeys(chats, people, ownHandles())
      conversations = conversationsOf(chats.filter(isShown), (key) => joined.get(key) ?? key)
      byAnyKey = new Map(conversations)
      for (const conversation of conversations.values())
        for (const chat of conversation.chats) byAnyKey.set(chat.conversation, conversation)
      hidden = chats.flatMap((chat) => (isShown(chat) ? [] : chat.id)).join(' ')
      return new Set([
        ...[...changed].map((key) => joined.get(key) ?? key),
        ...differencesBetween(conversationsBefore, conversations),
      ])
    },
    all: () => conversations,
    ofChat,
    chat(chatId) {
      const chat = known.get(chatId)?.chat
      return chat && isShown(chat) ? chat : undefined
    },
    hidden: () => hidden,
    withGuid: (guid) => ofChat(chatWithGuid(guid)?.id),
    chatWithGuid,
    withAddress(address) {
      const exact = byAnyKey.get(conversationKey(false, address))
      if (exact !== undefined) return [exact]
      return [...conversations.values()].filter(
        ({ isGroup, chats }) => !isGroup && chats.some(({ identifier }) => sameHandle(identifier, address)),
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

/** Returns the keys of conversations that are new or gone, or now have other chats. */
function differencesBetween(
  before: ReadonlyMap<ConversationKey, ShownConversation>,
  now: ReadonlyMap<ConversationKey, ShownConversation>,
): ConversationKey[] {
  const chatsOf = (conversation: ShownConversation | undefined) => conversation?.chatIds.join(' ')
  return [...before.keys(), ...now.keys()].filter((key) => chatsOf(before.get(key)) !== chatsOf(now.get(key)))
}

function conversationsOf(
  chats: readonly ShownChat[],
  keyOf: (key: ConversationKey) => ConversationKey,
): Map<ConversationKey, ShownConversation> {
  const shown = Map.groupBy(chats, ({ conversation }) => keyOf(conversation))
  return new Map([...shown].map(([key, all]) => [key, conversationOf(key, all as [ShownChat, ...ShownChat[]])]))
}

const conversationOf = (key: ConversationKey, chats: [ShownChat, ...ShownChat[]]): ShownConversation => ({
  key,
  chats,
  isGroup: chats[0].isGroup,
  isJoined: chats.some(({ conversation }) => conversation !== chats[0].conversation),
  chatIds: chats.map(({ id }) => id),
})

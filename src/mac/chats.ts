/** Reads the chats of Messages, and maps them to conversations: a person has a chat for each service and spelling. */
import type { ChatGuid, Handle } from '../contract/ids.ts'
import { chatCategory } from '../domain/category.ts'
import { conversationKey } from '../domain/history/chat-guid.ts'
import type { Chat } from '../domain/message.ts'
import type { ChatDb } from './chat-db.ts'
import { readOwnAddresses } from './own-addresses.ts'

export interface Chats {
  byId(id: number): Chat | undefined
  /**
   * The chat with one person by address. Where Messages has none, returns one as it would create it, since rows without
   * a chat still belong to somebody.
   */
  ofPerson(handle: Handle): Chat
  /** The group by its chat identifier. */
  ofGroup(identifier: string): Chat | undefined
  /** The owner's own addresses. */
  selfHandles(): Handle[]
  /** Clears the cache: names, members and spellings change. */
  forget(): void
}

export const groupStyle = 43

/** Selects the id of the chat of a row of `message m`: the oldest, where Messages joined it to several. */
export const chatId = '(SELECT min(j.chat_id) FROM chat_message_join j WHERE j.message_id = m.ROWID)'

/** The columns that a query selects from `chat c` for `toChat`. */
export function chatColumns({ has }: Pick<ChatDb, 'has'>): string {
  const column = (name: string) => (has('chat', name) ? `c.${name}` : '0')
  return `c.ROWID AS id, c.guid, c.style, c.chat_identifier AS identifier, c.display_name AS name, c.room_name AS room,
    ${column('is_filtered')} AS filtered, ${column('is_blackholed')} AS blackholed`
}

export function readChats({ db, has }: ChatDb): Chats {
  const select = `SELECT ${chatColumns({ has })} FROM chat c`
  const byId = db.prepare(`${select} WHERE c.ROWID = ?`)
  const byIdentifier = db.prepare(
    `${select} WHERE c.chat_identifier = ? AND c.style <> ${groupStyle} ORDER BY c.ROWID LIMIT 1`,
  )
  const byGroup = db.prepare(
    `${select} WHERE c.chat_identifier = ? AND c.style = ${groupStyle} ORDER BY c.ROWID LIMIT 1`,
  )
  const known = new Map<number, Chat | undefined>()
  return {
    byId(id) {
      if (!known.has(id)) known.set(id, chatOrNone(byId.get(id)))
      return known.get(id)
    },
    ofPerson: (handle) => chatOrNone(byIdentifier.get(handle)) ?? chatOfNobody(handle),
    ofGroup: (identifier) => chatOrNone(byGroup.get(identifier)),
    selfHandles: readOwnAddresses({ db, has }),
    forget: () => known.clear(),
  }
}

const chatOrNone = (row: Record<string, unknown> | undefined): Chat | undefined => row && toChat(row)

export function toChat(row: Record<string, unknown>): Chat {
  const identifier = String(row.identifier ?? '')
  const isGroup = row.style === groupStyle || (row.room !== null && row.room !== '')
  return {
    id: Number(row.id),
    guid: String(row.guid) as ChatGuid,
    conversation: conversationKey(isGroup, identifier),
    identifier,
    isGroup,
    groupName: isGroup && row.name ? String(row.name) : null,
    category: chatCategory(Number(row.filtered ?? 0), identifier),
    isBlocked: Number(row.blackholed ?? 0) === 1,
  }
}

const chatOfNobody = (handle: Handle): Chat => ({
  id: 0,
  guid: `any;-;${handle}` as ChatGuid,
  conversation: conversationKey(false, handle),
  identifier: handle,
  isGroup: false,
  groupName: null,
  category: chatCategory(0, handle),
  isBlocked: false,
})

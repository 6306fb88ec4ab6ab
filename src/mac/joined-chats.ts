/** Tells the relay which chats are one conversation, by the same decision by which the history joins them. */
import type { ConversationKey } from '../contract/ids.ts'
import type { Chat } from '../domain/message.ts'
import { joinedKeys } from '../domain/people/one-conversation.ts'
import type { Persons } from '../domain/people/persons.ts'
import type { ChatDb } from './chat-db.ts'
import { type Chats, chatColumns, toChat } from './chats.ts'
import type { CurrentPersons } from './persons.ts'

export interface JoinedChats {
  /** The conversation that a chat belongs to, which of a person with several addresses bears the key of the oldest. */
  conversationOf(chat: Pick<Chat, 'conversation' | 'isGroup'>): ConversationKey
  /** The address of a joined conversation that was used last; undefined for a conversation that is not joined. */
  lastAddressOf(conversation: ConversationKey): string | undefined
  /** Looks for changes of chats and persons once, and not again while `read` runs. */
  unchanged<T>(read: () => T): T
}

interface Joined {
  persons: Persons
  chats: unknown
  /** Each key with that of its conversation. */
  keys: ReadonlyMap<ConversationKey, ConversationKey>
  all: readonly Chat[]
}

export function joinedChats(
  { db, has }: ChatDb,
  chats: Pick<Chats, 'selfHandles'>,
  persons: CurrentPersons,
): JoinedChats {
  const every = db.prepare(`SELECT ${chatColumns({ has })} FROM chat c ORDER BY c.ROWID`)
  // Chats come and go, and never change their address.
  const stamp = db.prepare("SELECT max(ROWID) || ' ' || count(*) AS stamp FROM chat")
  const usedLast =
    db.prepare(`SELECT c.chat_identifier AS identifier FROM json_each(?) e CROSS JOIN chat c ON c.ROWID = e.value
    ORDER BY (SELECT max(j.message_date) FROM chat_message_join j WHERE j.chat_id = c.ROWID) DESC LIMIT 1`)
  let known: Joined | undefined
  let isFixed = false

  function joined(): Joined {
    if (isFixed && known !== undefined) return known
    const now = { persons: persons.now(), chats: stamp.get()?.stamp }
    if (known === undefined || known.persons !== now.persons || known.chats !== now.chats) {
      const all = every.all().map(toChat)
      known = { ...now, all, keys: joinedKeys(all, now.persons, chats.selfHandles()) }
    }
    return known
  }
  return {
    conversationOf: ({ conversation, isGroup }) =>
      isGroup ? conversation : (joined().keys.get(conversation) ?? conversation),
    lastAddressOf(conversation) {
      const { keys, all } = joined()
      const key = keys.get(conversation)
      if (key === undefined) return undefined
      const ids = all.filter((chat) => keys.get(chat.conversation) === key).map(({ id }) => id)
      return usedLast.get(JSON.stringify(ids))?.identifier as string | undefined
    },
    unchanged(read) {
      joined()
      isFixed = true
      try {
        return read()
      } finally {
        isFixed = false
      }
    },
  }
}

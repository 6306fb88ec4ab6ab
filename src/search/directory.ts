/** Lists the people and conversations in the index, with the names that Messages has for them. */
import type { ConversationNames } from '../mac/conversation-names.ts'
import type { WatchedChatDb } from '../mac/watched-chat-db.ts'
import type { Party } from '../store/search-index/reader.ts'
import type { Directory } from './protocol.ts'

interface Sources {
  chats: WatchedChatDb<() => ConversationNames[]>
  /** Returns parties whose numbers are above `afterNumber`. */
  parties(afterNumber: number): Party[]
}

/** Reads again only after a change. When Messages cannot be read, only the parties are known, by their addresses. */
export function directoryOf({ chats, parties }: Sources): () => Directory {
  let known: Directory = { version: 0, parties: [], conversations: [] }
  let text = ''
  return () => {
    const all = parties(0)
    const conversations = namesIn(chats) ?? known.conversations
    if (all.length === known.parties.length && conversations === known.conversations) return known
    const now = JSON.stringify([all, conversations])
    if (now !== text) known = { version: known.version + 1, parties: all, conversations }
    text = now
    return known
  }
}

/** Returns undefined when the names have not changed or cannot be read. */
function namesIn(chats: Sources['chats']): ConversationNames[] | undefined {
  try {
    return chats.check() === 'unchanged' ? undefined : chats.reading((names) => names())
  } catch {
    return undefined
  }
}

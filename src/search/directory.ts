/** Who and which conversations there are in the index, under the names that Messages has for them. */
import type { ConversationNames } from '../mac/conversation-names.ts'
import type { WatchedChatDb } from '../mac/watched-chat-db.ts'
import type { Party } from '../store/search-index/reader.ts'
import type { Directory } from './protocol.ts'

interface Sources {
  chats: WatchedChatDb<() => ConversationNames[]>
  /** With numbers above one. */
  parties(afterNumber: number): Party[]
}

/** Read again only after a change; without Messages the parties alone are known, by their addresses. */
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

/** Undefined when they are as they were, or cannot be read. */
function namesIn(chats: Sources['chats']): ConversationNames[] | undefined {
  try {
    return chats.look() === 'unchanged' ? undefined : chats.reading((names) => names())
  } catch {
    return undefined
  }
}

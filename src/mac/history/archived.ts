/** Decides which conversations are archived, and brings back those with a newer message than when they were archived. */
import type { ConversationKey } from '../../contract/ids.ts'
import type { ShownConversation } from './conversation-chats.ts'
import type { Heads } from './heads.ts'

export interface ArchiveOfConversations {
  archived(): readonly { conversation: ConversationKey; newestMs: number }[]
  unarchive(conversations: readonly ConversationKey[]): void
}

export type IsArchived = (conversation: ShownConversation) => boolean

/**
 * The addresses of a person are archived one by one, so that they stay archived when they are kept separate. A
 * conversation is archived when all its addresses are: an address that joins it later shows it again.
 */
export function archivedConversations(
  archive: ArchiveOfConversations | undefined,
  { newestMs }: Pick<Heads, 'newestMs'>,
): () => IsArchived {
  return () => {
    const marks = new Map(archive?.archived().map((mark) => [mark.conversation, mark.newestMs]))
    return (conversation) => {
      if (marks.size === 0) return false
      const keys = keysOf(conversation)
      const moments = keys.flatMap((key) => marks.get(key) ?? [])
      if (moments.length < keys.length) return false
      if ((newestMs(conversation) ?? 0) <= Math.max(...moments)) return true
      archive?.unarchive(keys)
      return false
    }
  }
}

/** The keys of all addresses of a conversation, its own first. */
export const keysOf = ({ key, chats }: ShownConversation): ConversationKey[] => [
  ...new Set([key, ...chats.map(({ conversation }) => conversation)]),
]

/**
 * Remembers the recent sends of a plugin by their ids, until the bridge ends: the plugin is informed about the progress
 * of these.
 */

export interface OwnSends {
  add(sendId: string, conversationId: string): void
  conversationOf(sendId: string): string | undefined
}

const mostKept = 500

export function ownSends(): OwnSends {
  const conversations = new Map<string, string>()
  return {
    add(sendId, conversationId) {
      conversations.set(sendId, conversationId)
      const [oldest] = conversations.keys()
      if (conversations.size > mostKept && oldest !== undefined) conversations.delete(oldest)
    },
    conversationOf: (sendId) => conversations.get(sendId),
  }
}

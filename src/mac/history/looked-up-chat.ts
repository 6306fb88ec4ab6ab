/**
 * Finds the chat that Messages uses for an identifier that is no chat's own: from macOS 26 on, `chat_lookup` names it.
 */
import { identifierIn } from '../../domain/history/chat-guid.ts'
import type { ChatDb } from '../chat-db.ts'

/** Returns the ROWID of the chat; `guid` is that of a chat, in any spelling. */
export function lookedUpChat({ db, has }: Pick<ChatDb, 'db' | 'has'>): (guid: string) => number | undefined {
  if (!has('chat_lookup', 'chat')) return () => undefined
  const lookup = db.prepare('SELECT chat FROM chat_lookup WHERE identifier = ? ORDER BY priority DESC, chat LIMIT 1')
  return (guid) => {
    const identifier = identifierIn(guid)
    const found = identifier === undefined ? undefined : lookup.get(identifier)?.chat
    return typeof found === 'number' ? found : undefined
  }
}

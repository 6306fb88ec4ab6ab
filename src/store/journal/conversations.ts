/**
 * Makes and resolves the opaque ids under which plugins know conversations: one for each plugin and conversation, kept
 * forever.
 */
import type { DatabaseSync } from 'node:sqlite'
import type { ConversationId, ConversationKey } from '../../contract/ids.ts'
import { opaqueId } from './opaque-id.ts'

export interface Conversations {
  idOf(plugin: string, conversation: ConversationKey): ConversationId
  /** Stores the id so that `keyOf` can resolve it; part of the transaction that queues a delivery. */
  remember(plugin: string, conversation: ConversationKey): void
  /** Resolves an id only for the plugin that was given it. */
  keyOf(plugin: string, id: ConversationId): ConversationKey | undefined
}

const sql = {
  remember: 'INSERT INTO conversation (id, plugin, conversation) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  keyOf: 'SELECT conversation FROM conversation WHERE id = ? AND plugin = ?',
}

/** Each message needs the same few ids again and again, and computing one takes longer than anything else about it. */
const mostKnown = 1_000

export function journalConversations(db: DatabaseSync, installKey: Uint8Array): Conversations {
  const remember = db.prepare(sql.remember)
  const keyOf = db.prepare(sql.keyOf)
  const known = new Map<string, ConversationId>()
  const idOf = (plugin: string, conversation: ConversationKey): ConversationId => {
    const name = `${plugin} ${conversation}`
    const before = known.get(name)
    if (before !== undefined) return before
    const id = opaqueId(installKey, 'conversation', [plugin, conversation]) as ConversationId
    if (known.size >= mostKnown) known.clear()
    known.set(name, id)
    return id
  }
  return {
    idOf,
    remember: (plugin, conversation) => {
      remember.run(idOf(plugin, conversation), plugin, conversation)
    },
    keyOf: (plugin, id) => keyOf.get(id, plugin)?.conversation as ConversationKey | undefined,
  }
}

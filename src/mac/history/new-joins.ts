/** Finds the chats that got rows since the previous call, by the order in which Messages inserted the joins. */
import type { ChatDb } from '../chat-db.ts'

/** Undefined where it cannot be determined; then any chat may have new rows. */
export type NewJoins = () => Set<number> | undefined

export function newJoins({ db }: Pick<ChatDb, 'db'>): NewJoins {
  const last = db.prepare('SELECT rowid, message_id FROM chat_message_join ORDER BY rowid DESC LIMIT 1')
  const at = db.prepare('SELECT message_id FROM chat_message_join WHERE rowid = ?')
  const after = db.prepare('SELECT chat_id FROM chat_message_join WHERE rowid > ?')
  let seen: { rowid: number; message: number } | undefined

  return () => {
    // SQLite reuses the last rowid after its row is gone.
    const isSame = seen !== undefined && at.get(seen.rowid)?.message_id === seen.message
    const chats = isSame && seen ? after.all(seen.rowid) : undefined
    const newest = last.get()
    seen = newest && { rowid: Number(newest.rowid), message: Number(newest.message_id) }
    return chats && new Set(chats.map(({ chat_id }) => Number(chat_id)))
  }
}

/** Detects changes that show or hide messages without adding a row to their chat. */
import type { ChatDb } from '../chat-db.ts'

/** Returns a value that differs after any such change. */
export function quietChanges({ db, features }: ChatDb): () => string {
  const counts = [
    ...(features.recentlyDeleted ? ['(SELECT count(*) FROM chat_recoverable_message_join)'] : []),
    ...(features.sendLater
      ? ["(SELECT count(*) || ' ' || total(s.ROWID) FROM message s WHERE s.schedule_type = 2)"]
      : []),
  ]
  if (counts.length === 0) return () => ''
  const select = db.prepare(`SELECT ${counts.join(" || ' ' || ")} AS state`)
  return () => String(select.get()?.state)
}

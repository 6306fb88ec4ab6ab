/** What makes messages come into sight or leave it without a new row in their chat. */
import type { ChatDb } from '../chat-db.ts'

/** Another value whenever something of the kind happened. */
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

/**
 * Finds the position of a ROWID in a conversation. If its message is gone, takes the row with the next lower number.
 */
import type { ChatDb } from '../chat-db.ts'
import { theBeginning, type WalkPosition } from './walk.ts'

export function positionFinder({
  db,
}: Pick<ChatDb, 'db'>): (rowid: number, chatIds: readonly number[]) => WalkPosition {
  const exact = db.prepare('SELECT coalesce(date, 0) AS date FROM message WHERE ROWID = ?')
  const beside =
    db.prepare(`SELECT coalesce(j.message_date, 0) AS date FROM json_each(:chats) c JOIN chat_message_join j
    ON j.chat_id = c.value AND j.message_id =
      (SELECT max(k.message_id) FROM chat_message_join k WHERE k.chat_id = c.value AND k.message_id < :rowid)
    ORDER BY j.message_id DESC LIMIT 1`)
  exact.setReadBigInts(true)
  beside.setReadBigInts(true)
  return (rowid, chatIds) => {
    const found = exact.get(rowid) ?? beside.get({ chats: JSON.stringify(chatIds), rowid })
    return found === undefined ? theBeginning : { date: found.date as bigint, rowid: BigInt(rowid) }
  }
}

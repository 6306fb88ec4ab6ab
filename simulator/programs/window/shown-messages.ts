/** The newest messages of a chat, as the window of Messages shows them. */
import { textOf } from '../../formats/attributed-body.ts'
import type { Messages } from '../../messages/open-messages.ts'

export interface ShownMessage {
  guid: string
  text: string
  isFromMe: boolean
  service: string
  sentAtMs: number
}

const most = 30

export function shownMessages({ db }: Messages, chatGuid: string): ShownMessage[] {
  const newest = db.prepare(`SELECT message.guid, text, attributedBody AS body, is_from_me, service,
      message.date / 1000000 AS date_ms
    FROM message JOIN chat_message_join ON message_id = message.ROWID JOIN chat ON chat.ROWID = chat_id
    WHERE chat.guid = ? AND item_type = 0 AND associated_message_type = 0 ORDER BY message.date DESC LIMIT ${most}`)
  return newest
    .all(chatGuid)
    .map((row) => ({
      guid: String(row.guid),
      text: row.body instanceof Uint8Array ? textOf(row.body) : String(row.text ?? ''),
      isFromMe: row.is_from_me === 1,
      service: String(row.service),
      sentAtMs: Number(row.date_ms) + Date.UTC(2001, 0, 1),
    }))
    .filter(({ text }) => text !== '')
    .toReversed()
}

export function chatOfMessage({ db }: Messages, messageGuid: string): string | null {
  const found = db
    .prepare(
      `SELECT chat.guid FROM message JOIN chat_message_join ON message_id = message.ROWID
       JOIN chat ON chat.ROWID = chat_id WHERE message.guid = ?`,
    )
    .get(messageGuid)
  return found ? String(found.guid) : null
}

export function otherChat({ db }: Messages, than: string | null): string | null {
  const other = db.prepare('SELECT guid FROM chat WHERE guid IS NOT ? LIMIT 1').get(than)
  return other ? String(other.guid) : null
}

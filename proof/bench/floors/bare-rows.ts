/**
 * Provides the floor of history: the same rows by bare prepared statements with decoded text, without a process or HTTP
 * in between.
 */
import { DatabaseSync } from 'node:sqlite'
import { chatDbPath } from '../../../simulator/paths.ts'
import { decodeText } from '../../../src/apple/message-body.ts'

export interface BareRows extends Disposable {
  /** Reads the newest message of each of the `limit` most recent chats, with unread counts. */
  conversations(limit: number): number
  /** Reads the `limit` messages of a chat before a date, newest first. */
  page(anchor: Anchor, limit: number): number
  /** Reads every row in the order of its chat. Returns how many there are. */
  everything(): number
  anchors(count: number): Anchor[]
}

/** A message somewhere in a chat that is shown. */
export interface Anchor {
  chat: number
  guid: string
  rowid: number
  /** The value of the column. */
  date: bigint
}

const newest = `SELECT m.ROWID AS rowid, m.text, m.attributedBody AS body
  FROM (SELECT (SELECT message_id FROM chat_message_join WHERE chat_id = chat.ROWID ORDER BY message_date DESC LIMIT 1) AS id,
      (SELECT max(message_date) FROM chat_message_join WHERE chat_id = chat.ROWID) AS last
    FROM chat ORDER BY last DESC LIMIT ?) c CROSS JOIN message m ON m.ROWID = c.id`

/** Uses the index that Messages keeps for this query. */
const unread = `SELECT j.chat_id, count(*) AS n FROM message m JOIN chat_message_join j ON j.message_id = m.ROWID
  WHERE m.is_read = 0 AND m.is_from_me = 0 AND m.item_type = 0 AND m.is_finished = 1 AND m.is_system_message = 0
  GROUP BY j.chat_id`

const page = `SELECT m.ROWID AS rowid, m.guid, m.text, m.attributedBody AS body, m.date / 1000000 AS ms, m.is_from_me, m.handle_id
  FROM chat_message_join j JOIN message m ON m.ROWID = j.message_id
  WHERE j.chat_id = ? AND j.message_date < ? ORDER BY j.message_date DESC LIMIT ?`

const everything = `SELECT m.*, m.attributedBody AS body FROM chat_message_join j CROSS JOIN message m ON m.ROWID = j.message_id
  ORDER BY j.chat_id, j.message_date`

const anchors = `SELECT j.chat_id AS chat, c.guid, m.ROWID AS rowid, CAST(j.message_date AS TEXT) AS date
  FROM message m JOIN chat_message_join j ON j.message_id = m.ROWID JOIN chat c ON c.ROWID = j.chat_id
  WHERE m.ROWID = ? AND m.associated_message_type = 0 AND m.item_type = 0 AND c.is_filtered < 2 AND c.is_blackholed = 0`

export async function bareRows(home: string): Promise<BareRows> {
  const decoded = charactersBy(decodeText)
  const db = new DatabaseSync(chatDbPath(home), { readOnly: true })
  const statements = {
    newest: db.prepare(newest),
    unread: db.prepare(unread),
    page: db.prepare(page),
    anchor: db.prepare(anchors),
    last: db.prepare('SELECT max(ROWID) AS rowid FROM message'),
    everything: db.prepare(everything),
  }
  const last = Number(statements.last.get()?.rowid)
  statements.everything.setReadBigInts(true)
  return {
    conversations: (limit) => decoded(statements.newest.all(limit)) + statements.unread.all().length,
    page: ({ chat, date }, limit) => decoded(statements.page.all(chat, date, limit)),
    everything() {
      let rows = 0
      for (const row of statements.everything.iterate()) rows += decoded([row]) >= 0 ? 1 : 0
      return rows
    },
    anchors(count) {
      const found: Anchor[] = []
      // The anchors are spread evenly over the whole history, so they are weighted by the length of each conversation.
      for (let index = 0; found.length < count && index < count * 4; index++) {
        const row = statements.anchor.get(1 + Math.floor(((index * 0.618_033_988_7) % 1) * last))
        if (row === undefined) continue
        const { chat, guid, rowid, date } = row
        found.push({ chat: Number(chat), guid: String(guid), rowid: Number(rowid), date: BigInt(String(date)) })
      }
      return found
    },
    [Symbol.dispose]: () => db.close(),
  }
}

type DecodeText = typeof import('../../../src/apple/message-body.ts').decodeText

/** Counts characters, so that the decoding is not optimised away. */
const charactersBy =
  (decodeText: DecodeText) =>
  (rows: Record<string, unknown>[]): number =>
    rows.reduce((sum, { text, body }) => {
      const read = body instanceof Uint8Array ? decodeText(body) : undefined
      return sum + (read?.ok ? read.value : String(text ?? '')).length
    }, 0)

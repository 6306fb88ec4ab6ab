/**
 * Keeps read_state.db: up to which message each conversation was read in our page. The read marks of Messages itself
 * are not touched.
 */
import type { ConversationKey, RowId } from '../contract/ids.ts'
import { openSqlite, type SqliteFile } from './sqlite-file.ts'

export interface ReadMark {
  conversation: ConversationKey
  rowid: RowId
  /** Unix milliseconds; finds the message again when Messages has renumbered its rows. */
  sentAtMs: number
}

export interface ReadState {
  /** Moves a mark forward, never back; returns false if the conversation was already read further. */
  markRead(mark: ReadMark): boolean
  readUpTo(conversation: ConversationKey): ReadMark | undefined
  all(): ReadMark[]
  close(): void
}

const migrations = [
  `CREATE TABLE read_mark (
    conversation TEXT PRIMARY KEY,
    rowid_of_message INTEGER NOT NULL,
    sent_at_ms INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID`,
]

export const markColumns = 'conversation, rowid_of_message AS rowid, sent_at_ms AS sentAtMs'

const markRead = `
  INSERT INTO read_mark (conversation, rowid_of_message, sent_at_ms) VALUES (:conversation, :rowid, :sentAtMs)
  ON CONFLICT (conversation) DO UPDATE
    SET rowid_of_message = excluded.rowid_of_message, sent_at_ms = excluded.sent_at_ms
    WHERE excluded.sent_at_ms > sent_at_ms
      OR (excluded.sent_at_ms = sent_at_ms AND excluded.rowid_of_message > rowid_of_message)`

export function openReadState({ path, onQuarantine }: Pick<SqliteFile, 'path' | 'onQuarantine'>): ReadState {
  const { db } = openSqlite({ path, migrations, synchronous: 'NORMAL', onQuarantine })
  const mark = db.prepare(markRead)
  const one = db.prepare(`SELECT ${markColumns} FROM read_mark WHERE conversation = ?`)
  const every = db.prepare(`SELECT ${markColumns} FROM read_mark`)
  return {
    markRead: ({ conversation, rowid, sentAtMs }) => mark.run({ conversation, rowid, sentAtMs }).changes === 1,
    readUpTo: (conversation) => one.get(conversation) as ReadMark | undefined,
    all: () => every.all() as unknown as ReadMark[],
    close: () => db.close(),
  }
}

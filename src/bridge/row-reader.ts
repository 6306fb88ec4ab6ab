/** Provides the reads of chat.db that ingestion needs, each with its failure explained. */
import type { MessageSource } from '../mac/message-source.ts'
import type { RowReader } from './take-in.ts'
import { excerpt, toMessage } from './to-message.ts'

export function rowReader(source: MessageSource): RowReader {
  const { reading } = source
  return {
    after: (rowid, limit) => reading(({ rows }) => rows.after(rowid, limit)),
    withRowids: (rowids) => reading(({ rows }) => rows.withRowids(rowids)),
    sentSince: (sinceMs, afterRowid, limit) => reading(({ rows }) => rows.sentSince(sinceMs, afterRowid, limit)),
    chatOfOrphan: (handle) => reading(({ chats }) => chats.ofPerson(handle)),
    toMessage: (row, sender) =>
      toMessage(row, sender, (guid) => reading(({ rows }) => excerpt(rows.withGuid(guid)?.text ?? null))),
  }
}

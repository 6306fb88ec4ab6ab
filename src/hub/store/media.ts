/** Finds media in the messages of a conversation, newest first: pictures and videos, links, or other files. */
import type { MediaKind } from '../../contract/media.ts'
import type { Message } from '../../contract/message.ts'
import { mediaItems } from '../../domain/media-items.ts'
import type { Sql } from './database.ts'
import { messageColumns, type StoredMessage, shownMessage } from './shown.ts'
import { type HubView, messageIn } from './view.ts'

export interface MediaAsked {
  kind: MediaKind
  limit: number
  /** The cursor that the previous page returned. */
  cursor?: string | undefined
}

/** Conditions for messages that may hold something of the kind. */
const mayHold: Record<MediaKind, string> = {
  media: `m.more ? 'attachments'`,
  files: `m.more ? 'attachments'`,
  links: `(m.more ? 'link_preview' OR m.more->>'text' ILIKE '%http%://%' OR m.more->>'text' ILIKE '%www.%')`,
}

interface Found {
  messages: Message[]
  cursor: string | null
}

/** Returns a page of messages, each of which holds at least one item. */
export async function messagesWithMedia(
  sql: Sql,
  conversation: number,
  { kind, limit, cursor }: MediaAsked,
  view: HubView,
): Promise<Found> {
  const messages: Message[] = []
  let [sentMs = Number.MAX_SAFE_INTEGER, rowid = Number.MAX_SAFE_INTEGER] = cursor?.split('.').map(Number) ?? []
  for (;;) {
    const rows = await sql.query<StoredMessage>(
      `SELECT ${messageColumns} FROM message m WHERE conversation = $1 AND NOT is_gone AND ${mayHold[kind]}
        AND (sent_ms, rowid) < ($2::bigint, $3::bigint)${messageIn(view, 'm')} ORDER BY sent_ms DESC, rowid DESC LIMIT $4`,
      [conversation, sentMs, rowid, limit],
    )
    for (const row of rows) {
      ;({ sent_ms: sentMs, rowid } = row)
      const message = shownMessage(row)
      if (mediaItems(message, kind).length > 0) messages.push(message)
      // All items of a message are on one page, so a page may have slightly more than were asked for.
      if (messages.length === limit) return { messages, cursor: `${sentMs}.${rowid}.0` }
    }
    if (rows.length < limit) return { messages, cursor: null }
  }
}

/**
 * Answers requests for the database as Messages keeps it: its rows, each with its conversation, and its handles and
 * totals. What the history hides stays hidden here.
 */
import type {
  HandleQuery,
  RowFilter,
  RowPage,
  RowQuery,
  StoredHandle,
  StoredRow,
  StoredTotals,
} from '../../contract/stored-row.ts'
import { sameHandle } from '../../domain/handles.ts'
import type { ChatDb } from '../chat-db.ts'
import type { ConversationChats, ShownConversation } from './conversation-chats.ts'
import type { RowPlaces, StoredRowFinder } from './stored-row-finder.ts'
import type { ReadRow, StoredRowReader } from './stored-row-reader.ts'

export interface StoredRows {
  /** Call after every change of chat.db. */
  refresh(): void
  /** Undefined for an unknown conversation. */
  page(asked: RowQuery): RowPage | undefined
  /** Undefined for an unknown conversation. */
  count(asked: RowFilter): number | undefined
  handles(asked: HandleQuery): StoredHandle[]
  totals(): StoredTotals
}

interface StoredRowsDeps {
  chatDb: ChatDb
  chats: ConversationChats
  finder: StoredRowFinder
  reader: StoredRowReader
  /** The GUID under which a conversation is listed. */
  guidOf(conversation: ShownConversation): string
  nowMs(): number
}

const mostKnown = 100

export function storedRows({ chatDb, chats, finder, reader, guidOf, nowMs }: StoredRowsDeps): StoredRows {
  const { db, has } = chatDb
  const column = (name: string) => (has('handle', name) ? name : 'NULL')
  const everyHandle = db.prepare(`SELECT ROWID AS rowid, id AS address, service, ${column('country')} AS country,
    ${column('uncanonicalized_id')} AS uncanonicalized FROM handle ORDER BY ROWID`)
  const counts =
    db.prepare(`SELECT (SELECT count(*) FROM handle) AS handles, (SELECT count(*) FROM attachment) AS attachments,
    (SELECT count(*) FROM attachment WHERE mime_type LIKE 'image/%') AS images,
    (SELECT count(*) FROM attachment WHERE mime_type LIKE 'video/%') AS videos,
    (SELECT count(*) FROM attachment WHERE mime_type = 'text/x-vlocation' OR transfer_name LIKE '%.loc.vcf') AS locations`)

  /** By filter. Programs ask for the same count with every page, and a count reads all that it counts. */
  const known = new Map<string, number>()
  function countIn(asked: RowFilter, places: RowPlaces): number {
    const key = JSON.stringify(asked)
    const count = known.get(key) ?? finder.count(asked, places)
    if (known.size < mostKnown) known.set(key, count)
    return count
  }

  const hiddenChats = () => chats.hidden().split(' ').filter(Boolean).map(Number)

  function placesOf({ conversation }: RowFilter): RowPlaces | undefined {
    const places = { hidden: hiddenChats(), nowMs: nowMs() }
    if (conversation === undefined) return { ...places, chatIds: undefined }
    const chatIds = chats.withGuid(conversation)?.chatIds
    return chatIds && { ...places, chatIds }
  }

  function inConversations(rows: readonly ReadRow[], chatOf: ReadonlyMap<number, number>): StoredRow[] {
    const guids = new Map<ShownConversation, string>()
    return rows.flatMap((row) => {
      const chat = chats.chat(chatOf.get(row.rowid) ?? 0)
      const conversation = chat && chats.ofChat(chat.id)
      if (chat === undefined || conversation === undefined) return []
      const guid = guids.get(conversation) ?? guidOf(conversation)
      guids.set(conversation, guid)
      return [{ ...row, chat_rowid: chat.id, chat_guid: chat.guid, conversation_guid: guid }]
    })
  }

  return {
    refresh: () => known.clear(),
    page(asked) {
      const places = placesOf(asked)
      if (places === undefined) return undefined
      // One more than asked for tells whether there is another page.
      const found = finder.find(asked, places, { ...asked, limit: asked.limit + 1 })
      const rowids = found.slice(0, asked.limit)
      return {
        rows: inConversations(reader.read(rowids), finder.chatsOf(rowids, places)),
        more: found.length > asked.limit,
        newest_rowid: finder.newestRowid(),
      }
    },
    count(asked) {
      const places = placesOf(asked)
      return places && countIn(asked, places)
    },
    handles({ limit, offset, address }) {
      const all = everyHandle.all() as unknown as StoredHandle[]
      const meant = address === undefined ? all : all.filter((handle) => sameHandle(handle.address, address))
      return meant.slice(offset, offset + limit).map((handle) => ({ ...handle }))
    },
    totals() {
      const { handles, attachments, images, videos, locations } = counts.get() as unknown as StoredTotals
      return {
        messages: countIn({}, { chatIds: undefined, hidden: hiddenChats(), nowMs: nowMs() }),
        conversations: chats.all().size,
        handles,
        attachments,
        images,
        videos,
        locations,
      }
    },
  }
}

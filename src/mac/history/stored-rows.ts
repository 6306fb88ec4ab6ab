/**
 * Answers requests for the database as Messages keeps it: its rows, each with its conversation, and its handles and
 * totals. What the history hides stays hidden here.
 */
import type { StatementSync } from 'node:sqlite'
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
import type { ShownRows } from './shown-rows.ts'
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
  rows: Pick<ShownRows, 'stored' | 'lateEnough'>
  /** Whether they are those of a part of the history, in which handles, totals and the newest ROWID are those of the part. */
  isPart: boolean
  finder: StoredRowFinder
  reader: StoredRowReader
  /** The GUID under which a conversation is listed. */
  guidOf(conversation: ShownConversation): string
  nowMs(): number
}

const mostKnown = 100

/** Up to so many chats are read one by one, which skips what lies between their rows. */
const fewChats = 12

export function storedRows(deps: StoredRowsDeps): StoredRows {
  const { chatDb, chats, finder, reader, guidOf, nowMs } = deps
  const part = deps.isPart ? partOfDatabase(deps) : undefined
  const { db, has } = chatDb
  const column = (name: string) => (has('handle', name) ? name : 'NULL')
  const everyHandle = db.prepare(`SELECT ROWID AS rowid, id AS address, service, ${column('country')} AS country,
    ${column('uncanonicalized_id')} AS uncanonicalized FROM handle ORDER BY ROWID`)
  const counts =
    db.prepare(`SELECT (SELECT count(*) FROM handle) AS handles, (SELECT count(*) FROM attachment) AS attachments,
    (SELECT count(*) FROM attachment WHERE mime_type LIKE 'image/%') AS images,
    (SELECT count(*) FROM attachment WHERE mime_type LIKE 'video/%') AS videos,
    (SELECT count(*) FROM attachment WHERE mime_type = 'text/x-vlocation' OR transfer_name LIKE '%.loc.vcf') AS locations`)

  /** Counts by filter: programs request the same count with every page, and a count reads all that it counts. */
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
    if (conversation === undefined) {
      const ids = part?.chatIds()
      return { ...places, chatIds: ids !== undefined && ids.length <= fewChats ? ids : undefined }
    }
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
        newest_rowid: part === undefined ? finder.newestRowid() : part.newestRowid(),
      }
    },
    count(asked) {
      const places = placesOf(asked)
      return places && countIn(asked, places)
    },
    handles({ limit, offset, address }) {
      const all = part === undefined ? (everyHandle.all() as unknown as StoredHandle[]) : part.handles(everyHandle)
      const meant = address === undefined ? all : all.filter((handle) => sameHandle(handle.address, address))
      return meant.slice(offset, offset + limit).map((handle) => ({ ...handle }))
    },
    totals() {
      const places = { hidden: hiddenChats(), chatIds: undefined, nowMs: nowMs() }
      if (part !== undefined) return { messages: countIn({}, places), ...part.totals(everyHandle) }
      const { handles, attachments, images, videos, locations } = counts.get() as unknown as StoredTotals
      return {
        messages: countIn({}, places),
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

/** Counts and lists a part of the database as it is done for the whole. */
function partOfDatabase({ chatDb: { db }, chats, rows: { stored, lateEnough } }: StoredRowsDeps) {
  const chatIds = () => [...chats.all().values()].flatMap((conversation) => conversation.chatIds)
  const isRow = `${stored} AND ${lateEnough}`
  const newest = db.prepare(`SELECT m.ROWID AS rowid FROM message m WHERE ${isRow} AND m.ROWID =
    (SELECT max((SELECT max(j.message_id) FROM chat_message_join j WHERE j.chat_id = c.value)) FROM json_each(?) c)`)
  // A chat of which no row is late enough tells nothing of who was in it.
  const told = `SELECT c.value FROM json_each(?) c WHERE EXISTS (SELECT 1 FROM chat_message_join j
    JOIN message m ON m.ROWID = j.message_id WHERE j.chat_id = c.value AND ${isRow})`
  const chatsTold = db.prepare(told)
  const members = db.prepare(`SELECT DISTINCT handle_id FROM chat_handle_join WHERE chat_id IN (${told})`)
  const files = db.prepare(`SELECT a.mime_type AS mime, a.transfer_name AS name FROM attachment a WHERE a.ROWID IN
    (SELECT f.attachment_id FROM json_each(?) c CROSS JOIN chat_message_join j ON j.chat_id = c.value
    CROSS JOIN message_attachment_join f ON f.message_id = j.message_id JOIN message m ON m.ROWID = j.message_id
    WHERE ${isRow})`)

  const ids = () => JSON.stringify(chatIds())
  const handles = (everyHandle: StatementSync): StoredHandle[] => {
    const known = new Set(members.all(ids()).map(({ handle_id: id }) => Number(id)))
    return (everyHandle.all() as unknown as StoredHandle[]).filter(({ rowid }) => known.has(rowid))
  }
  return {
    chatIds,
    newestRowid: () => Number(newest.get(ids())?.rowid ?? 0),
    handles,
    totals(everyHandle: StatementSync): Omit<StoredTotals, 'messages'> {
      const all = files.all(ids()).map(({ mime, name }) => ({ mime: String(mime ?? ''), name: String(name ?? '') }))
      const told = new Set(chatsTold.all(ids()).map(({ value }) => Number(value)))
      const conversations = [...chats.all().values()].filter((one) => one.chatIds.some((id) => told.has(id)))
      return {
        conversations: conversations.length,
        handles: handles(everyHandle).length,
        attachments: all.length,
        images: all.filter(({ mime }) => /^image\//i.test(mime)).length,
        videos: all.filter(({ mime }) => /^video\//i.test(mime)).length,
        locations: all.filter(({ mime, name }) => mime === 'text/x-vlocation' || /\.loc\.vcf$/i.test(name)).length,
      }
    },
  }
}

/**
 * Reads what the messages of a conversation hold, the newest first: pictures and videos, links, or other files. It
 * walks the index of each chat, a bounded number of rows at a time, so that no conversation is too long for it.
 */
import type { MediaItem, MediaKind } from '../../contract/media.ts'
import { mediaItems } from '../../domain/media-items.ts'
import type { ChatDb } from '../chat-db.ts'
import { urlBalloon } from '../link-preview-rows.ts'
import type { ShownConversation } from './conversation-chats.ts'
import type { LoadMessages } from './found-message.ts'
import type { RenderMessages } from './render-messages.ts'
import type { Repeats } from './repeats.ts'
import { type Walker, type WalkPosition, walker } from './walk.ts'

/** The place after the last item that was given. */
export interface GalleryPlace extends WalkPosition {
  /** The number of items of the message just before this position that were given already. */
  given: number
}

export interface GalleryAsked {
  kind: MediaKind
  limit: number
  /** The newest item comes first when it is omitted. */
  from?: GalleryPlace | undefined
}

export interface GalleryPart {
  /** May hold fewer items than asked for, even none, although more follow. */
  items: MediaItem[]
  /** Undefined at the end. */
  next: GalleryPlace | undefined
}

export type Gallery = (conversation: ShownConversation, asked: GalleryAsked) => GalleryPart

interface GalleryDeps {
  chatDb: ChatDb
  /** One of the conditions of `shownRows`. */
  shown: string
  load: LoadMessages
  repeats: Repeats
  render: RenderMessages
  isSelf(conversation: ShownConversation): boolean
}

/** The number of rows of each chat that one step looks at, which takes some milliseconds. */
const stride = 4_096
/** A step rarely finds more rows that hold nothing after all. */
const spare = 4

/** Rows `j` of the join with messages `m` that may hold something of the kind. */
export const mayHold: Record<MediaKind, string> = {
  media: 'j.message_id IN (SELECT message_id FROM message_attachment_join)',
  files: 'j.message_id IN (SELECT message_id FROM message_attachment_join)',
  links: `(m.balloon_bundle_id = '${urlBalloon}' OR m.text LIKE '%http%://%' OR m.text LIKE '%www.%'
    OR instr(m.attributedBody, CAST('://' AS BLOB)) OR instr(m.attributedBody, CAST('www.' AS BLOB)))`,
}

export function gallery({ chatDb, shown, load, repeats, render, isSelf }: GalleryDeps): Gallery {
  const walkers = new Map<MediaKind, Walker>()
  const walkerOf = (kind: MediaKind): Walker => {
    const known = walkers.get(kind) ?? walker(chatDb, `${mayHold[kind]} AND ${shown}`)
    walkers.set(kind, known)
    return known
  }

  function messagesAt(steps: readonly { rowid: bigint; chatId: number }[], conversation: ShownConversation) {
    const found = load(steps.map(({ rowid }) => Number(rowid)))
    // A message that is in two chats is given once.
    const chatIds = new Map(steps.map(({ rowid, chatId }) => [Number(rowid), chatId]))
    const rows = [...chatIds].flatMap(([rowid, chatId]) => {
      const row = found.get(rowid)
      return row === undefined ? [] : [{ found: row, chatId }]
    })
    const repeated = repeats.among(rows, conversation, isSelf(conversation))
    const left = rows.filter(({ found: { rowid } }) => !repeated.has(rowid))
    return new Map(render(left, conversation).map((message) => [message.rowid, message]))
  }

  return (conversation, { kind, limit, from }) => {
    const { chatIds } = conversation
    const walk = walkerOf(kind)
    const until = walk.further({ chatIds, from, rows: stride })
    const steps = walk.before({ chatIds, from, until, limit: limit + spare })
    const messages = messagesAt(steps, conversation)
    const items: MediaItem[] = []
    for (const [rowid, { date }] of new Map(steps.map((step) => [step.rowid, step]))) {
      const message = messages.get(Number(rowid))
      const all = message === undefined ? [] : mediaItems(message, kind)
      const given = from !== undefined && from.rowid === rowid + 1n && from.date === date ? from.given : 0
      const fitting = all.slice(given, given + limit - items.length)
      items.push(...fitting)
      const isWhole = given + fitting.length >= all.length
      if (!isWhole) return { items, next: { date, rowid: rowid + 1n, given: given + fitting.length } }
      if (items.length === limit) return { items, next: { date, rowid, given: 0 } }
    }
    const last = steps.length === limit + spare ? steps.at(-1) : until
    return { items, next: last && { date: last.date, rowid: last.rowid, given: 0 } }
  }
}

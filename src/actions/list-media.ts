/** Implements GET /api/v1/conversations/{guid}/media. */
import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { MediaItem } from '../contract/media.ts'
import type { GalleryPlace } from '../mac/history/gallery.ts'
import type { Action } from './action.ts'
import { noConversation } from './found-conversation.ts'

export const listMedia: Action<'list_media'> = async ({ guid, kind, limit, cursor }, { history }) => {
  const items: MediaItem[] = []
  let from = cursor === undefined ? undefined : placeIn(cursor)
  for (;;) {
    const part = history.gallery(guid, { kind, limit: limit - items.length, from })
    if (part === undefined) throw noConversation()
    items.push(...part.items)
    from = part.next
    if (from === undefined) return { items, cursor: null }
    if (items.length >= limit) return { items, cursor: `${from.date}.${from.rowid}.${from.given}` }
    // A long conversation that holds little is read in many steps.
    await yieldToOthers()
  }
}

/** The contract lets only three numbers through; SQLite holds 64 bits of the first. */
function placeIn(cursor: string): GalleryPlace {
  const [date = '0', rowid = '0', given = '0'] = cursor.split('.')
  return { date: BigInt.asIntN(64, BigInt(date)), rowid: BigInt(rowid), given: Number(given) }
}

/** Lists the reactions to a message as they are shown. */
import { type Tapback, tapbackOf } from '../../apple/tapback.ts'
import type { Message } from '../../contract/message.ts'
import { normaliseHandle } from '../../domain/handles.ts'
import { activeTapbacks } from '../../domain/history/active-tapbacks.ts'
import type { AssociatedRow } from './associated-rows.ts'
import { nobody, type People } from './people.ts'
import { wireTime } from './wire-time.ts'

type WireTapbacks = Pick<Message, 'tapbacks' | 'tapback_details'>
const none: WireTapbacks = { tapbacks: [], tapback_details: [] }

export function tapbacksAmong(rows: readonly AssociatedRow[] | undefined, people: People): WireTapbacks {
  if (rows === undefined) return none
  const given = activeTapbacks(rows.flatMap(toGiven))
  return {
    tapbacks: given.flatMap(({ emoji }) => emoji ?? []),
    tapback_details: given.map(({ emoji, part, row }) => ({ emoji, part, ...giverOf(row, people) })),
  }
}

function toGiven(row: AssociatedRow) {
  const { association: type, association_guid: guid, association_emoji: emoji } = row
  const tapback = tapbackOf({ type, guid, emoji })
  return tapback === null ? [] : [{ ...standing(tapback), author: authorOf(row), row }]
}

const standing = ({ emoji, added, kind, target: { part } }: Tapback) => ({
  emoji,
  added,
  part,
  isPlaced: kind === 'placed-sticker',
})

/** Identifies a person across all of their services. */
export const authorOf = ({ is_from_me, handle }: Pick<AssociatedRow, 'is_from_me' | 'handle'>): string =>
  is_from_me === 1 ? 'me' : normaliseHandle(handle ?? '')

function giverOf({ is_from_me, handle, sent_at_ms }: AssociatedRow, people: People) {
  const isFromMe = is_from_me === 1
  return {
    handle: isFromMe ? null : handle,
    sender: isFromMe ? 'Me' : handle === null ? nobody : people.nameOf(handle),
    is_from_me: isFromMe,
    ts: wireTime(sent_at_ms ?? 0),
  }
}

/** Reads pages of a conversation: the shown rows around an anchor, oldest first. */
import { unixMsToAppleNs } from '../../apple/apple-time.ts'
import type { ShownConversation } from './conversation-chats.ts'
import type { LoadMessages } from './found-message.ts'
import type { InChat, Repeats } from './repeats.ts'
import { type Step, theBeginning, theEnd, type Walker, type WalkPosition } from './walk.ts'

export interface Anchor {
  limit: number
  before_rowid?: number
  after_rowid?: number
  around_rowid?: number
  /** ISO 8601. */
  from_ts?: string
}

interface PagesDeps {
  walker: Walker
  load: LoadMessages
  repeats: Repeats
  positionOf(rowid: number, chatIds: readonly number[]): WalkPosition
  isSelf(conversation: ShownConversation): boolean
}

export interface Pages {
  of(conversation: ShownConversation, anchor: Anchor): InChat[]
}

/** A page rarely has more rows to leave out than this, so one walk is usually enough. */
const spare = 4

export function pages({ walker, load, repeats, positionOf, isSelf }: PagesDeps): Pages {
  /** Returns the nearest rows first. */
  function collect(
    direction: 'before' | 'after',
    conversation: ShownConversation,
    start: { from: WalkPosition; limit: number },
  ) {
    const { chatIds } = conversation
    const shown = new Map<number, InChat>()
    let { from } = start
    while (shown.size < start.limit) {
      const limit = start.limit - shown.size + spare
      const steps = walker[direction]({ chatIds, from, limit })
      const rows = rowsAt(steps)
      const repeated = repeats.among(rows, conversation, isSelf(conversation))
      for (const row of rows) if (!repeated.has(row.found.rowid)) shown.set(row.found.rowid, row)
      const last = steps.at(-1)
      if (last === undefined || steps.length < limit) break
      from = last
    }
    return [...shown.values()].slice(0, start.limit)
  }

  /** Returns a message that is in two chats once, and leaves out messages that are gone by now. */
  function rowsAt(steps: readonly Step[]): InChat[] {
    const places = new Map(steps.map((step, index) => [Number(step.rowid), { step, isAlone: isAlone(steps, index) }]))
    const found = load([...places.keys()])
    return [...places].flatMap(([rowid, { step, isAlone }]) => {
      const row = found.get(rowid)
      return row === undefined ? [] : [{ found: row, chatId: step.chatId, isAlone }]
    })
  }

  function around(conversation: ShownConversation, rowid: number, limit: number): InChat[] {
    const place = positionOf(rowid, conversation.chatIds)
    const older = collect('before', conversation, { from: place, limit: Math.floor(limit / 2) })
    const from = { ...place, rowid: place.rowid - 1n }
    return [...older.toReversed(), ...collect('after', conversation, { from, limit: limit - older.length })]
  }

  return {
    of(conversation, { limit, before_rowid, after_rowid, around_rowid, from_ts }) {
      if (around_rowid !== undefined) return around(conversation, around_rowid, limit)
      if (after_rowid !== undefined)
        return collect('after', conversation, { from: positionOf(after_rowid, conversation.chatIds), limit })
      if (from_ts !== undefined) return collect('after', conversation, { from: justBefore(from_ts), limit })
      const from = before_rowid === undefined ? theEnd : positionOf(before_rowid, conversation.chatIds)
      return collect('before', conversation, { from, limit }).toReversed()
    },
  }
}

/** The position before all messages of the moment, limited to the range of Apple's clock. */
function justBefore(ts: string): WalkPosition {
  const date = unixMsToAppleNs(Date.parse(ts))
  if (date < theBeginning.date) return theBeginning
  return date > theEnd.date ? theEnd : { ...theBeginning, date }
}

/** Cannot be determined for the first and the last step, which count as not alone. */
function isAlone(steps: readonly Step[], index: number): boolean {
  const [before, step, after] = [steps[index - 1], steps[index], steps[index + 1]]
  return before !== undefined && after !== undefined && before.date !== step?.date && after.date !== step?.date
}

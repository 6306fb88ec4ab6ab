/** Builds SQL conditions that select the rows of `message m` that are shown as entries of a conversation. */

import { unixMsToAppleNs } from '../../apple/apple-time.ts'
import type { Category } from '../../contract/categories.ts'
import { filterActionsOf, knownActions } from '../../domain/category.ts'
import type { ChatDb } from '../chat-db.ts'
import { isOfPeople, sendLater, standsAlone } from '../message-kind.ts'

export interface ShownRows {
  /** Messages and system lines; not tapbacks, votes, new states of a balloon or scheduled messages. */
  shown: string
  /** Messages only. */
  written: string
  /** Every row that belongs to what is shown, as far as its own columns tell. */
  stored: string
  /** Whether a row is late enough to exist; true of every row where nothing is cut off. */
  lateEnough: string
  /** The same of the message that a row is about, such as that of a tapback. */
  targetLateEnough: string
}

/** `hidden` lists the categories that are not shown. Rows from before `sinceMs` are not shown either. */
export function shownRows(
  { features }: Pick<ChatDb, 'features'>,
  hidden: readonly Category[],
  sinceMs: number | null = null,
): ShownRows {
  const lateEnough = lateEnoughOf('m', sinceMs)
  const stored = features.filterActions ? isShownAction(hidden) : 'TRUE'
  const conditions = [
    standsAlone,
    ...(features.sendLater ? [`coalesce(m.schedule_type, 0) <> ${sendLater}`] : []),
    ...(features.filterActions ? [stored] : []),
    ...(sinceMs === null ? [] : [lateEnough]),
  ]
  const shown = conditions.join(' AND ')
  return {
    shown,
    written: `${shown} AND ${isOfPeople}`,
    stored,
    lateEnough,
    targetLateEnough: sinceMs === null ? 'TRUE' : `(${standsAlone} OR ${targetExists(sinceMs)})`,
  }
}

const lateEnoughOf = (row: string, sinceMs: number | null): string =>
  sinceMs === null ? 'TRUE' : `coalesce(${row}.date, 0) >= ${unixMsToAppleNs(sinceMs)}`

const target = 'm.associated_message_guid'

/** The part that a tapback is about stands before the GUID: `p:0/` or `bp:`. */
const targetExists = (sinceMs: number): string =>
  `EXISTS (SELECT 1 FROM message t WHERE t.guid = substr(${target}, max(instr(${target}, '/'), instr(${target}, ':')) + 1)
    AND ${lateEnoughOf('t', sinceMs)})`

function isShownAction(hidden: readonly Category[]): string {
  const action = 'coalesce(m.filter_action, 0)'
  const hidesUnknown = hidden.includes('other')
  return `${action} NOT IN (${filterActionsOf(hidden)})${hidesUnknown ? ` AND ${action} IN (${knownActions})` : ''}`
}

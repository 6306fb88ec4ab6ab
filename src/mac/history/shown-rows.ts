/** Builds SQL conditions that select the rows of `message m` that are shown as entries of a conversation. */

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
}

/** `hidden` lists the categories that are not shown. */
export function shownRows({ features }: Pick<ChatDb, 'features'>, hidden: readonly Category[]): ShownRows {
  const stored = features.filterActions ? isShownAction(hidden) : 'TRUE'
  const conditions = [
    standsAlone,
    ...(features.sendLater ? [`coalesce(m.schedule_type, 0) <> ${sendLater}`] : []),
    ...(features.filterActions ? [stored] : []),
  ]
  const shown = conditions.join(' AND ')
  return { shown, written: `${shown} AND ${isOfPeople}`, stored }
}

function isShownAction(hidden: readonly Category[]): string {
  const action = 'coalesce(m.filter_action, 0)'
  const hidesUnknown = hidden.includes('other')
  return `${action} NOT IN (${filterActionsOf(hidden)})${hidesUnknown ? ` AND ${action} IN (${knownActions})` : ''}`
}

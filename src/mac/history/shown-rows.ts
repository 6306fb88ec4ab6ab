/** Builds SQL conditions that select the rows of `message m` that are shown as entries of a conversation. */

import type { Category } from '../../contract/categories.ts'
import { filterActionsOf } from '../../domain/category.ts'
import type { ChatDb } from '../chat-db.ts'
import { isOfPeople, sendLater, standsAlone } from '../message-kind.ts'

export interface ShownRows {
  /** Messages and system lines; not tapbacks, votes, new states of a balloon or scheduled messages. */
  shown: string
  /** Messages only. */
  written: string
}

/** `hidden` lists the categories that are not shown. */
export function shownRows({ features }: Pick<ChatDb, 'features'>, hidden: readonly Category[]): ShownRows {
  const hiddenActions = filterActionsOf(hidden)
  const conditions = [
    standsAlone,
    ...(features.sendLater ? [`coalesce(m.schedule_type, 0) <> ${sendLater}`] : []),
    ...(features.filterActions ? [`coalesce(m.filter_action, 0) NOT IN (${hiddenActions})`] : []),
  ]
  const shown = conditions.join(' AND ')
  return { shown, written: `${shown} AND ${isOfPeople}` }
}

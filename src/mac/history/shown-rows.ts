/** Builds SQL conditions that select the rows of `message m` that are shown as entries of a conversation. */

import type { Category } from '../../contract/categories.ts'
import { filterActionsOf } from '../../domain/category.ts'
import type { ChatDb } from '../chat-db.ts'
import { sendLater } from '../rows.ts'

export interface ShownRows {
  /** Messages and system lines; not tapbacks, votes, new states of a balloon or scheduled messages. */
  shown: string
  /** Messages only. */
  written: string
}

/** `hidden` lists the categories that are not shown. */
export function shownRows({ features }: Pick<ChatDb, 'features'>, hidden: readonly Category[]): ShownRows {
  const hiddenActions = filterActionsOf(hidden)
  const association = 'coalesce(m.associated_message_type, 0)'
  // A poll that has received votes becomes an update whose target is itself.
  const standsAlone = `(${association} < 2 OR ${association} BETWEEN 4 AND 999
    OR (${association} NOT BETWEEN 1000 AND 3999 AND m.associated_message_guid = m.guid))`
  const conditions = [
    standsAlone,
    ...(features.sendLater ? [`coalesce(m.schedule_type, 0) <> ${sendLater}`] : []),
    ...(features.filterActions ? [`coalesce(m.filter_action, 0) NOT IN (${hiddenActions})`] : []),
  ]
  const shown = conditions.join(' AND ')
  return { shown, written: `${shown} AND coalesce(m.item_type, 0) = 0` }
}

/** Which rows of `message m` stand in a conversation of their own, as conditions of a query. */

import type { Category } from '../../contract/categories.ts'
import { filterActionsOf } from '../../domain/category.ts'
import type { ChatDb } from '../chat-db.ts'
import { sendLater } from '../rows.ts'

export interface ShownRows {
  /** Messages and lines between them; no tapbacks, votes, new states of a balloon, nor what waits to be sent. */
  shown: string
  /** Messages alone. */
  written: string
}

/** `hidden` are the categories that nobody wants to see. */
export function shownRows({ features }: Pick<ChatDb, 'features'>, hidden: readonly Category[]): ShownRows {
  const hiddenActions = filterActionsOf(hidden)
  const association = 'coalesce(m.associated_message_type, 0)'
  // A poll that was voted in turns to an update itself, and names itself.
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

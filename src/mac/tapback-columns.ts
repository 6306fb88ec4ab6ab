/** Reads the reaction of a row of `message` from the columns that queries name `association…`. */
import { tapbackOf } from '../apple/tapback.ts'
import type { MessageGuid } from '../contract/ids.ts'
import type { RowTapback } from '../domain/row.ts'

export function tapbackOfRow(row: Record<string, unknown>): RowTapback | undefined {
  const tapback = tapbackOf({
    type: Number(row.association ?? 0),
    guid: row.association_guid === null ? null : String(row.association_guid),
    emoji: row.association_emoji === null ? null : String(row.association_emoji),
  })
  if (tapback === null) return undefined
  return { targetGuid: tapback.target.guid as MessageGuid, emoji: tapback.emoji, added: tapback.added }
}

/**
 * Reads rows that belong to a message without being one: reactions to it, new states of its balloon, votes in its poll.
 */
import { toUnixMsSql } from '../../apple/apple-time.ts'
import { parseTarget, targetSpellings } from '../../apple/tapback.ts'
import type { ChatDb } from '../chat-db.ts'
import { foundRows } from '../found-rows.ts'
import { isNoReaction } from '../message-kind.ts'

export type AssociatedRow = {
  rowid: number
  guid: string
  association: number
  association_guid: string
  association_emoji: string | null
  sent_at_ms: number | null
  is_from_me: number
  handle: string | null
  /** Present for new states and votes only. */
  payload: Uint8Array | null
}

export interface Target {
  guid: string
  /** The largest number of parts that the message may ever have had. */
  parts: number
}

export interface AssociatedRows {
  /** Keyed by GUID of the message, in order of arrival. */
  of(targets: readonly Target[]): Map<string, AssociatedRow[]>
}

export function associatedRows({ db, features }: ChatDb): AssociatedRows {
  // Compares every spelling by equality, because LIKE would read the whole table, and one after the other, because a list
  // of them would be sorted for each message. Most messages have a single part.
  const named = (list: string, spelling: string) =>
    `SELECT m.ROWID AS id FROM json_each(${list}) g CROSS JOIN message m ON m.associated_message_guid = ${spelling}`
  const usual = ["'p:0/' || g.value", "'p:-1/' || g.value", "'bp:' || g.value", 'g.value']
  const ids = [...usual.map((spelling) => named(':guids', spelling)), named(':further', 'g.value')].join(' UNION ')
  const select = db.prepare(`SELECT m.ROWID AS rowid, m.guid, m.associated_message_type AS association,
    m.associated_message_guid AS association_guid, m.is_from_me, h.id AS handle, ${toUnixMsSql('m.date')} AS sent_at_ms,
    ${features.emojiTapbacks ? 'm.associated_message_emoji' : 'NULL'} AS association_emoji,
    CASE WHEN ${isNoReaction} THEN m.payload_data END AS payload
    FROM (${ids}) named CROSS JOIN message m ON m.ROWID = named.id LEFT JOIN handle h ON h.ROWID = m.handle_id
    WHERE m.associated_message_type <> 0 AND m.associated_message_guid <> m.guid ORDER BY m.date, m.ROWID`)
  const read = foundRows<AssociatedRow>(select)
  return {
    of(targets) {
      if (targets.length === 0) return new Map()
      const guids = JSON.stringify(targets.map(({ guid }) => guid))
      const rows = read({ guids, further: JSON.stringify(targets.flatMap(furtherSpellings)) })
      return Map.groupBy(rows, ({ association_guid }) => parseTarget(association_guid)?.guid ?? '')
    },
  }
}

const furtherSpellings = ({ guid, parts }: Target): string[] => (parts > 1 ? targetSpellings(guid, parts) : [])

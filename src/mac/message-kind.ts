/**
 * Decides which rows of chat.db people see as messages, once as SQL and once for a row that was read: relay, history,
 * search, export and statistics count the same ones.
 */

import { tapbackOf } from '../apple/tapback.ts'
import type { MessageGuid } from '../contract/ids.ts'
import type { RowKind, RowTapback } from '../domain/message.ts'
import type { Features } from './features.ts'
import { isUrlBalloon } from './link-preview-rows.ts'

/** `message.schedule_type` of a scheduled message. */
export const sendLater = 2

/** `message.associated_message_type` of reactions, those included that only a later macOS knows. */
const reactions = { first: 1_000, last: 3_999 }
/** 2 and 3 are new states of an app balloon, 4000 is a vote. */
const states = { first: 2, last: 3 }

const association = 'coalesce(m.associated_message_type, 0)'

/** Selects rows of `message m` that are no reactions. */
export const isNoReaction = `${association} NOT BETWEEN ${reactions.first} AND ${reactions.last}`

/**
 * Selects rows of `message m` that belong to no other message. A poll that has received votes becomes a new state whose
 * target is itself.
 */
export const standsAlone = `(${association} < ${states.first}
  OR ${association} BETWEEN ${states.last + 1} AND ${reactions.first - 1}
  OR (${isNoReaction} AND m.associated_message_guid = m.guid))`

/** The highest `message.item_type` that is known; all of them but 0 are lines of Messages itself, such as "Anna left". */
export const lastKnownItem = 6

/**
 * Selects rows of `message m` that are lines of people, and not of Messages itself. A type that only a later macOS knows
 * may be either, so a row of such a type counts as written by a person if it has words.
 */
export const isOfPeople = `(coalesce(m.item_type, 0) = 0
  OR (m.item_type NOT BETWEEN 0 AND ${lastKnownItem} AND (m.text IS NOT NULL OR m.attributedBody IS NOT NULL)))`

/** Tells of rows of `message m` whether they lie in Recently Deleted, where this macOS has it. */
export const isDeleted = ({ recentlyDeleted }: Pick<Features, 'recentlyDeleted'>): string =>
  recentlyDeleted ? 'EXISTS (SELECT 1 FROM chat_recoverable_message_join r WHERE r.message_id = m.ROWID)' : '0'

/** The columns as queries name them. */
type KindColumns = Record<string, unknown>

/** Text and app balloons are messages; each other kind says what the row is instead. */
export function kindOf(row: KindColumns): RowKind {
  if (row.schedule_type === sendLater) return 'scheduled'
  if (isLine(row)) return 'system'
  if (tapbackOfRow(row) !== undefined) return 'tapback'
  if (!isAlone(row)) return 'update'
  return row.balloon === null || isUrlBalloon(row.balloon) ? 'text' : 'app'
}

/** Does the opposite of `isOfPeople`. */
function isLine({ item_type, text, body }: KindColumns): boolean {
  const type = Number(item_type ?? 0)
  if (type >= 0 && type <= lastKnownItem) return type !== 0
  return (text ?? body ?? null) === null
}

/** Does the same as `standsAlone`. */
function isAlone({ association, association_guid, guid }: KindColumns): boolean {
  const type = Number(association ?? 0)
  if (type < states.first || (type > states.last && type < reactions.first)) return true
  const isReaction = type >= reactions.first && type <= reactions.last
  return !isReaction && association_guid === guid
}

/** Reads the reaction of a row of `message` from the columns that queries name `association…`. */
export function tapbackOfRow(row: Record<string, unknown>): RowTapback | undefined {
  const tapback = tapbackOf({
    type: Number(row.association ?? 0),
    guid: row.association_guid === null ? null : String(row.association_guid),
    emoji: row.association_emoji === null ? null : String(row.association_emoji),
  })
  if (tapback === null) return undefined
  return { targetGuid: tapback.target.guid as MessageGuid, emoji: tapback.emoji, added: tapback.added }
}

/**
 * Reads values of stored rows in the terms of both dialects: times as epoch milliseconds, reactions by name, identifiers
 * within chat GUIDs, and which event in the life of a group a row records.
 */
import type { StoredRow } from '../../contract/stored-row.ts'

export const epochMs = (time: string | null): number | null => (time === null ? null : Date.parse(time))

/** Whether the row has this column of yes or no set, by the name of Messages. */
export const hasFlag = ({ flags }: Pick<StoredRow, 'flags'>, column: string): boolean => flags.includes(column)

/** The names of the six classic reactions, in the order of their numbers from 2000. */
export const reactionNames = ['love', 'like', 'dislike', 'laugh', 'emphasize', 'question'] as const
export type ReactionName = (typeof reactionNames)[number]

const [firstAdded, firstRemoved, sticker] = [2000, 3000, 1000]

/** The reaction of each name as an emoji, as our own API takes it. */
export const reactionEmoji: Readonly<Record<ReactionName, string>> = {
  love: '❤️',
  like: '👍',
  dislike: '👎',
  laugh: '😂',
  emphasize: '‼️',
  question: '❓',
}

/** Names what a row does to another message; `-love` takes a reaction back. Null for an ordinary message. */
export function reactionOf(associatedType: number): string | null {
  if (associatedType === 0) return null
  if (associatedType === sticker) return 'sticker'
  const added = reactionNames[associatedType - firstAdded]
  if (added !== undefined) return added
  const removed = reactionNames[associatedType - firstRemoved]
  return removed === undefined ? String(associatedType) : `-${removed}`
}

/** The identifier of the chat within its GUID: an address, or the name that Messages gave to a group. */
export const chatIdentifierOf = (guid: string): string => /^[^;]*;[-+];(.*)$/s.exec(guid)?.[1] ?? guid

/** Whether the GUID is that of a group by its form. */
export const isGroupGuid = (guid: string): boolean => /^[^;]*;\+;/.test(guid)

export const groupEvents = [
  'participant-added',
  'participant-removed',
  'participant-left',
  'group-name-change',
  'group-icon-changed',
  'group-icon-removed',
] as const
export type GroupEvent = (typeof groupEvents)[number]

/** Keys are `item_type` and `group_action_type`; a change of the name has only the former. */
const groupEventOf: Readonly<Record<string, GroupEvent>> = {
  '1 0': 'participant-added',
  '1 1': 'participant-removed',
  '3 0': 'participant-left',
  '3 1': 'group-icon-changed',
  '3 2': 'group-icon-removed',
}

/** The event of a group that a system line records; undefined for messages and for other system lines. */
export const eventOfGroup = ({
  item_type,
  group_action_type,
}: Pick<StoredRow, 'item_type' | 'group_action_type'>): GroupEvent | undefined =>
  item_type === 2 ? 'group-name-change' : groupEventOf[`${item_type} ${group_action_type}`]

/**
 * Declares the values that the service knows in columns of chat.db whose numbers have a meaning. Others are shown and
 * relayed all the same; the self-test lists them, so that their meaning can be looked for.
 */
import { tapbackOf } from '../apple/tapback.ts'
import { chatCategory, knownActions } from '../domain/category.ts'
import { lastKnownItem, sendLater } from '../mac/message-kind.ts'
import { unreachableError, unreadableFileError } from '../sending/decisions/send-state.ts'

export interface KnownColumn {
  column: string
  isKnown(value: number): boolean
}

const among =
  (...values: readonly number[]) =>
  (value: number): boolean =>
    values.includes(value)
const upTo =
  (last: number, first = 0) =>
  (value: number): boolean =>
    value >= first && value <= last

/** New states of an app balloon, and a vote. */
const associations = among(0, 2, 3, 4000)
const isTapback = (type: number): boolean => tapbackOf({ type, guid: 'any', emoji: null }) !== null

/** Columns of `table`, of which some exist on later macOS only. */
export const knownNumbers: Readonly<Record<'message' | 'chat' | 'attachment', readonly KnownColumn[]>> = {
  message: [
    { column: 'type', isKnown: upTo(1) },
    { column: 'item_type', isKnown: upTo(lastKnownItem) },
    { column: 'group_action_type', isKnown: among(0, 1, 2, 4, 6) },
    { column: 'associated_message_type', isKnown: (type) => associations(type) || isTapback(type) },
    { column: 'error', isKnown: among(0, unreachableError, unreadableFileError) },
    { column: 'share_status', isKnown: upTo(1) },
    { column: 'share_direction', isKnown: upTo(1) },
    { column: 'schedule_type', isKnown: among(0, sendLater) },
    { column: 'schedule_state', isKnown: upTo(2) },
    { column: 'filter_action', isKnown: among(...knownActions) },
  ],
  chat: [
    { column: 'style', isKnown: among(43, 45) },
    { column: 'is_filtered', isKnown: (value) => chatCategory(value, '') !== 'other' },
  ],
  attachment: [{ column: 'transfer_state', isKnown: upTo(7, -1) }],
}

/** Columns that name a service. */
export const serviceColumns = [
  ['message', 'service'],
  ['handle', 'service'],
  ['chat', 'service_name'],
] as const
export const knownServices: readonly string[] = ['iMessage', 'SMS', 'RCS', 'rcs', 'iMessageLite', '']

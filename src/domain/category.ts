/**
 * Maps `chat.is_filtered`, the suffix of the chat's address and `message.filter_action` to the category under which
 * Messages files a chat or a message.
 *
 * The evidence: `is_filtered` 0 is a known sender, 1 an unknown one and 2 spam (measured on several Macs). Values from
 * 3 up are categories of the SMS filter; 3, 4, 36, 52 and 68 were seen (one Mac, with counts). `filter_action` has the
 * values of Apple's public `ILMessageFilterAction`: 1 allow, 2 junk, 3 promotion, 4 transaction (one dump of macOS 27).
 * It is inferred that the lowest four bits of `is_filtered` are that action and the bits above them a sub-category: 36,
 * 52 and 68 are 4 with 2, 3 and 4 above it, which are finance, orders and reminders in Apple's list. The suffixes
 * `(smsft…)` and `(smsfp…)` mark transactions and promotions (two sources), even where `is_filtered` does not.
 */
import type { Category } from '../contract/categories.ts'

const byAction: Readonly<Record<number, Category>> = { 2: 'junk', 3: 'promotion', 4: 'transaction' }
const actionBits = 15
/** `message.filter_action` where a message was not filed, or let through. */
const asItsChat = [0, 1]

export function chatCategory(isFiltered: number, identifier: string): Category {
  const filed = byAction[isFiltered & actionBits]
  if (filed === 'junk') return 'junk'
  return categoryOfSuffix(identifier) ?? filed ?? (isFiltered === 0 ? 'known' : isFiltered === 1 ? 'unknown' : 'other')
}

const suffix = /\(sms(ft|fp)[a-z_]*\)$/i

function categoryOfSuffix(identifier: string): Category | undefined {
  const mark = suffix.exec(identifier)?.[1]?.toLowerCase()
  if (mark === undefined) return undefined
  return mark === 'ft' ? 'transaction' : 'promotion'
}

/** Returns the category of a single message on macOS 27; undefined where the message is filed as its chat is. */
export const messageCategory = (filterAction: unknown): Category | undefined =>
  typeof filterAction !== 'number' || asItsChat.includes(filterAction) ? undefined : (byAction[filterAction] ?? 'other')

/** The values of `message.filter_action` whose meaning is known; any other one files a message under `other`. */
export const knownActions = [...asItsChat, ...Object.keys(byAction).map(Number)]

/** The values of `message.filter_action` that file a message under one of the categories. */
export const filterActionsOf = (categories: readonly Category[]): number[] =>
  Object.entries(byAction).flatMap(([action, category]) => (categories.includes(category) ? [Number(action)] : []))

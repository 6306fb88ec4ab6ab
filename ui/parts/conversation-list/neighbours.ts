/** Finds the next conversation and the next unread one. */
import type { Conversation } from '../../../src/contract/conversation.ts'

/** Returns the first row when there is no current one. */
export function neighbour(rows: readonly Conversation[], current: string | undefined, by: 1 | -1) {
  const here = rows.findIndex(({ guid }) => guid === current)
  if (here === -1) return rows[0]
  return rows[Math.max(0, Math.min(here + by, rows.length - 1))]
}

/** Wraps around at either end; `unread` is sorted newest first. */
export function unreadNeighbour(
  unread: readonly Conversation[],
  current: Conversation | string | undefined,
  by: 1 | -1,
): Conversation | undefined {
  const guid = typeof current === 'string' ? current : current?.guid
  const others = unread.filter((one) => one.guid !== guid)
  if (typeof current !== 'object') return by === 1 ? others[0] : others.at(-1)
  const isOlder = (one: Conversation) => one.last_message_ts < current.last_message_ts
  return by === 1 ? (others.find(isOlder) ?? others[0]) : (others.findLast((one) => !isOlder(one)) ?? others.at(-1))
}

/** Implements GET /api/v1/conversations. */
import type { Conversation } from '../contract/conversation.ts'
import type { Action } from './action.ts'
import { requireNoLine } from './list-lines.ts'

export const listConversations: Action<'list_conversations'> = (
  { limit, offset, q = '', unread, archived, guids, line },
  { history },
) => {
  requireNoLine(line)
  if (guids !== undefined) return listed(namedBy(guids).map((guid) => history.conversation(guid)))
  return history.conversations({ limit, offset, typed: q, isUnread: unread, isArchived: archived })
}

export const namedBy = (guids: string): string[] => [...new Set(guids.split(','))]

/** Returns those that exist, each once in however many spellings it was named, the one with the newest message first. */
export function listed(found: readonly (Conversation | undefined)[]): Conversation[] {
  const each = new Map(found.flatMap((one) => (one === undefined ? [] : [[one.guid, one] as const])))
  return [...each.values()].sort((one, other) => (one.last_message_ts < other.last_message_ts ? 1 : -1))
}

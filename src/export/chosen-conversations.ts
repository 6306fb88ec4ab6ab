/** Chooses the conversations of an export: the requested ones, or all, as far as they have messages in its period. */
import type { Conversation } from '../contract/conversation.ts'
import type { History } from '../mac/history/history.ts'
import { meantConversations } from './meant-conversations.ts'
import type { Period } from './period.ts'
import { hasMessages } from './read-messages.ts'

const pageSize = 200

export type ReadHistory = Pick<History, 'conversation' | 'conversationsWith' | 'conversations' | 'messages' | 'rowsOf'>

/** Returns the most recently used first. */
export function chosenConversations(
  history: ReadHistory,
  { asked, period }: { asked: readonly string[]; period: Period },
): Conversation[] {
  const meant = asked.length === 0 ? everyOne(history) : asked.flatMap((typed) => meantConversations(history, typed))
  const once = new Map(meant.map((conversation) => [conversation.guid, conversation]))
  return [...once.values()].filter(({ guid }) => hasMessages(history, guid, period))
}

function everyOne(history: ReadHistory): Conversation[] {
  // A conversation that gets a message meanwhile moves to the front and pushes another one onto the next page, which
  // then occurs twice.
  const all: Conversation[] = []
  for (;;) {
    const page = history.conversations({ limit: pageSize, offset: all.length })
    all.push(...page)
    if (page.length < pageSize) return all
  }
}

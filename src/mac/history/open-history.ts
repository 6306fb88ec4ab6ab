/**
 * Opens the history as a person sees it in Messages: conversations and pages of messages, read from the current
 * chat.db.
 */
import { messagesPaths } from '../messages-paths.ts'
import { watchChatDb } from '../watched-chat-db.ts'
import type { History, HistoryOptions } from './history.ts'
import { type OpenedHistory, openedHistory, shownCategoriesOf } from './opened-history.ts'

export function openHistory(options: HistoryOptions): History {
  const { database } = messagesPaths(options.home)
  const source = watchChatDb(database, (chatDb) => openedHistory(chatDb, options), { isAskedRarely: true })

  let shown = shownCategoriesOf(options).join(' ')
  const ask = <T>(question: (history: OpenedHistory) => T): T => {
    const asked = shownCategoriesOf(options).join(' ')
    if (asked !== shown) source.close()
    shown = asked
    const isChanged = source.check() !== 'unchanged'
    return source.reading((history) =>
      history.inOneSnapshot(() => {
        if (isChanged) history.refresh()
        return question(history)
      }),
    )
  }
  return {
    conversations: (page) => ask((history) => history.conversations(page)),
    conversation: (guid) => ask((history) => history.conversation(guid)),
    conversationsWith: (address) => ask((history) => history.conversationsWith(address)),
    messages: (guid, anchor) => ask((history) => history.messages(guid, anchor)),
    placed: (rowids) => ask((history) => history.placed(rowids)),
    conversationKey: (guid) => ask((history) => history.conversationKey(guid)),
    rowsOf: (guid) => ask((history) => history.rowsOf(guid)),
    incoming: (after) => ask((history) => history.incoming(after)),
    close: source.close,
  }
}

/**
 * Opens the history as a person sees it in Messages: conversations and pages of messages, read from the current
 * chat.db.
 */

import { type Category, categories, usualCategories } from '../../contract/categories.ts'
import type { ConversationKey } from '../../contract/ids.ts'
import type { Chat } from '../../domain/message.ts'
import { readAttachments } from '../attachments.ts'
import type { ChatDb } from '../chat-db.ts'
import { readChats } from '../chats.ts'
import { repeatedLink as linkRepeats } from '../link-preview-rows.ts'
import { messagesPaths } from '../messages-paths.ts'
import { inOneSnapshot } from '../one-snapshot.ts'
import { readRows } from '../rows.ts'
import { watchChatDb } from '../watched-chat-db.ts'
import { answeredMessages } from './answered.ts'
import { associatedRows } from './associated-rows.ts'
import { chatDetails } from './chat-details.ts'
import { conversationChats, type ShownConversation } from './conversation-chats.ts'
import { loadMessages } from './found-message.ts'
import { headFinder } from './head-finder.ts'
import { heads as headsOf, type Listed } from './heads.ts'
import type { History, HistoryOptions } from './history.ts'
import { incoming } from './incoming.ts'
import { lastLines } from './last-lines.ts'
import { linkPreviews } from './link-previews.ts'
import { pages as pagesOf } from './pages.ts'
import { people as peopleOf } from './people.ts'
import { placedMessages } from './placed.ts'
import { messageRenderer } from './render-messages.ts'
import { repeats as repeatsAmong } from './repeats.ts'
import { shownRows } from './shown-rows.ts'
import { twinRows } from './twin-rows.ts'
import { unread as unreadOf } from './unread.ts'
import { positionFinder, walker } from './walk.ts'
import { conversationWriter } from './wire-conversation.ts'

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

interface OpenedHistory extends Omit<History, 'close'> {
  /** Call after every change of chat.db. */
  refresh(): void
  /** Reads everything from one consistent state of chat.db, and leaves no transaction open. */
  inOneSnapshot<T>(read: () => T): T
}

/** Builds the queries of the history over one opening of chat.db; the parts implement them. */
function openedHistory(chatDb: ChatDb, options: HistoryOptions): OpenedHistory {
  const { home, contacts, readMarks, selfHandles = () => [], nowMs = Date.now } = options
  const categoriesShown = shownCategoriesOf(options)
  const { db } = chatDb
  const shown = shownRows(
    chatDb,
    categories.filter((category) => !categoriesShown.includes(category)),
  )
  const load = loadMessages(chatDb)
  const chats = conversationChats(chatDb, categoriesShown)
  const everyChat = readChats(chatDb)
  const attachments = readAttachments({ db, home })
  const associated = associatedRows(chatDb)
  const repeatedLink = linkRepeats(chatDb)
  const ownHandles = () => [...everyChat.selfHandles(), ...selfHandles()]
  const people = peopleOf({ contacts, ownHandles, nowMs })
  const isSelf = ({ isGroup, chats: [chat] }: ShownConversation) => !isGroup && people.isMe(chat.identifier)

  const repeats = repeatsAmong({ repeatedLink, twins: twinRows({ chatDb, load, attachments }) })
  const previews = linkPreviews(chatDb, repeatedLink)
  const render = messageRenderer({
    people,
    attachments,
    associated,
    previews,
    nowMs,
    answered: answeredMessages(chatDb, load, people),
  })
  const pages = pagesOf({
    walker: walker(chatDb, shown.shown),
    load,
    repeats,
    positionOf: positionFinder(chatDb),
    isSelf,
  })
  const find = headFinder({ chatDb, rows: shown, load, repeats, isSelf })
  const heads = headsOf({ chatDb, rows: shown, chats, load, find })
  const unread = unreadOf({ chatDb, rows: shown, chats, repeatedLink })
  const conversations = conversationWriter({
    people,
    details: chatDetails(chatDb),
    lastLines: lastLines({ people, attachments, associated }),
  })
  const { nameOf } = conversations
  const nameOfChat = ({ id, identifier, groupName }: Chat) => {
    const conversation = chats.ofChat(id)
    return conversation ? nameOf(conversation) : (groupName ?? people.nameOf(identifier))
  }
  const wire = (listed: readonly Listed[], counts = unread.counts(readMarks())) => conversations.wire(listed, counts)
  const rowCount = rowCounter(chatDb)
  const changed = new Set<ConversationKey>()
  let isListOld = true
  const refreshHeads = () => {
    if (isListOld) heads.refresh(changed)
    changed.clear()
    isListOld = false
  }

  return {
    inOneSnapshot: (read) => inOneSnapshot(db, read),
    refresh() {
      everyChat.forget()
      for (const key of chats.refresh()) changed.add(key)
      isListOld = true
      unread.refresh()
    },
    conversations({ limit, offset, typed = '', isUnread }) {
      refreshHeads()
      const counts = unread.counts(readMarks())
      const fits = typed.trim() === '' ? undefined : conversations.fitting(typed, chats.all().values())
      const keep = (conversation: ShownConversation) =>
        (fits === undefined || fits(conversation)) &&
        (isUnread === undefined || isUnread === counts.has(conversation.key))
      const isAll = fits === undefined && isUnread === undefined
      return wire(heads.page({ limit, offset, keep: isAll ? undefined : keep }), counts)
    },
    conversation(guid) {
      const conversation = chats.withGuid(guid)
      refreshHeads()
      const listed = conversation && heads.of(conversation)
      return listed && wire([listed])[0]
    },
    conversationsWith(address) {
      refreshHeads()
      const listed = chats.withAddress(address).flatMap((conversation) => heads.of(conversation) ?? [])
      return wire(listed).toSorted((a, b) => (a.last_message_ts < b.last_message_ts ? 1 : -1))
    },
    messages(guid, anchor) {
      const conversation = chats.withGuid(guid)
      return conversation && render(pages.of(conversation, anchor), conversation)
    },
    placed: placedMessages({ chatDb, shown, chats, load, repeats, render, nameOf, isSelf }),
    conversationKey: (guid) => chats.withGuid(guid)?.key,
    rowsOf: (guid) => rowCount(chats.withGuid(guid)),
    incoming: incoming({
      chatDb,
      chats: everyChat,
      people,
      shown: categoriesShown,
      nameOf: nameOfChat,
      rows: readRows({ chatDb, chats: everyChat, attachments }),
    }),
  }
}

const shownCategoriesOf = ({ shownCategories }: Pick<HistoryOptions, 'shownCategories'>): readonly Category[] =>
  shownCategories?.() ?? usualCategories

/** Counts the rows of a conversation, using only the index. */
function rowCounter({ db }: Pick<ChatDb, 'db'>): (conversation: ShownConversation | undefined) => number {
  const count = db.prepare(
    'SELECT count(*) AS n FROM chat_message_join WHERE chat_id IN (SELECT value FROM json_each(?))',
  )
  return (conversation) => Number(count.get(JSON.stringify(conversation?.chatIds ?? []))?.n)
}

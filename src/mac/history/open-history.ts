/**
 * Opens the history as a person sees it in Messages: conversations and pages of messages, read from the current
 * chat.db.
 */

import { type Category, categories, usualCategories } from '../../contract/categories.ts'
import type { Chat } from '../../domain/message.ts'
import type { Persons } from '../../domain/people/persons.ts'
import { readAttachments } from '../attachments.ts'
import type { ChatDb } from '../chat-db.ts'
import { readChats } from '../chats.ts'
import { repeatedLink as linkRepeats } from '../link-preview-rows.ts'
import { messagesPaths } from '../messages-paths.ts'
import { inOneSnapshot } from '../one-snapshot.ts'
import { noPersons } from '../persons.ts'
import { readRows } from '../rows.ts'
import { watchChatDb } from '../watched-chat-db.ts'
import { answeredMessages } from './answered.ts'
import { archivedConversations, keysOf } from './archived.ts'
import { associatedRows } from './associated-rows.ts'
import { chatDetails } from './chat-details.ts'
import { conversationChats, type ShownConversation } from './conversation-chats.ts'
import { ConversationList } from './conversation-list.ts'
import { loadMessages } from './found-message.ts'
import { gallery as galleryOf } from './gallery.ts'
import { headFinder } from './head-finder.ts'
import { heads as headsOf } from './heads.ts'
import type { History, HistoryOptions } from './history.ts'
import { incoming } from './incoming.ts'
import { lastLines } from './last-lines.ts'
import { linkPreviews } from './link-previews.ts'
import { pages as pagesOf } from './pages.ts'
import { people as peopleOf } from './people.ts'
import { placedMessages } from './placed.ts'
import { messageRenderer } from './render-messages.ts'
import { repeats as repeatsAmong } from './repeats.ts'
import { rowPages } from './row-pages.ts'
import { shownNames } from './shown-names.ts'
import { shownRows } from './shown-rows.ts'
import { storedRowFinder } from './stored-row-finder.ts'
import { storedRowReader } from './stored-row-reader.ts'
import { storedRows } from './stored-rows.ts'
import { tally as tallyOf } from './tally.ts'
import { twinRows } from './twin-rows.ts'
import { UnreadCounts } from './unread.ts'
import { positionFinder, walker } from './walk.ts'
import { conversationWriter } from './wire-conversation.ts'

export function openHistory(options: HistoryOptions): History {
  const { database } = messagesPaths(options.home)
  const source = watchChatDb(database, (chatDb) => openedHistory(chatDb, options), { isAskedRarely: true })

  const { persons = noPersons } = options
  // Contacts are read when the history is first asked, not when the service starts.
  let knownPeople: Persons | undefined
  let shown = shownCategoriesOf(options).join(' ')
  const ask = <T>(question: (history: OpenedHistory) => T): T => {
    const asked = shownCategoriesOf(options).join(' ')
    if (asked !== shown) source.close()
    shown = asked
    const people = persons.now()
    const isChanged = source.check() !== 'unchanged' || people !== knownPeople
    knownPeople = people
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
    gallery: (guid, asked) => ask((history) => history.gallery(guid, asked)),
    tally: (guid, from) => ask((history) => history.tally(guid, from)),
    placed: (rowids) => ask((history) => history.placed(rowids)),
    allMessages: (anchor) => ask((history) => history.allMessages(anchor)),
    rowidsOf: (guids) => ask((history) => history.rowidsOf(guids)),
    conversationKey: (guid) => ask((history) => history.conversationKey(guid)),
    conversationKeys: (guid) => ask((history) => history.conversationKeys(guid)),
    chatGuid: (written) => ask((history) => history.chatGuid(written)),
    rowsOf: (guid) => ask((history) => history.rowsOf(guid)),
    storedRows: (asked) => ask((history) => history.storedRows(asked)),
    countStoredRows: (asked) => ask((history) => history.countStoredRows(asked)),
    storedHandles: (asked) => ask((history) => history.storedHandles(asked)),
    storedTotals: () => ask((history) => history.storedTotals()),
    newestRow: () => ask((history) => history.newestRow()),
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
  const everyChat = readChats(chatDb)
  const chats = conversationChats(chatDb, {
    categories: categoriesShown,
    ...(options.persons && { persons: options.persons }),
    ownHandles: everyChat.selfHandles,
  })
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
    isStarred: options.isStarred ?? (() => false),
  })
  const pages = pagesOf({
    walker: walker(chatDb, shown.shown),
    load,
    repeats,
    positionOf: positionFinder(chatDb),
    isSelf,
  })
  const gallery = galleryOf({ chatDb, shown: shown.shown, load, repeats, render, isSelf })
  const tally = tallyOf({ chatDb, written: shown.written, load, repeats, isSelf })
  const find = headFinder({ chatDb, rows: shown, load, repeats, isSelf })
  const heads = headsOf({ chatDb, rows: shown, chats, load, find })
  const details = chatDetails(chatDb)
  const names = shownNames({ people, details })
  const writer = conversationWriter({
    people,
    names,
    details,
    ...(options.persons && { persons: options.persons }),
    lastLines: lastLines({ people, attachments, associated }),
  })
  const { nameOf } = names
  const nameOfChat = ({ id, identifier, groupName }: Chat) => {
    const conversation = chats.ofChat(id)
    return conversation ? nameOf(conversation) : (groupName ?? people.nameOf(identifier))
  }
  const list = new ConversationList({
    chats,
    heads,
    unread: new UnreadCounts({ chatDb, rows: shown, chats, repeatedLink }),
    readMarks,
    archivedNow: archivedConversations(options.archive, { chatDb, rows: shown, heads, load, repeats, isSelf }),
    names,
    writer,
  })
  const rowidOf = db.prepare('SELECT ROWID AS rowid, guid FROM message WHERE guid IN (SELECT value FROM json_each(?))')
  const rowCount = rowCounter(chatDb)
  const rowPage = rowPages(chatDb, shown)
  const placed = placedMessages({ chatDb, shown, chats, load, repeats, render, nameOf, isSelf })
  const stored = storedRows({
    chatDb,
    chats,
    finder: storedRowFinder(chatDb, shown),
    reader: storedRowReader({ chatDb, attachments, nowMs }),
    guidOf: (conversation) => list.guidOf(conversation),
    nowMs,
  })
  const newestRow = db.prepare('SELECT ROWID AS rowid, guid FROM message ORDER BY ROWID DESC LIMIT 1')

  return {
    inOneSnapshot: (read) => inOneSnapshot(db, read),
    refresh() {
      everyChat.forget()
      stored.refresh()
      list.refresh(chats.refresh())
    },
    conversations: (page) => list.page(page),
    conversation: (guid) => list.find(chats.withGuid(guid)),
    conversationsWith: (address) => list.withAddress(address),
    messages(guid, anchor) {
      const conversation = chats.withGuid(guid)
      return conversation && render(pages.of(conversation, anchor), conversation)
    },
    gallery(guid, asked) {
      const conversation = chats.withGuid(guid)
      return conversation && gallery(conversation, asked)
    },
    tally(guid, from) {
      const conversation = chats.withGuid(guid)
      return conversation && tally(conversation, from)
    },
    placed,
    allMessages(anchor) {
      const { rowids, ...page } = rowPage(anchor)
      return { ...page, placed: placed(rowids) }
    },
    conversationKey: (guid) => chats.withGuid(guid)?.key,
    conversationKeys(guid) {
      const conversation = chats.withGuid(guid)
      return conversation === undefined ? [] : keysOf(conversation)
    },
    chatGuid: (written) => chats.chatWithGuid(written)?.guid,
    rowidsOf: (guids) =>
      new Map(rowidOf.all(JSON.stringify(guids)).map(({ guid, rowid }) => [String(guid), Number(rowid)])),
    rowsOf: (guid) => rowCount(chats.withGuid(guid)),
    storedRows: stored.page,
    countStoredRows: stored.count,
    storedHandles: stored.handles,
    storedTotals: stored.totals,
    newestRow() {
      const row = newestRow.get()
      return row && { rowid: Number(row.rowid), guid: String(row.guid) }
    },
    incoming: incoming({
      chatDb,
      chats: everyChat,
      people,
      shown: categoriesShown,
      keyOf: (chat) => chats.ofChat(chat.id)?.key ?? chat.conversation,
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

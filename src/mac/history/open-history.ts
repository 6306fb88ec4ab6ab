/**
 * Opens the history as a person sees it in Messages: conversations and pages of messages, read from the current
 * chat.db.
 */

import { type Category, categories, usualCategories } from '../../contract/categories.ts'
import type { ConversationKey } from '../../contract/ids.ts'
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
import { type ExistingChats, existingChats } from './existing-chats.ts'
import { loadMessages } from './found-message.ts'
import { gallery as galleryOf } from './gallery.ts'
import { headFinder } from './head-finder.ts'
import { heads as headsOf } from './heads.ts'
import type { History, HistoryOptions, HistoryView } from './history.ts'
import { incoming } from './incoming.ts'
import { lastLines } from './last-lines.ts'
import { linkPreviews } from './link-previews.ts'
import { withoutMarkedCodes } from './marked-codes.ts'
import { pages as pagesOf } from './pages.ts'
import { people as peopleOf } from './people.ts'
import { placedMessages } from './placed.ts'
import { messageRenderer } from './render-messages.ts'
import { repeats as repeatsAmong } from './repeats.ts'
import { rowPages, type ViewedChats } from './row-pages.ts'
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

/** Views that are remembered at once; each costs some statements, and the newest message of each conversation. */
const mostViews = 8

export function openHistory(options: HistoryOptions): History {
  const { database } = messagesPaths(options.home)
  const source = watchChatDb(database, (chatDb) => new Views(chatDb, options), { isAskedRarely: true })

  const { persons = noPersons } = options
  // Contacts are read when the history is first asked, not when the service starts.
  let knownPeople: Persons | undefined
  let shown = shownCategoriesOf(options).join(' ')
  let revision = 0
  const ask = <T>(question: (history: OpenedHistory) => T, view?: HistoryView): T => {
    const asked = shownCategoriesOf(options).join(' ')
    if (asked !== shown) source.close()
    shown = asked
    const people = persons.now()
    const isChanged = source.check() !== 'unchanged' || people !== knownPeople
    knownPeople = people
    if (isChanged) revision++
    return source.reading((views) => views.ask(view, revision, question))
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
    within: (view) => ({
      conversations: (page) => ask((history) => history.conversations(page), view),
      conversation: (guid) => ask((history) => history.conversation(guid), view),
      conversationsWith: (address) => ask((history) => history.conversationsWith(address), view),
      messages: (guid, anchor) => ask((history) => history.messages(guid, anchor), view),
      gallery: (guid, asked) => ask((history) => history.gallery(guid, asked), view),
      tally: (guid, from) => ask((history) => history.tally(guid, from), view),
      placed: (rowids) => ask((history) => history.placed(rowids), view),
      allMessages: (anchor) => ask((history) => history.allMessages(anchor), view),
      rowidsOf: (guids) => ask((history) => history.rowidsOf(guids), view),
      conversationKey: (guid) => ask((history) => history.conversationKey(guid), view),
      conversationKeys: (guid) => ask((history) => history.conversationKeys(guid), view),
      chatGuid: (written) => ask((history) => history.chatGuid(written), view),
      storedRows: (asked) => ask((history) => history.storedRows(asked), view),
      countStoredRows: (asked) => ask((history) => history.countStoredRows(asked), view),
      storedHandles: (asked) => ask((history) => history.storedHandles(asked), view),
      storedTotals: () => ask((history) => history.storedTotals(), view),
      sees: (rowid) => ask((history) => history.sees(rowid), view),
      keys: () => ask((history) => history.keys(), view),
      addresses: () => ask((history) => history.addresses(), view),
    }),
    close: source.close,
  }
}

/** The histories over one opening of chat.db: the whole one, and those of the views that were asked for last. */
class Views {
  readonly #chatDb: ChatDb
  readonly #options: HistoryOptions
  readonly #known = new Map<string, { history: OpenedHistory; revision: number }>()

  constructor(chatDb: ChatDb, options: HistoryOptions) {
    this.#chatDb = chatDb
    this.#options = options
  }

  ask<T>(view: HistoryView | undefined, revision: number, question: (history: OpenedHistory) => T): T {
    const known = this.#of(view)
    return known.history.inOneSnapshot(() => {
      if (known.revision !== revision) known.history.refresh()
      known.revision = revision
      return question(known.history)
    })
  }

  #of(view: HistoryView | undefined) {
    const name = view === undefined ? '' : JSON.stringify([view.people, view.sinceMs, view.hidesCodes, view.naming?.id])
    const known = this.#known.get(name) ?? { history: openedHistory(this.#chatDb, this.#options, view), revision: -1 }
    this.#known.delete(name)
    this.#known.set(name, known)
    const oldest = [...this.#known.keys()].find((other) => other !== '')
    if (this.#known.size > mostViews + 1 && oldest !== undefined) this.#known.delete(oldest)
    return known
  }
}

interface OpenedHistory extends Omit<History, 'close' | 'within'> {
  sees(rowid: number): boolean
  keys(): ReadonlySet<ConversationKey>
  addresses(): readonly string[]
  /** Call after every change of chat.db. */
  refresh(): void
  /** Reads everything from one consistent state of chat.db, and leaves no transaction open. */
  inOneSnapshot<T>(read: () => T): T
}

/** Builds the queries of the history over one opening of chat.db; the parts implement them. */
function openedHistory(chatDb: ChatDb, options: HistoryOptions, view?: HistoryView): OpenedHistory {
  const { home, readMarks, selfHandles = () => [], nowMs = Date.now } = options
  const contacts = contactsIn(view, options)
  const categoriesShown = shownCategoriesOf(options)
  const { db } = chatDb
  const shown = shownRows(
    chatDb,
    categories.filter((category) => !categoriesShown.includes(category)),
    view?.sinceMs,
  )
  const exist: ExistingChats | undefined = view && existingChats(chatDb, view.people, options.persons ?? noPersons)
  const loadWhole = loadMessages(chatDb)
  const load: typeof loadWhole =
    view?.hidesCodes === true
      ? (rowids) => new Map([...loadWhole(rowids)].map(([rowid, found]) => [rowid, withoutMarkedCodes(found)]))
      : loadWhole
  const everyChat = readChats(chatDb)
  const chats = conversationChats(chatDb, {
    categories: categoriesShown,
    ...(options.persons && { persons: options.persons }),
    ...exist,
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
    answered: answeredMessages(chatDb, load, { people, lateEnough: shown.lateEnough }),
    starredAmong: options.starredAmong ?? (() => new Set()),
  })
  const pages = pagesOf({
    walker: walker(chatDb, shown.shown),
    load,
    repeats,
    positionOf: positionFinder(chatDb, view !== undefined),
    isSelf,
  })
  const gallery = galleryOf({ chatDb, shown: shown.shown, load, repeats, render, isSelf })
  const tally = tallyOf({ chatDb, written: shown.written, load, repeats, isSelf })
  const find = headFinder({ chatDb, rows: shown, load, repeats, isSelf })
  const heads = headsOf({ chatDb, rows: shown, chats, load, find })
  const details = chatDetails(chatDb)
  const names = shownNames({ people, details, naming: view?.naming })
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
    archivedNow: archivedConversations(view === undefined ? options.archive : readOnly(options.archive), {
      chatDb,
      rows: shown,
      heads,
      load,
      repeats,
      isSelf,
    }),
    names,
    writer,
  })
  const rowidOf = db.prepare('SELECT ROWID AS rowid, guid FROM message WHERE guid IN (SELECT value FROM json_each(?))')
  const rowCount = rowCounter(chatDb)
  const viewed: ViewedChats = {
    ids: () => [...chats.all().values()].flatMap((conversation) => conversation.chatIds),
    has: (chatId) => chats.chat(chatId) !== undefined,
    areMost: view?.people === 'all' || (view !== undefined && 'except' in view.people),
  }
  const rowPage = rowPages(chatDb, shown, isWhole(view) ? undefined : viewed)
  const placeOf = db.prepare(`SELECT j.chat_id FROM message m JOIN chat_message_join j ON j.message_id = m.ROWID
    WHERE m.ROWID = ? AND ${shown.lateEnough}`)
  const placed = placedMessages({ chatDb, shown, chats, load, repeats, render, nameOf, isSelf })
  const stored = storedRows({
    chatDb,
    chats,
    rows: shown,
    isPart: view !== undefined,
    finder: storedRowFinder(chatDb, shown),
    reader: storedRowReader({ chatDb, attachments, nowMs, hidesCodes: view?.hidesCodes === true }),
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
    sees: (rowid) => placeOf.all(rowid).some(({ chat_id }) => chats.chat(Number(chat_id)) !== undefined),
    keys: () => new Set([...chats.all().values()].flatMap(keysOf)),
    addresses() {
      const all = [...chats.all().values()]
      const membersOf = names.membersAmong(all)
      return all.flatMap((one) => [...membersOf(one), ...one.chats.map(({ identifier }) => identifier)])
    },
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

/** A person without a shown name has an address, in the form in which the view shows addresses. */
function contactsIn(view: HistoryView | undefined, { contacts }: HistoryOptions): HistoryOptions['contacts'] {
  const { naming } = view ?? {}
  if (naming === undefined) return contacts
  const nameOf = (handle: string) => (naming.showsNames ? contacts.nameOf(handle) : undefined)
  return {
    nameOf: (handle) => nameOf(handle) || naming.address(handle),
    hasPhoto: (handle) => naming.showsNames && contacts.hasPhoto?.(handle) === true,
  }
}

/** Whether there is no row outside of the view. */
const isWhole = (view: HistoryView | undefined): boolean =>
  view === undefined || (view.people === 'all' && view.sinceMs === null)

/** Keeps everything archived within a view: the newest message there may not be the newest of its conversation. */
const readOnly = (archive: HistoryOptions['archive']): HistoryOptions['archive'] =>
  archive && { archived: archive.archived, unarchive() {} }

const shownCategoriesOf = ({ shownCategories }: Pick<HistoryOptions, 'shownCategories'>): readonly Category[] =>
  shownCategories?.() ?? usualCategories

/** Counts the rows of a conversation, using only the index. */
function rowCounter({ db }: Pick<ChatDb, 'db'>): (conversation: ShownConversation | undefined) => number {
  const count = db.prepare(
    'SELECT count(*) AS n FROM chat_message_join WHERE chat_id IN (SELECT value FROM json_each(?))',
  )
  return (conversation) => Number(count.get(JSON.stringify(conversation?.chatIds ?? []))?.n)
}

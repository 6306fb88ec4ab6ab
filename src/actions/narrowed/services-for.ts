/**
 * Chooses the services with which an action serves a caller. For a key with a grant they hold the part that the grant
 * opens, and nothing else: whatever way a request came in, what is hidden does not exist for its action.
 */
import type { Config } from '../../contract/config.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { Grant } from '../../contract/grant.ts'
import type { RowQuery } from '../../contract/stored-row.ts'
import { onlyWithoutLimits } from '../../domain/grant/open-to.ts'
import { grantedPeople } from '../../domain/grant/people.ts'
import { conversationsMeant } from '../../domain/history/chat-guid.ts'
import { unlessFailed } from '../../domain/service-error.ts'
import type { ViewedHistory } from '../../mac/history/history.ts'
import type { Caller } from '../action.ts'
import type { Services } from '../services.ts'
import { type Limited, type NarrowedHistory, narrowedHistory } from './narrowed-history.ts'
import { narrowedJournal } from './narrowed-journal.ts'
import { narrowedSearch } from './narrowed-search.ts'
import { type Notes, notedHistory, notedRows, notedSearch } from './noted.ts'

/**
 * `limited` is that of the endpoint; other endpoints than narrowed ones say nothing of people. What the holder of a key
 * reads is noted here, too.
 */
export function servicesFor(services: Services, caller: Caller, limited: Endpoint['limited']): Services {
  const notes = notesOf(caller, services)
  notes?.asked()
  if (isLimited(caller) && limited === 'narrowed') return narrowedServices(services, caller, notes)
  if (notes === undefined) return services
  const { history, search } = services
  return {
    ...services,
    history: notedRows(notedHistory(history, history, notes), notes),
    search: notedSearch(search, notes),
  }
}

/** Undefined for a caller of whom nothing is noted. */
function notesOf({ via, id }: Caller, { keyActivity }: Services): (Notes & { asked(): void }) | undefined {
  if (via !== 'key' || id === null) return undefined
  return {
    asked: () => keyActivity.asked(id),
    read: (guid, messages) => keyActivity.read(id, guid, messages),
    triedHidden: () => void keyActivity.mark(id, 'hidden_person'),
  }
}

const isLimited = (caller: Caller): caller is Limited => caller.grant !== null

/** A service that is not listed here by name is closed to limited keys. */
function narrowedServices(services: Services, caller: Limited, notes: Notes | undefined): Services {
  const { nowMs, log, converter, sending, audit, persons, keyActivity, window } = services
  // Whom a key may write to, which sends it knows and which messages it may change, is decided where that is done
  // (`send-and-audit.ts`, `require-direct.ts`).
  return openOnly<Services>({
    nowMs,
    log,
    converter,
    sending,
    audit,
    persons,
    keyActivity,
    window,
    ...readingServices(services, caller, notes),
  })
}

function readingServices(services: Services, caller: Limited, notes: Notes | undefined): Partial<Services> {
  const { grant } = caller
  const narrowed = narrowedHistory(services, caller)
  const { history, view, meant } = narrowed
  const search = narrowedSearch(services, grant, narrowed)
  // The owner is told whose messages were read.
  const own = notes && { ...notes, read: (guid: string, messages: number) => notes.read(meant(guid), messages) }
  return {
    history: openOnly<Services['history']>({
      ...(own ? notedRows(notedHistory(history, services.history, own), own) : history),
      // It is noted beside what is archived, and told to nobody.
      newestRow: services.history.newestRow,
    }),
    search: own ? notedSearch(search, own) : search,
    messages: openOnly<Services['messages']>(narrowedFiles(services, grant, view)),
    contacts: narrowedContacts(services, grant, narrowed),
    journal: openOnly<Services['journal']>(narrowedJournal(services, grant, history)),
    settings: narrowedSettings(services, grant, narrowed),
    ...ownState(services, meant),
    meant,
  }
}

/** Allows only what is in `open`; errors of the code behind everything else reveal no more than that it is closed. */
const openOnly = <T extends object>(open: Partial<T>): T =>
  new Proxy(open, { get: (target, name) => (name in target ? Reflect.get(target, name) : closed) }) as T

function closed(): never {
  throw onlyWithoutLimits()
}

/** These services take conversations and messages that exist: an action finds them first, in the history above. */
function ownState(
  { readState, archiveAndStars, announce, helper }: Services,
  meant: Services['meant'],
): Partial<Services> {
  return {
    readState,
    archiveAndStars,
    announce: (event) => announce('chat_guid' in event ? { ...event, chat_guid: meant(event.chat_guid) } : event),
    helper: openOnly<Services['helper']>({
      sendsReadReceipts: () => helper.sendsReadReceipts(),
      markRead: ({ guid }) => helper.markRead({ guid: meant(guid) }),
      setTyping: ({ guid, on }) => helper.setTyping({ guid: meant(guid), on }),
      isOn: () => helper.isOn(),
      trouble: (ability) => helper.trouble(ability),
      tapback: (change) => helper.tapback(change),
      edit: (change) => helper.edit(change),
      unsend: (change) => helper.unsend(change),
    }),
  }
}

/** A file exists where a message exists that holds it. */
function narrowedFiles(
  { messages }: Services,
  grant: Grant,
  history: ViewedHistory,
): Pick<Services['messages'], 'attachment' | 'messageOfAttachment' | 'newestRowid'> {
  const attachment: Services['messages']['attachment'] = (id) => {
    const stored = grant.fields.attachments ? messages.attachment(id) : undefined
    const message = stored && messages.messageOfAttachment(stored.guid)
    const rowid = message === undefined ? undefined : history.rowidsOf([message]).get(message)
    return rowid !== undefined && history.sees(rowid) ? stored : undefined
  }
  return {
    attachment,
    messageOfAttachment: (guid) => (attachment(guid) === undefined ? undefined : messages.messageOfAttachment(guid)),
    newestRowid: () => history.storedRows(newest)?.newest_rowid ?? 0,
  }
}

const newest: RowQuery = { order: 'rowid', newest_first: true, limit: 1, offset: 0 }

/** Narrows the whitelist to the people whom the key sees, under the names that it sees. */
function narrowedSettings(
  { settings, persons }: Services,
  grant: Grant,
  { guise, view }: NarrowedHistory,
): Services['settings'] {
  const whitelist = ({ handles, groups }: Config['whitelist']): Config['whitelist'] => {
    const { includesPerson } = grantedPeople(grant.people, persons.now())
    const isSeen = (group: string) => unlessFailed(() => view.conversation(guidOf(group))) !== undefined
    return { handles: handles.filter(includesPerson).map(guise.handle), groups: groups.filter(isSeen) }
  }
  return openOnly<Services['settings']>({
    current() {
      const current = settings.current()
      return Object.defineProperty({ ...current }, 'whitelist', { get: () => whitelist(current.whitelist) })
    },
  })
}

const guidOf = (group: string): string => (conversationsMeant(group).length > 0 ? group : `any;+;${group}`)

/** People exist where a conversation with them alone would. */
function narrowedContacts(
  { contacts, persons }: Services,
  grant: Grant,
  { guise, meant }: NarrowedHistory,
): Services['contacts'] {
  const { includesPerson } = grantedPeople(grant.people, persons.now())
  const { names } = grant.fields
  /** The address of whoever is shown; an address that is hidden names nobody. */
  const shownAddress = (written: string): string | undefined => {
    const handle = meant(written)
    const isNamed = guise.showsHandles || handle !== written
    return names && isNamed && includesPerson(handle) ? handle : undefined
  }
  const inside =
    <T>(read: (handle: string) => T | undefined) =>
    (written: string): T | undefined => {
      const handle = shownAddress(written)
      return handle === undefined ? undefined : read(handle)
    }
  return {
    nameOf: inside(contacts.nameOf),
    hasPhoto: (written) => inside(contacts.hasPhoto)(written) === true,
    photoOf: inside(contacts.photoOf),
    all: () =>
      (names ? contacts.all() : []).flatMap((one) => {
        const handles = one.handles.filter(includesPerson).map(guise.handle)
        return handles.length === 0 ? [] : { ...one, handles }
      }),
    problems: () => [],
    refreshIfChanged: () => false,
  }
}

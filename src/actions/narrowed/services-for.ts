/**
 * Chooses the services with which an action serves a caller. For a key with a grant they hold the part that the grant
 * opens, and nothing else: whatever way a request came in, what is hidden does not exist for its action.
 */
import type { Endpoint } from '../../contract/endpoint.ts'
import type { Grant } from '../../contract/grant.ts'
import { grantedPeople } from '../../domain/grant/people.ts'
import { ServiceError } from '../../domain/service-error.ts'
import type { ViewedHistory } from '../../mac/history/history.ts'
import type { Caller } from '../action.ts'
import type { Services } from '../services.ts'
import { narrowedHistory } from './narrowed-history.ts'
import { narrowedSearch } from './narrowed-search.ts'
import { type Notes, notedHistory, notedRows, notedSearch } from './noted.ts'

/**
 * `limited` is that of the endpoint; other endpoints than narrowed ones say nothing of people. What the holder of a key
 * reads is noted here, too.
 */
export function servicesFor(services: Services, caller: Caller, limited: Endpoint['limited']): Services {
  const notes = notesOf(caller, services)
  notes?.asked()
  if (caller.grant !== null && limited === 'narrowed') return narrowedServices(services, caller.grant, notes)
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

/** A service that is not listed here by name is closed to limited keys. */
function narrowedServices(services: Services, grant: Grant, notes: Notes | undefined): Services {
  const { nowMs, log, converter, sending, audit, settings, persons, keyActivity } = services
  // Whom a key may write to, and which sends it knows, is decided where sends are made (`send-and-audit.ts`).
  return openOnly<Services>({
    ...{ nowMs, log, converter, sending, audit, settings, persons, keyActivity },
    ...(grant.fields.names && grant.fields.handles ? readingServices(services, grant, notes) : noReading),
  })
}

function readingServices(services: Services, grant: Grant, notes: Notes | undefined): Partial<Services> {
  const history = narrowedHistory(services.history, grant, services.nowMs())
  const search = narrowedSearch(services, grant, history)
  return {
    history: openOnly<Services['history']>(notes ? notedHistory(history, services.history, notes) : history),
    search: notes ? notedSearch(search, notes) : search,
    messages: openOnly<Services['messages']>(narrowedFiles(services, grant, history)),
    contacts: narrowedContacts(services, grant),
  }
}

/** Whatever is not in `open` is closed, and no error of the code that asks for it tells more than that. */
const openOnly = <T extends object>(open: Partial<T>, otherwise = closed): T =>
  new Proxy(open, { get: (target, name) => (name in target ? Reflect.get(target, name) : otherwise) }) as T

function closed(): never {
  throw new ServiceError('forbidden', 'This needs a key that is not limited to a part of the messages.', {
    missing: 'a key without a grant',
  })
}

function notYet(): never {
  throw new ServiceError('forbidden', 'A key that sees no names or no addresses cannot read in this version.', {
    missing: 'a grant with names and handles',
  })
}

/** Throws `forbidden` for a grant under which nothing can be read yet. */
export function requireReadable({ fields: { names, handles } }: Grant): void {
  if (!(names && handles)) notYet()
}

const noReading: Partial<Services> = {
  history: openOnly<Services['history']>({}, notYet),
  search: openOnly<Services['search']>({}, notYet),
  messages: openOnly<Services['messages']>({}, notYet),
  contacts: openOnly<Services['contacts']>({}, notYet),
}

/** A file exists where a message exists that holds it. */
function narrowedFiles(
  { messages }: Services,
  grant: Grant,
  history: ViewedHistory,
): Pick<Services['messages'], 'attachment' | 'messageOfAttachment'> {
  const attachment: Services['messages']['attachment'] = (id) => {
    const stored = grant.fields.attachments ? messages.attachment(id) : undefined
    const message = stored && messages.messageOfAttachment(stored.guid)
    const rowid = message === undefined ? undefined : history.rowidsOf([message]).get(message)
    return rowid !== undefined && history.sees(rowid) ? stored : undefined
  }
  return {
    attachment,
    messageOfAttachment: (guid) => (attachment(guid) === undefined ? undefined : messages.messageOfAttachment(guid)),
  }
}

/** People exist where a conversation with them alone would. */
function narrowedContacts({ contacts, persons }: Services, grant: Grant): Services['contacts'] {
  const { includesPerson } = grantedPeople(grant.people, persons.now())
  const inside =
    <T>(read: (handle: string) => T) =>
    (handle: string) =>
      includesPerson(handle) ? read(handle) : undefined
  return {
    nameOf: inside(contacts.nameOf),
    hasPhoto: (handle) => includesPerson(handle) && contacts.hasPhoto(handle),
    photoOf: inside(contacts.photoOf),
    all: () =>
      contacts.all().flatMap((one) => {
        const handles = one.handles.filter(includesPerson)
        return handles.length === 0 ? [] : { ...one, handles }
      }),
    problems: () => [],
    refreshIfChanged: () => false,
  }
}

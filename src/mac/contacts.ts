/** Reads the contacts of all accounts of the Mac: on first use, and again after a change. */
import { type ContactsProblem, listStores, problemOf, stampOf } from './contacts-folder.ts'
import { type ContactsIndex, indexContacts } from './contacts-index.ts'
import { type Contact, readContactsStore, readPhoto } from './contacts-store.ts'

export interface Contacts {
  /** Undefined when the address belongs to nobody, or to several people. */
  nameOf(handle: string): string | undefined
  /** Whether the one contact with this address has a picture; this does not open a store. */
  hasPhoto(handle: string): boolean
  /** Bytes of a JPEG or PNG. */
  photoOf(handle: string): Uint8Array | undefined
  /** All contacts that have a name, in no particular order. */
  all(): readonly Contact[]
  /** The card that is marked as one's own. */
  me(): Contact | undefined
  problems(): readonly ContactsProblem[]
  /** Grows each time that the contacts are read anew. */
  revision(): number
  /** Costs a few `stat` calls; after a change the next call reads anew. Returns whether there was a change. */
  refreshIfChanged(): boolean
  close(): void
}

interface Loaded {
  contacts: Contact[]
  index: ContactsIndex
  me: Contact | undefined
  problems: ContactsProblem[]
}

/** `folder` is `~/Library/Application Support/AddressBook`. Never throws. */
export function readContacts(folder: string): Contacts {
  let loaded: Loaded | undefined
  let stamp: string | undefined
  let revision = 0

  function load(): Loaded {
    if (loaded) return loaded
    stamp = stampOf(folder)
    loaded = readStores(folder)
    revision++
    return loaded
  }

  return {
    nameOf: (handle) => load().index.find(handle)?.name,
    hasPhoto: (handle) => load().index.find(handle)?.hasPhoto ?? false,
    photoOf(handle) {
      const contact = load().index.find(handle)
      return contact && photoOrNone(contact)
    },
    all: () => load().contacts.filter(({ name }) => name !== undefined),
    me: () => load().me,
    problems: () => load().problems,
    revision() {
      load()
      return revision
    },
    refreshIfChanged() {
      if (loaded === undefined || stampOf(folder) === stamp) return false
      loaded = undefined
      return true
    },
    close() {
      loaded = undefined
    },
  }
}

function readStores(folder: string): Loaded {
  const contacts: Contact[] = []
  const problems: ContactsProblem[] = []
  let me: Contact | undefined
  for (const path of listStores(folder, problems)) {
    try {
      const store = readContactsStore(path)
      contacts.push(...store.contacts)
      me ??= store.contacts.find(({ id }) => id === store.meId)
    } catch (error) {
      problems.push(problemOf(path, error))
    }
  }
  return { contacts, index: indexContacts(contacts), me, problems }
}

function photoOrNone({ store, id }: Contact): Uint8Array | undefined {
  try {
    return readPhoto(store, id)
  } catch {
    return undefined
  }
}

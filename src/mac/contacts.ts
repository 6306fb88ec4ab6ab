/** The Mac's contacts: every account's store, read when first asked for and again after a change. */
import { type ContactsProblem, listStores, problemOf, stampOf } from './contacts-folder.ts'
import { type ContactsIndex, indexContacts } from './contacts-index.ts'
import { readPhoto } from './contacts-photo.ts'
import { type Contact, readContactsStore } from './contacts-store.ts'

export interface Contacts {
  /** Undefined when nobody is known by the address, or several people are. */
  nameOf(handle: string): string | undefined
  /** Whether there is a picture of the one contact with this address; costs no look into a store. */
  hasPhoto(handle: string): boolean
  /** Bytes of a JPEG or PNG. */
  photoOf(handle: string): Uint8Array | undefined
  /** Everyone who has a name, in no particular order. */
  all(): readonly Contact[]
  /** The card marked as one's own. */
  me(): Contact | undefined
  problems(): readonly ContactsProblem[]
  /** A few `stat` calls; after a change the next question reads anew. Returns whether there was one. */
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

  function load(): Loaded {
    if (loaded) return loaded
    stamp = stampOf(folder)
    loaded = readStores(folder)
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

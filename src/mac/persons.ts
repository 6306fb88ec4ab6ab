/** Keeps the persons of Contacts at hand, and notices when Contacts or the owner's choices have changed. */
import { nobodyKnown, type Persons, personsIn } from '../domain/people/persons.ts'
import type { Contacts } from './contacts.ts'

export interface CurrentPersons {
  /** Stays the same object as long as nothing has changed. */
  now(): Persons
}

/** Every address stays on its own if Contacts is not asked. */
export const noPersons: CurrentPersons = { now: () => nobodyKnown }

interface PersonsDeps {
  contacts: Pick<Contacts, 'all' | 'me' | 'revision'>
  /** The addresses that the owner keeps separate; the same array as long as they are the same. */
  separate(): readonly string[]
  /** The user's own addresses besides those of the own card. */
  selfHandles(): readonly string[]
}

export function currentPersons({ contacts, separate, selfHandles }: PersonsDeps): CurrentPersons {
  let persons = nobodyKnown
  let madeOf: readonly unknown[] = []
  return {
    now() {
      const parts = [contacts.revision(), separate(), selfHandles().join('\n')]
      if (madeOf.length > 0 && parts.every((part, at) => part === madeOf[at])) return persons
      madeOf = parts
      const own = [...selfHandles(), ...(contacts.me()?.handles ?? [])]
      persons = personsIn(contacts.all(), { own, separate: separate() })
      return persons
    },
  }
}

/**
 * Decides which addresses are one person: those of one card of Contacts. An address that more than one card has, or
 * that the owner keeps separate, stays on its own.
 */
import type { Handle } from '../../contract/ids.ts'
import { handleLookupKey, normaliseHandle, sameHandle } from '../handles.ts'
import { nameKey } from '../same-name.ts'

export interface Card {
  /** The account that the card is in. */
  store: string
  name?: string | undefined
  /** Addresses as they were typed. */
  handles: readonly string[]
}

export interface Person {
  name: string
  /** The addresses that are this person's and nobody else's, as they were typed. */
  handles: readonly string[]
}

export interface KnownPerson {
  person: Person
  /** Whether the owner keeps the addresses of this person separate. */
  isSeparate: boolean
}

export interface Persons {
  /** Undefined for an address that no card has, that several cards have, and for the user's own. */
  find(handle: string): KnownPerson | undefined
  /** The persons of this name. */
  named(name: string): readonly KnownPerson[]
  /** Every person who has several addresses. */
  all(): readonly KnownPerson[]
}

interface Choices {
  /** The addresses of the user, whose conversations with themselves are never joined with others. */
  own: readonly string[]
  /** The addresses that the owner keeps separate. */
  separate: readonly string[]
}

/** Persons for a Mac on which Contacts is not read: nobody has several addresses. */
export const nobodyKnown: Persons = { find: () => undefined, named: () => [], all: () => [] }

type Named = Card & { name: string }

/** Every list asks for the same people, but callers can ask for any address, so what is remembered is bounded. */
const mostFound = 5_000

export function personsIn(cards: readonly Card[], { own, separate }: Choices): Persons {
  const isOwn = among(own)
  const people = withoutCopies(cards.filter(isNamed)).filter(({ handles }) => !handles.some(isOwn))
  const owners = Map.groupBy(
    people.flatMap((card) => card.handles.map((handle) => ({ card, handle }))),
    ({ handle }) => handleLookupKey(handle),
  )
  const ownersOf = (handle: string): Named[] => {
    const same = owners.get(handleLookupKey(handle))?.filter((each) => isSame(each.handle, handle)) ?? []
    return [...new Set(same.map(({ card }) => card))]
  }
  const isSeparate = among(separate)
  const known = new Map<Named, KnownPerson>()
  const knownPerson = (card: Named): KnownPerson => {
    const before = known.get(card)
    if (before !== undefined) return before
    const handles = eachOnce(card.handles).filter((handle) => ownersOf(handle).length === 1)
    const made = { person: { name: card.name, handles }, isSeparate: handles.some(isSeparate) }
    known.set(card, made)
    return made
  }
  const found = new Map<string, KnownPerson | undefined>()
  return {
    find(handle) {
      if (found.has(handle)) return found.get(handle)
      if (found.size === mostFound) found.clear()
      const [card, ...others] = ownersOf(handle)
      const person = card === undefined || others.length > 0 ? undefined : knownPerson(card)
      found.set(handle, person)
      return person
    },
    named: (name) => people.filter((card) => nameKey(card.name) === nameKey(name)).map(knownPerson),
    all: () => people.map(knownPerson).filter(({ person }) => person.handles.length > 1),
  }
}

/** The person whose addresses are one conversation; undefined for an address that stays on its own. */
export function joinedPerson({ find }: Pick<Persons, 'find'>, handle: string): Person | undefined {
  const known = find(handle)
  return known === undefined || known.isSeparate || known.person.handles.length < 2 ? undefined : known.person
}

/** Returns the person whom an address stands for where people are counted: with all addresses, or the address on its own. */
export const personOrAddress = (persons: Pick<Persons, 'find'>, handle: string): Person | Handle =>
  joinedPerson(persons, handle) ?? normaliseHandle(handle)

const isNamed = (card: Card): card is Named => card.name !== undefined && card.name !== ''

const isSame = (one: string, other: string): boolean =>
  normaliseHandle(one) === normaliseHandle(other) || sameHandle(one, other)

function among(handles: readonly string[]): (handle: string) => boolean {
  const known = Map.groupBy(handles, handleLookupKey)
  return (handle) => known.get(handleLookupKey(handle))?.some((each) => isSame(each, handle)) === true
}

/** Keeps the longer spelling of a number, which may carry the country code. */
function eachOnce(handles: readonly string[]): string[] {
  const longestFirst = handles.toSorted((a, b) => normaliseHandle(b).length - normaliseHandle(a).length)
  const kept = longestFirst.filter((handle, at) => !longestFirst.slice(0, at).some((each) => isSame(each, handle)))
  return handles.filter((handle) => kept.includes(handle))
}

/**
 * Accounts often hold copies of one card: the same name in another store, with no address that the other card lacks.
 * Cards that differ in more than that may be two people, such as a parent and a child of one name.
 */
function withoutCopies(cards: readonly Named[]): Named[] {
  const byName = Map.groupBy(cards, ({ name }) => nameKey(name))
  return [...byName.values()].flatMap((named) => {
    const largestFirst = named.toSorted((a, b) => b.handles.length - a.handles.length)
    const kept: Named[] = []
    for (const card of largestFirst) if (!kept.some((other) => isCopy(card, other))) kept.push(card)
    return kept
  })
}

const isCopy = (card: Named, other: Named): boolean =>
  card.store !== other.store && card.handles.every((handle) => other.handles.some((each) => isSame(each, handle)))

/** Decides whose conversations exist under a grant. */
import type { Grant } from '../../contract/grant.ts'
import { sameHandle } from '../handles.ts'
import { identifierIn } from '../history/chat-guid.ts'
import { joinedPerson, type Person, type Persons } from '../people/persons.ts'

type People = Grant['people']

export interface GrantedPeople {
  /** Whether the conversation with this address exists; an address stands for its person with all addresses. */
  includesPerson(handle: string): boolean
  /** Whether the group exists. `members` are those whose messages may be in it. */
  includesGroup(identifier: string, members: () => Iterable<string>): boolean
}

const groupPrefix = 'group:'

/** Undefined for an entry that means a person. */
const groupIn = (entry: string): string | undefined => {
  const named = groupGuidIn(entry)
  return named && (identifierIn(named) ?? named)
}

/** Everyone and every group that a grant names, each once. */
export const namedIn = ({ people, sends }: Pick<Grant, 'people' | 'sends'>): string[] => [
  ...new Set([...listOf(people), ...(sends.to ?? []), ...(sends.without_asking ?? [])]),
]

/** The GUID of a group as an entry has it; undefined for an entry that means a person. */
export const groupGuidIn = (entry: string): string | undefined =>
  entry.startsWith(groupPrefix) ? entry.slice(groupPrefix.length) : undefined

/** The entries of a list that mean people. */
export const listedHandles = (people: People): string[] =>
  listOf(people).filter((entry) => groupIn(entry) === undefined)

const listOf = (people: People): readonly string[] => {
  if (people === 'all') return []
  return 'only' in people ? people.only : people.except
}

export function grantedPeople(people: People, persons: Pick<Persons, 'find'>): GrantedPeople {
  if (people === 'all') return { includesPerson: () => true, includesGroup: () => true }
  const handles = listedHandles(people)
  const groups = new Set(listOf(people).flatMap((entry) => groupIn(entry) ?? []))
  const listed = new Set<Person>(handles.flatMap((handle) => joinedPerson(persons, handle) ?? []))
  const isListed = (handle: string): boolean => {
    if (handles.some((one) => sameHandle(one, handle))) return true
    const person = joinedPerson(persons, handle)
    return person !== undefined && listed.has(person)
  }
  if ('only' in people) return { includesPerson: isListed, includesGroup: (identifier) => groups.has(identifier) }
  return {
    includesPerson: (handle) => !isListed(handle),
    // The group would also show what an excepted member wrote there.
    includesGroup: (identifier, members) => !groups.has(identifier) && ![...members()].some(isListed),
  }
}

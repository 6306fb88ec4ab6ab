/** Resolves the values of `from:` and `in:` to the known people or conversations. */
import { handleLookupKey, sameHandle } from '../handles.ts'
import { foldedWords } from './words.ts'

export interface Candidate {
  number: number
  /** The displayed name of a contact or a group, or the names of its members. */
  name: string | undefined
  /** The address of a person, or the identifier of a group. */
  address: string
  /** Further addresses of the same person. */
  otherAddresses?: readonly string[]
  /** The GUIDs under which Messages knows a conversation. */
  guids: readonly string[]
}

export type Finder = (value: string) => number[]

/** Finds by GUID or address, else by name, where whole words are preferred to beginnings of words. */
export function finderAmong(candidates: readonly Candidate[]): Finder {
  const known = candidates.map((candidate) => ({
    ...candidate,
    addresses: [candidate.address, ...(candidate.otherAddresses ?? [])].map(withKey),
    words: foldedWords(candidate.name ?? ''),
  }))
  return (value) => {
    const isMeant = addressTest(value)
    const exact = known.filter((candidate) => candidate.guids.includes(value) || candidate.addresses.some(isMeant))
    if (exact.length > 0) return exact.map(({ number }) => number)
    const asked = foldedWords(value)
    if (asked.length === 0) return []
    const whole = known.filter(({ words }) => asked.every((word) => words.includes(word)))
    const begun = known.filter(({ words }) => asked.every((word) => words.some((other) => other.startsWith(word))))
    return (whole.length > 0 ? whole : begun).map(({ number }) => number)
  }
}

const withKey = (address: string) => ({ address, key: handleLookupKey(address) })

/** Whether a value is a GUID or an address of a candidate. */
export function isNamed({ guids, address, otherAddresses = [] }: Candidate, value: string): boolean {
  return guids.includes(value) || [address, ...otherAddresses].map(withKey).some(addressTest(value))
}

/**
 * The address in a value. A GUID such as `iMessage;-;+15550100` is matched by its last part, since macOS 26 has rewritten the
 * parts before it.
 */
export const addressIn = (value: string): string => /^\w+;[-+];(.+)$/.exec(value)?.[1] ?? value

function addressTest(value: string): (candidate: { address: string; key: string }) => boolean {
  const address = addressIn(value)
  const key = handleLookupKey(address)
  return (candidate) =>
    candidate.address === address || (candidate.key === key && sameHandle(candidate.address, address))
}

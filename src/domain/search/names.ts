/** Whom or which conversation `from:` and `in:` mean, among those there are. */
import { handleLookupKey, sameHandle } from '../handles.ts'
import { foldedWords } from './words.ts'

export interface Candidate {
  number: number
  /** As people see it: of a contact, of a group, or of its members. */
  name: string | undefined
  /** The address of a person; of a group its identifier. */
  address: string
  /** Under which spelling Messages knows a conversation. */
  guids: readonly string[]
}

export type Finder = (value: string) => number[]

/** By GUID or address; else by name, where all words as they stand are better than beginnings of words. */
export function finderAmong(candidates: readonly Candidate[]): Finder {
  const known = candidates.map((candidate) => ({
    ...candidate,
    key: handleLookupKey(candidate.address),
    words: foldedWords(candidate.name ?? ''),
  }))
  return (value) => {
    const isMeant = addressTest(value)
    const exact = known.filter((candidate) => candidate.guids.includes(value) || isMeant(candidate))
    if (exact.length > 0) return exact.map(({ number }) => number)
    const asked = foldedWords(value)
    if (asked.length === 0) return []
    const whole = known.filter(({ words }) => asked.every((word) => words.includes(word)))
    const begun = known.filter(({ words }) => asked.every((word) => words.some((other) => other.startsWith(word))))
    return (whole.length > 0 ? whole : begun).map(({ number }) => number)
  }
}

/** A GUID such as `iMessage;-;+15550100` means its end, since macOS 26 has rewritten what stands before it. */
function addressTest(value: string): (candidate: { address: string; key: string }) => boolean {
  const address = /^\w+;[-+];(.+)$/.exec(value)?.[1] ?? value
  const key = handleLookupKey(address)
  return (candidate) =>
    candidate.address === address || (candidate.key === key && sameHandle(candidate.address, address))
}

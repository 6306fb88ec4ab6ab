/** Finds people by typed text: beginnings of words of a name, or a fragment of an address. */
import { foldedWords } from './search/words.ts'

interface Person {
  name: string
  handles: readonly string[]
}

interface Address {
  name: string
  handle: string
  /** The name without case and accents, used for sorting. */
  folded: string
}

/**
 * Returns one entry for each address: all addresses of a person whose name matches, else the addresses that match
 * themselves. An empty query matches everyone.
 */
export function fittingAddresses(people: readonly Person[], typed: string): Address[] {
  const fittingOf = fittingHandles(typed)
  return people.flatMap((person) =>
    fittingOf(person).map((handle) => ({ name: person.name, handle, folded: foldedWords(person.name).join(' ') })),
  )
}

/** Prepares the same search to run on one person after another. */
export function fittingHandles(typed: string): (person: Person) => readonly string[] {
  const words = foldedWords(typed)
  const isPiece = pieceTest(typed)
  const isNameless = words.length === 0 && typed.trim() !== ''
  return ({ name, handles }) => {
    const ofName = isNameless ? [] : foldedWords(name)
    const fits = !isNameless && words.every((word) => ofName.some((each) => each.startsWith(word)))
    return fits ? handles : handles.filter(isPiece)
  }
}

const leastDigits = 2
const numberCharacters = /^[+\d\s().\-/]+$/

function pieceTest(typed: string): (handle: string) => boolean {
  const piece = typed.trim().toLowerCase()
  const digits = piece.replace(/\D/g, '')
  if (numberCharacters.test(piece))
    return (handle) => digits.length >= leastDigits && handle.replace(/\D/g, '').includes(digits)
  return (handle) => piece !== '' && !/\s/.test(piece) && handle.toLowerCase().includes(piece)
}

/** Finds people by what somebody types: the beginnings of words of a name, or a piece of an address. */
import { foldedWords } from './search/words.ts'

interface Person {
  name: string
  handles: readonly string[]
}

interface Address {
  name: string
  handle: string
  /** The name without case and accents, to sort by. */
  folded: string
}

/** One for each address: all of a person whose name fits, else those that fit by themselves. Nothing typed fits everyone. */
export function fittingAddresses(people: readonly Person[], typed: string): Address[] {
  const words = foldedWords(typed)
  const isPiece = pieceTest(typed)
  const isNameless = words.length === 0 && typed.trim() !== ''
  return people.flatMap(({ name, handles }) => {
    const ofName = foldedWords(name)
    const fits = !isNameless && words.every((word) => ofName.some((each) => each.startsWith(word)))
    const fitting = fits ? handles : handles.filter(isPiece)
    return fitting.map((handle) => ({ name, handle, folded: ofName.join(' ') }))
  })
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

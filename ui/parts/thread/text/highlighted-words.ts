/** Finds the words of a search in a text, ignoring case and accents. */
import { foldLetters } from '../../../../src/domain/fold-letters.ts'

/** Returns the words of a search without its conditions and excluded words. */
export function wordsOf(query: string): string[] {
  const parts = query.match(/-?\w+:"[^"]*"|"[^"]*"|\S+/gu) ?? []
  return parts
    .filter((part) => !/^-|^\w+:|^OR$/u.test(part))
    .map((part) => foldLetters(part.replace(/^"|"$|\*$/g, '')))
    .filter((word) => word !== '')
}

/** A folded text, and where in the text each of its code units comes from: ß is two letters, an accent is none. */
interface Folded {
  text: string
  starts: number[]
  ends: number[]
}

function folded(text: string): Folded {
  const result: Folded = { text: '', starts: [], ends: [] }
  for (const { 0: character, index } of text.matchAll(/.\p{M}*/gsu)) {
    const plain = foldLetters(character)
    result.text += plain
    for (const _ of plain.split('')) {
      result.starts.push(index)
      result.ends.push(index + character.length)
    }
  }
  return result
}

export function placesOf(text: string, words: readonly string[]): Array<{ start: number; end: number }> {
  const { text: searched, starts, ends } = folded(text)
  return words.flatMap((word) => {
    const places = []
    for (let at = searched.indexOf(word); at >= 0; at = searched.indexOf(word, at + word.length))
      if (!/[\p{L}\p{N}]$/u.test(searched.slice(0, at)))
        places.push({ start: starts[at] ?? 0, end: ends[at + word.length - 1] ?? text.length })
    return places
  })
}

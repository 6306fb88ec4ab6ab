/** Finds the words of a search in a text, ignoring case and accents. */
import { foldLetters } from '../../../../src/domain/fold-letters.ts'

/** Returns the words of a search without its conditions and excluded words. */
export function wordsOf(query: string): string[] {
  const parts = query.match(/-?\w+:"[^"]*"|"[^"]*"|\S+/gu) ?? []
  return parts
    .filter((part) => !/^-|^\w+:|^OR$/u.test(part))
    .map((part) => folded(part.replace(/^"|"$|\*$/g, '')))
    .filter((word) => word !== '')
}

/** The result is as long as the text, so that positions in it are positions in the text. */
const folded = (text: string): string =>
  [...text]
    .map((character) => {
      const plain = foldLetters(character)
      return plain.length === character.length ? plain : character
    })
    .join('')

export function placesOf(text: string, words: readonly string[]): Array<{ start: number; end: number }> {
  const searched = folded(text)
  return words.flatMap((word) => {
    const places = []
    for (let start = searched.indexOf(word); start >= 0; start = searched.indexOf(word, start + word.length))
      if (!/[\p{L}\p{N}]$/u.test(searched.slice(0, start))) places.push({ start, end: start + word.length })
    return places
  })
}

/** Where the words of a search stand in a text; case and accents make no difference. */

/** The words of a search, without its conditions and what it excludes. */
export function wordsOf(query: string): string[] {
  const parts = query.match(/-?\w+:"[^"]*"|"[^"]*"|\S+/gu) ?? []
  return parts
    .filter((part) => !/^-|^\w+:|^OR$/u.test(part))
    .map((part) => folded(part.replace(/^"|"$|\*$/g, '')))
    .filter((word) => word !== '')
}

/** As long as it was: places in it are places in the text. */
const folded = (text: string): string =>
  [...text]
    .map((character) => {
      const plain = character.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
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

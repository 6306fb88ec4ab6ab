/** Text with the matches of a search marked. */
import type { Finder } from './finder.ts'

/** More marks would make a line slow that matches everywhere. */
const mostMarks = 100

export function Marked({ text, finder }: { text: string; finder: Finder | undefined }) {
  const places = finder?.placesIn(text).slice(0, mostMarks) ?? []
  if (places.length === 0) return text
  let end = 0
  const parts = places.flatMap(([from, to]) => {
    const before = text.slice(end, from)
    end = to
    return [before, <mark key={from}>{text.slice(from, to)}</mark>]
  })
  return [...parts, text.slice(end)]
}

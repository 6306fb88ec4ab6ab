/** Text with what was looked for marked in it. */
import type { Finder } from './finder.ts'

/** More would make a line slow that fits everywhere. */
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

/** Splits a snippet where matches begin and end. */

interface Range {
  start: number
  length: number
}

interface Part {
  start: number
  words: string
  isHit: boolean
}

export function partsOf(text: string, ranges: readonly Range[]): Part[] {
  const parts: Part[] = []
  let at = 0
  const add = (to: number, isHit: boolean) => {
    if (to > at) parts.push({ start: at, words: text.slice(at, to), isHit })
    at = Math.max(at, to)
  }
  for (const { start, length } of ranges.toSorted((a, b) => a.start - b.start)) {
    add(Math.min(start, text.length), false)
    add(Math.min(start + length, text.length), true)
  }
  add(text.length, false)
  return parts
}

/** Parts of a text that are to be hidden. */

/** From `start` up to, not including, `end`. */
export interface Span {
  start: number
  end: number
}

const hidden = '•••'

/** Whatever overlaps is hidden as one. */
export function hide(text: string, spans: readonly Span[]): string {
  let shown = ''
  let at = 0
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    if (end <= at) continue
    if (start >= at) shown += `${text.slice(at, start)}${hidden}`
    at = end
  }
  return shown + text.slice(at)
}

/** Of an expression that matches anywhere, with the flag `g`. */
export const spansOf = (text: string, expression: RegExp): Span[] =>
  [...text.matchAll(expression)].map(({ index, 0: { length } }) => ({ start: index, end: index + length }))

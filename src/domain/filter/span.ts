/** Represents and hides parts of a text. */

/** A range from `start` up to, but not including, `end`. */
export interface Span {
  start: number
  end: number
}

const hidden = '•••'

/** Overlapping spans are hidden as one. */
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

/** Returns the spans of all matches of an expression, which must have the flag `g`. */
export const spansOf = (text: string, expression: RegExp): Span[] =>
  [...text.matchAll(expression)].map(({ index, 0: { length } }) => ({ start: index, end: index + length }))

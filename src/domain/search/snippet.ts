/** Extracts the first match in a message, with some words around it. */
import type { Needle } from './query.ts'
import { piecesOf } from './words.ts'

export interface Range {
  start: number
  length: number
}

export interface Snippet {
  snippet: string
  /** Ranges in UTF-16 code units of `snippet`. */
  ranges: Range[]
}

const aimedLength = 120
const lengthBeforeMatch = 40
/** How far a cut moves to avoid splitting a word. */
const longestShift = 16
/** Nobody reads the highlights of a longer text, and cutting it into words takes time. */
const longestText = 50_000

/**
 * `texts` come in order of interest: the first one that has a match is shown, otherwise the first that is not empty.
 */
export function snippetOf(texts: readonly string[], needles: readonly Needle[]): Snippet {
  for (const text of texts) {
    const ranges = rangesIn(text.slice(0, longestText), needles)
    if (ranges.length > 0) return cut(text, ranges)
  }
  return cut(texts.find((text) => text !== '') ?? '', [])
}

interface WordInText {
  word: string
  start: number
  end: number
  /** The end of the word, or of the first character of the pair in a text without spaces. */
  firstEnd: number
}

function rangesIn(text: string, needles: readonly Needle[]): Range[] {
  const places = piecesOf(text).flatMap((piece): WordInText[] =>
    piece.words.map((word, n) => ({
      ...word,
      firstEnd: piece.kind === 'unspaced' ? (piece.units[n]?.end ?? word.end) : word.end,
    })),
  )
  return merged(needles.flatMap((needle) => occurrences(places, needle)))
}

function occurrences(places: readonly WordInText[], { words, prefix }: Needle): Range[] {
  const last = words.length - 1
  const matches = (place: WordInText | undefined, n: number): boolean => {
    const word = words[n]
    if (place === undefined || word === undefined) return false
    return prefix && n === last ? place.word.startsWith(word) : place.word === word
  }
  return places.flatMap((place, at): Range[] => {
    if (!words.every((_, n) => matches(places[at + n], n))) return []
    const final = places[at + last] ?? place
    return [{ start: place.start, length: (prefix ? final.firstEnd : final.end) - place.start }]
  })
}

/** Returns the ranges in order; those that touch or overlap are merged. */
function merged(ranges: readonly Range[]): Range[] {
  const result: Range[] = []
  for (const range of ranges.toSorted((a, b) => a.start - b.start)) {
    const before = result.at(-1)
    if (before === undefined || range.start > before.start + before.length) result.push({ ...range })
    else before.length = Math.max(before.length, range.start + range.length - before.start)
  }
  return result
}

function cut(text: string, ranges: readonly Range[]): Snippet {
  const first = ranges[0] ?? { start: 0, length: 0 }
  const from = first.start <= lengthBeforeMatch ? 0 : beginningNear(text, first.start - lengthBeforeMatch)
  const wanted = Math.max(from + aimedLength, first.start + first.length)
  const to = wanted >= text.length ? text.length : endNear(text, wanted, first.start + first.length)
  const before = from === 0 ? '' : '…'
  const shown = text.slice(from, to).replace(/\s/g, ' ')
  return {
    snippet: before + shown + (to === text.length ? '' : '…'),
    ranges: ranges
      .filter(({ start, length }) => start >= from && start + length <= to)
      .map(({ start, length }) => ({ start: start - from + before.length, length })),
  }
}

/** Finds the position after the next space, or else a boundary between two graphemes. */
function beginningNear(text: string, at: number): number {
  const space = text.slice(at, at + longestShift).search(/\s/)
  return space >= 0 ? at + space + 1 : characterBoundary(text, at)
}

function endNear(text: string, at: number, atLeast: number): number {
  const space = text.slice(Math.max(at - longestShift, atLeast), at).search(/\s\S*$/)
  return space >= 0 ? Math.max(at - longestShift, atLeast) + space : characterBoundary(text, at)
}

/** Made when a text is cut within a word for the first time, since its tables take three megabytes. */
let characters: Intl.Segmenter | undefined
/** No grapheme is longer than this. */
const longestCharacter = 64

/** Returns the start of the grapheme at a position. */
function characterBoundary(text: string, at: number): number {
  const from = Math.max(at - longestCharacter, 0)
  characters ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  const around = text.slice(from, at + longestCharacter).toWellFormed()
  return from + (characters.segment(around).containing(at - from)?.index ?? at - from)
}

/** Splits text into searchable words, in the same way for the index, for queries, and for highlights. */
import { foldLetters } from '../fold-letters.ts'

export interface Word {
  /** The folded word. */
  word: string
  /** The position of the word, in UTF-16 code units. */
  start: number
  end: number
}

/**
 * One run of text without gaps. Scripts that put no spaces between words yield a word for each two adjacent characters
 * and one for the last, so that any part of such a text is found as a sequence of them.
 */
export type Piece = { kind: 'word' | 'sign'; words: [Word] } | { kind: 'unspaced'; words: Word[]; units: Word[] }

/** A longer word is really data, and its beginning distinguishes it well enough. */
const longestWord = 48

export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = []
  for (const found of text.matchAll(stretches)) {
    const start = found.index
    const { unspaced, sign } = found.groups ?? {}
    if (unspaced !== undefined) pieces.push(unspacedPiece(unspaced, start))
    else pieces.push(plainPiece(found[0], start, sign === undefined ? 'word' : 'sign'))
  }
  return pieces.filter(({ words }) => words[0]?.word !== '')
}

export const wordsOf = (text: string): Word[] => piecesOf(text).flatMap(({ words }): Word[] => words)

/** Returns the same words without their positions, and fast for the many texts that are plain English. */
export function foldedWords(text: string): string[] {
  if (!isAscii.test(text)) return wordsOf(text).map(({ word }) => word)
  const words = text.toLowerCase().match(asciiWords) ?? []
  return words.map((word) => (word.length > longestWord ? word.slice(0, longestWord) : word))
}

const isAscii = /^[\0-\x7f]*$/
const asciiWords = /[a-z0-9]+/g

/** Scripts without spaces: Chinese, Japanese, Thai, Lao, Khmer and Burmese. */
const unspacedScripts = String.raw`\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}`
/** Leaves out what Thai shares with Latin: the tilde of an ñ that is written as two characters, the apostrophe of обʼєкт. */
const unspaced = String.raw`[[${unspacedScripts}]--\p{scx=Latin}]`
const unspacedCharacter = String.raw`[[\p{L}\p{M}\p{N}]&&${unspaced}]`
const wordCharacter = String.raw`[[\p{L}\p{M}\p{N}\u200c\u200d]--[\p{ExtPict}${unspaced}]]`
const letterOrDigit = String.raw`[[\p{L}\p{N}]--[\p{ExtPict}${unspaced}]]`

/** Skin tones and joiners of emoji are left out, so that 👍 finds every 👍. */
const stretches = new RegExp(
  String.raw`(?<unspaced>${unspacedCharacter}+)|(?<sign>\p{RI}{2}|\p{ExtPict})|${letterOrDigit}(?:${wordCharacter})*`,
  'gv',
)
/** A half-width kana keeps its sound mark, and a Thai vowel its two halves. */
const units = /.(?:[\u3099\u309a\uff9e\uff9f]|(?<=\u0e4d)\u0e32)*/gsu

/**
 * Keeps only letters and digits, since a single character such as ⑴ or ﷺ may decompose to brackets or to several words.
 */
const lettersOnly = (text: string): string => text.replace(/[^\p{L}\p{M}\p{N}]+/gu, '')

const foldWord = (word: string): string => lettersOnly(foldLetters(word))

function plainPiece(found: string, start: number, kind: 'word' | 'sign'): Piece {
  const folded = kind === 'sign' ? found : foldWord(found)
  const word = folded.length > longestWord ? folded.slice(0, longestWord).toWellFormed() : folded
  return { kind, words: [{ word, start, end: start + found.length }] }
}

function unspacedPiece(stretch: string, offset: number): Piece {
  const single = [...stretch.matchAll(units)].map(({ 0: unit, index }) => ({
    word: lettersOnly(unit.normalize('NFKC')),
    start: offset + index,
    end: offset + index + unit.length,
  }))
  const words = single.map((unit, n) => {
    const next = single[n + 1]
    return next === undefined ? unit : { word: unit.word + next.word, start: unit.start, end: next.end }
  })
  return { kind: 'unspaced', words, units: single }
}

/** Splits conditions into tokens in one hand-written pass from left to right, so that no text makes it slow. */
import { type Category, categories } from '../../contract/categories.ts'
import { type Term, valueTerms } from './condition.ts'
import { misunderstood } from './misunderstood.ts'

export type Token = { at: number } & ({ is: '(' | ')' | 'and' | 'or' | 'not' | 'end' } | { is: 'term'; term: Term })

export function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  let at = skipSpaces(text, 0)
  while (at < text.length) {
    const { token, end } = tokenAt(text, at)
    tokens.push(token)
    at = skipSpaces(text, end)
  }
  tokens.push({ is: 'end', at: text.length })
  return tokens
}

/** `end` is the position after the token. */
interface ReadToken<T> {
  token: T
  end: number
}

function tokenAt(text: string, at: number): ReadToken<Token> {
  const first = text[at]
  if (first === '(' || first === ')') return { token: { is: first, at }, end: at + 1 }
  if (first === '"') throw misunderstood(at, 'quote_alone')
  const end = endOfRun(text, at, endsWord)
  const word = text.slice(at, end).toLowerCase()
  if (text[end] !== ':') return { token: { is: keyword(word, at), at }, end }
  const { token: term, end: endOfTerm } = termAt(text, { word, at, valueAt: end + 1 })
  return { token: { is: 'term', at, term }, end: endOfTerm }
}

function keyword(word: string, at: number): 'and' | 'or' | 'not' {
  if (word === 'and' || word === 'or' || word === 'not') return word
  throw misunderstood(at, 'word_alone')
}

function termAt(text: string, { word, at, valueAt }: { word: string; at: number; valueAt: number }): ReadToken<Term> {
  const is = valueTerms.find((term) => term === word)
  if (is === undefined && word !== 'in' && word !== 'category') throw misunderstood(at, 'unknown_term')
  if (is !== undefined) {
    const { token: value, end } = readValue(text, valueAt, bare)
    return { token: { is, value }, end }
  }
  const { token: value, end } = readValue(text, valueAt, bareWord)
  if (word === 'category') return { token: { is: 'category', value: categoryIn(value, valueAt) }, end }
  const where = value.toLowerCase()
  if (where !== 'group' && where !== 'direct') throw misunderstood(valueAt, 'unknown_place')
  return { token: { is: 'in', value: where }, end }
}

function categoryIn(value: string, at: number): Category {
  const category = categories.find((each) => each === value.toLowerCase())
  if (category === undefined) throw misunderstood(at, 'unknown_category')
  return category
}

type ReadBare = (text: string, at: number) => ReadToken<string>

function readValue(text: string, at: number, readBare: ReadBare): ReadToken<string> {
  const found = text[at] === '"' ? quoted(text, at) : readBare(text, at)
  if (found.token.trim() === '') throw misunderstood(at, 'value_missing')
  return found
}

function bareWord(text: string, at: number): ReadToken<string> {
  const end = endOfRun(text, at, endsValue)
  return { token: text.slice(at, end), end }
}

/**
 * Reads every word up to an operator, a parenthesis, a quote or the next term, as in `from:Anna Berg AND
 * contains:dinner`.
 */
export function bare(text: string, at: number): ReadToken<string> {
  let { end } = bareWord(text, at)
  if (end === at) return { token: '', end }
  for (let next = skipSpaces(text, end); goesOn(text, next); next = skipSpaces(text, end))
    ({ end } = bareWord(text, next))
  return { token: text.slice(at, end), end }
}

/**
 * Whether the word here belongs to the value before it: an operator does not, nor does anything that looks like a term,
 * known or mistyped.
 */
function goesOn(text: string, at: number): boolean {
  const word = bareWord(text, at).token
  return word !== '' && !operator.test(word) && !termBegins.test(word)
}

const operator = /^(?:and|or|not)$/i
const termBegins = /^[a-z_]*:/i

/** A backslash escapes the next character. */
function quoted(text: string, opening: number): ReadToken<string> {
  const parts: string[] = []
  let from = opening + 1
  for (let at = from; at < text.length; at++) {
    if (text[at] === '"') return { token: parts.concat(text.slice(from, at)).join(''), end: at + 1 }
    if (text[at] !== '\\') continue
    parts.push(text.slice(from, at))
    from = ++at
  }
  throw misunderstood(opening, 'quote_not_closed')
}

const isSpace = (character: string): boolean => character.trim() === ''
const endsValue = (character: string): boolean => '()"'.includes(character) || isSpace(character)
const endsWord = (character: string): boolean => character === ':' || endsValue(character)

function endOfRun(text: string, from: number, ends: (character: string) => boolean): number {
  let at = from
  while (at < text.length && !ends(text.charAt(at))) at++
  return at
}

const skipSpaces = (text: string, from: number): number => endOfRun(text, from, (character) => !isSpace(character))

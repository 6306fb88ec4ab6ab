/**
 * Parses the query language of searches, the same for REST, MCP, the command line and the page; docs/search.md explains
 * it to users.
 */
import { nearest } from '../settings/nearest.ts'
import { stretchOf } from './dates.ts'
import { type FacetName, hasValues, isValues } from './facets.ts'
import { piecesOf } from './words.ts'

/** Words that must follow each other in this order. */
export interface Needle {
  words: string[]
  /** Whether the last word may continue. */
  prefix: boolean
}

export type Term =
  | { kind: 'words'; needle: Needle }
  | { kind: 'from' | 'in'; value: string }
  | { kind: 'facet'; facet: FacetName }

export interface Choice {
  term: Term
  not: boolean
}

export interface Query {
  /** Every entry must hold; within an entry, one choice suffices. */
  all: Choice[][]
  /** Unix milliseconds; `sinceMs` is included and `beforeMs` is not. */
  sinceMs: number
  beforeMs: number
}

export interface QueryFault {
  /** The column counts from 1, in UTF-16 code units. */
  column: number
  reason: string
}

export type Parsed = { ok: true; query: Query } | { ok: false; fault: QueryFault }

export function parseQuery(text: string, nowMs: number): Parsed {
  try {
    return { ok: true, query: assemble(tokensOf(text), nowMs) }
  } catch (error) {
    if (error instanceof Fault) return { ok: false, fault: { column: error.column, reason: error.message } }
    throw error
  }
}

class Fault extends Error {
  readonly column: number
  constructor(token: { column: number }, reason: string) {
    super(reason)
    this.column = token.column
  }
}

interface Token {
  column: number
  not: boolean
  operator: string | undefined
  value: string
  quoted: boolean
  prefix: boolean
}

const operators = ['from', 'in', 'has', 'is', 'before', 'after', 'on']
/** People type straight quotes, and macOS turns them into curly ones. */
const quote = '["“”„]'
const token = new RegExp(
  String.raw`(?<not>-(?=[^\s]))?(?:(?<operator>${operators.join('|')}):)?(?:${quote}(?<quoted>[^"“”„]*)(?:${quote}|$)|(?<bare>[^\s"“”„]*))(?<prefix>\*)?`,
  'iy',
)

function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  const space = /\s*/y
  for (let at = 0; ; ) {
    space.lastIndex = at
    space.exec(text)
    token.lastIndex = space.lastIndex
    if (token.lastIndex >= text.length) return tokens
    const column = token.lastIndex + 1
    const { not, operator, quoted, bare = '', prefix } = token.exec(text)?.groups ?? {}
    // When neither a quoted nor a bare value matched, as for a star only, one character is skipped.
    at = Math.max(token.lastIndex, column)
    if (operator === undefined && quoted === undefined) refuseUnknown({ column, bare, next: text[at] ?? '' })
    const value = quoted ?? bare.replace(/\*+$/, '')
    tokens.push({
      column,
      not: not !== undefined,
      operator: operator?.toLowerCase(),
      value: value.trim(),
      quoted: quoted !== undefined,
      prefix: prefix !== undefined || (quoted === undefined && bare.endsWith('*')),
    })
  }
}

/** `https://…` is not a condition. */
const likeCondition = /^(?<name>[a-z]{2,}):(?!\/\/)(?<rest>.*)$/is
const schemes = ['mailto', 'tel', 'sms']

interface Bare {
  column: number
  bare: string
  /** The character after it. */
  next: string
}

/** Refuses a mistyped condition: as a word it would find nothing, and the user would not learn why. */
function refuseUnknown({ column, bare, next }: Bare): void {
  const { name = '', rest = '' } = likeCondition.exec(bare)?.groups ?? {}
  const hasValue = rest !== '' || /["“”„]/.test(next)
  if (name === '' || !hasValue || schemes.includes(name.toLowerCase())) return
  const meant = nearest(name, operators)
  // A number after a colon is a port, a score or a time, unless it is a date or an address after something close to a
  // condition.
  if (/^\d/.test(rest) && !(meant !== undefined && /^(\d{4}(-|$)|\d{7})/.test(rest))) return
  const hint = meant === undefined ? `There are ${operators.join(', ')}.` : `Did you mean ${meant}?`
  throw new Fault({ column }, `There is no condition "${name}". ${hint} To search for these words, put them in quotes.`)
}

const mostTerms = 64

function assemble(tokens: readonly Token[], nowMs: number): Query {
  const query: Query = { all: [], sinceMs: Number.NEGATIVE_INFINITY, beforeMs: Number.POSITIVE_INFINITY }
  let terms = 0
  let either: Token | undefined
  for (const token of tokens) {
    if (isWord(token, 'AND')) continue
    if (isWord(token, 'OR')) {
      if (query.all.length > 0) either = token
      continue
    }
    if (isDate(token)) {
      if (either !== undefined) throw new Fault(token, 'A date cannot stand after OR: it narrows the whole search.')
      narrow(query, token, nowMs)
      continue
    }
    const choices = choicesOf(token)
    terms += choices.length
    if (terms > mostTerms) throw new Fault(token, `A search has at most ${mostTerms} words and conditions.`)
    if (choices.length === 0) continue
    if (either === undefined) query.all.push(choices)
    else query.all.at(-1)?.push(...choices)
    either = undefined
  }
  return query
}

const isWord = (token: Token, word: string): boolean =>
  token.value === word && !token.quoted && !token.not && !token.prefix && token.operator === undefined

const isDate = ({ operator }: Token): boolean => operator === 'before' || operator === 'after' || operator === 'on'

function narrow(query: Query, token: Token, nowMs: number): void {
  const { operator, value, not } = token
  if (not) throw new Fault(token, 'A date cannot be excluded; before: and after: narrow from either side.')
  const stretch = stretchOf(value, nowMs)
  if (stretch === undefined)
    throw new Fault(
      token,
      `${operator}: takes a day, a month or a year (2024-05-17, 2024-05, 2024), today or yesterday.`,
    )
  if (operator === 'before') query.beforeMs = Math.min(query.beforeMs, stretch.fromMs)
  if (operator === 'after') query.sinceMs = Math.max(query.sinceMs, stretch.toMs)
  if (operator === 'on') {
    query.sinceMs = Math.max(query.sinceMs, stretch.fromMs)
    query.beforeMs = Math.min(query.beforeMs, stretch.toMs)
  }
}

/** Returns no choice for a value that contains no word, such as a dash. */
function choicesOf(token: Token): Choice[] {
  const { operator, value, not } = token
  if (operator === 'from' || operator === 'in') {
    if (value === '') throw new Fault(token, `${operator}: takes a name or an address; several words in "quotes".`)
    return [{ term: { kind: operator, value }, not }]
  }
  if (operator === 'has') return [facetChoice(token, hasValues)]
  if (operator === 'is') return [facetChoice(token, isValues)]
  const needle = needleOf(value, token.prefix)
  return needle.words.length === 0 ? [] : [{ term: { kind: 'words', needle }, not }]
}

function facetChoice(token: Token, values: typeof hasValues): Choice {
  const value = token.value.toLowerCase()
  const test = Object.hasOwn(values, value) ? values[value] : undefined
  if (test === undefined) throw new Fault(token, `${token.operator}: takes one of ${Object.keys(values).join(', ')}.`)
  return { term: { kind: 'facet', facet: test.facet }, not: token.not !== (test.absent === true) }
}

/**
 * Text in a script without spaces may continue after the typed characters, and Korean words take endings, so both match
 * as beginnings.
 */
function needleOf(text: string, prefix: boolean): Needle {
  const pieces = piecesOf(text)
  const last = pieces.at(-1)
  const words = pieces.flatMap((piece) => piece.words.map(({ word }) => word))
  if (last?.kind === 'unspaced') {
    if (last.words.length > 1) return { words: words.slice(0, -1), prefix: false }
    return { words, prefix: true }
  }
  return { words, prefix: prefix || (pieces.length === 1 && hangul.test(words[0] ?? '')) }
}

const hangul = /\p{Script=Hangul}$/u

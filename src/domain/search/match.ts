/** Translates a query for the full-text index: an expression over its words, and a range of its documents. */
import { facetWord, wordOfFacet } from './facets.ts'
import type { Choice, Needle, Query, Term } from './query.ts'

export interface Match {
  expression: string
  /** Document numbers from `from` up to, but not including, `below`. */
  from: number
  below: number
}

/** Returns the numbers of the people or conversations that a value of `from:` or `in:` refers to. */
export type Named = (term: Extract<Term, { value: string }>) => readonly number[]

/** Returns undefined when nothing can match. */
export function matchOf(query: Query, named: Named): Match | undefined {
  const from = documentAt(query.sinceMs)
  const below = documentAt(query.beforeMs)
  const isOnlyDates = query.all.length === 0 && (Number.isFinite(query.sinceMs) || Number.isFinite(query.beforeMs))
  if (from >= below || (query.all.length === 0 && !isOnlyDates)) return undefined
  const clauses = query.all.map((choices) => clauseOf(choices, named))
  const expression = joined(clauses)
  return expression === undefined ? undefined : { expression, from, below }
}

/** An expression within some people or conversations. */
export const onlyOf = (expression: string, numbers: readonly number[]): string =>
  `(${expression}) AND (${partiesAmong(numbers)})`

/** An expression without some people or conversations. */
export const everythingBut = (expression: string, numbers: readonly number[]): string =>
  numbers.length === 0 ? expression : `(${expression}) NOT (${partiesAmong(numbers)})`

const partiesAmong = (numbers: readonly number[]): string =>
  numbers.map((number) => quoted(facetWord(number))).join(' OR ')

/** Stands for an expression that matches no message. */
const nothing = Symbol('nothing')
type Expression = string | typeof nothing

interface Clause {
  expression: Expression
  not: boolean
}

/** Combines clauses that must all hold: the wanted ones, without the unwanted ones. */
function joined(clauses: readonly Clause[]): string | undefined {
  const wanted = clauses.filter(({ not }) => !not).map(({ expression }) => expression)
  const unwanted = clauses.filter(({ not }) => not).map(({ expression }) => expression)
  if (wanted.includes(nothing)) return undefined
  const must = wanted.length === 0 ? everything : `(${wanted.join(' AND ')})`
  const mustNot = unwanted.filter((expression) => expression !== nothing)
  return mustNot.length === 0 ? must : `${must} NOT (${mustNot.join(' OR ')})`
}

function clauseOf(choices: readonly Choice[], named: Named): Clause {
  const [only] = choices
  if (only !== undefined && choices.length === 1) return { expression: termExpression(only.term, named), not: only.not }
  const either = choices
    .map(({ term, not }) => (not ? excluding(termExpression(term, named)) : termExpression(term, named)))
    .filter((expression) => expression !== nothing)
  return { expression: either.length === 0 ? nothing : `(${either.join(' OR ')})`, not: false }
}

const excluding = (expression: Expression): string =>
  expression === nothing ? everything : `(${everything} NOT ${expression})`

function termExpression(term: Term, named: Named): Expression {
  if (term.kind === 'words') return sequence(term.needle)
  if (term.kind === 'facet') return quoted(wordOfFacet(term.facet))
  if (term.kind === 'from' && term.value.toLowerCase() === 'me') return quoted(wordOfFacet('sent'))
  const numbers = named(term)
  if (numbers.length === 0) return nothing
  return `(${numbers.map((number) => quoted(facetWord(number))).join(' OR ')})`
}

/** Words consist of letters, digits and signs, so that nothing has to be escaped. */
const quoted = (words: string): string => `"${words}"`
const sequence = ({ words, prefix }: Needle): string => quoted(words.join(' ')) + (prefix ? ' *' : '')

const everything = `(${quoted(wordOfFacet('sent'))} OR ${quoted(wordOfFacet('received'))})`

/**
 * Documents are numbered by the second, with this many numbers for each, so that the newest come first without sorting.
 */
const roomInSecond = 64
const firstSecond = Date.UTC(2001, 0, 1) / 1000
const lastDocument = Number.MAX_SAFE_INTEGER

/**
 * Returns the first document number of the second that contains a moment; messages without a date come before all
 * others.
 */
export function documentAt(unixMs: number): number {
  const seconds = Math.floor(unixMs / 1000) - firstSecond
  return Math.min(Math.max(seconds * roomInSecond, 0), lastDocument)
}

/**
 * Reads the conditions of a rule: `or := and (OR and)*`, `and := not ([AND] not)*`, `not := [NOT] (term | "(" or ")")`.
 * Throws `invalid_request` with the column.
 */
import { longestConditions } from '../../contract/rule.ts'
import type { Condition } from './condition.ts'
import { misunderstood } from './misunderstood.ts'
import { type Token, tokensOf } from './tokens.ts'

/** Deeper than anyone reads; bounds the recursion here and in whatever walks the tree. */
const deepest = 32

export function parseConditions(text: string): Condition {
  if (text.length > longestConditions)
    throw misunderstood(longestConditions, `they are longer than ${longestConditions} characters`)
  const reader = readerOf(tokensOf(text))
  const condition = readOr(reader, 0)
  if (reader.peek().is !== 'end') throw misunderstood(reader.peek().at, 'there is no parenthesis to close')
  return condition
}

interface Reader {
  peek(): Token
  /** The next token, if it is this one. */
  take(is: Token['is']): Token | undefined
}

function readerOf(tokens: readonly Token[]): Reader {
  let next = 0
  // The last one is `end`, which nobody takes.
  const peek = () => tokens[next] as Token
  return {
    peek,
    take(is) {
      const token = peek()
      if (token.is !== is) return undefined
      next++
      return token
    },
  }
}

function readOr(reader: Reader, depth: number): Condition {
  const of = [readAnd(reader, depth)]
  while (reader.take('or')) of.push(readAnd(reader, depth))
  return joined('or', of)
}

function readAnd(reader: Reader, depth: number): Condition {
  const of = [readNot(reader, depth)]
  while (reader.take('and') || beginsNot(reader.peek())) of.push(readNot(reader, depth))
  return joined('and', of)
}

const joined = (is: 'and' | 'or', of: readonly Condition[]): Condition =>
  of.length > 1 ? { is, of } : (of[0] as Condition)

const beginsNot = ({ is }: Token): boolean => is === 'not' || is === 'term' || is === '('

function readNot(reader: Reader, depth: number): Condition {
  return reader.take('not') ? { is: 'not', of: readSingle(reader, depth) } : readSingle(reader, depth)
}

function readSingle(reader: Reader, depth: number): Condition {
  const first = reader.peek()
  if (first.is === 'term') {
    reader.take('term')
    return first.term
  }
  const opening = reader.take('(')
  if (!opening) throw misunderstood(first.at, 'a term is missing')
  if (depth === deepest) throw misunderstood(opening.at, `parentheses are nested more than ${deepest} deep`)
  const inner = readOr(reader, depth + 1)
  if (!reader.take(')')) throw misunderstood(opening.at, 'this parenthesis is not closed')
  return inner
}

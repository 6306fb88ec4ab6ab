/**
 * Parses the conditions of a rule: `or := and (OR and)*`, `and := not ([AND] not)*`, `not := [NOT] (term | "(" or
 * ")")`. Throws `invalid_request` with the column.
 */
import { longestConditions } from '../../contract/limits.ts'
import type { Condition } from './condition.ts'
import { deepest, misunderstood } from './misunderstood.ts'
import { type Token, tokensOf } from './tokens.ts'

export function parseConditions(text: string): Condition {
  if (text.length > longestConditions) throw misunderstood(longestConditions, 'too_long')
  const reader = readerOf(tokensOf(text))
  const condition = readOr(reader, 0)
  if (reader.peek().is !== 'end') throw misunderstood(reader.peek().at, 'nothing_to_close')
  return condition
}

interface Reader {
  peek(): Token
  /** Consumes and returns the next token, if it is of this kind. */
  take(is: Token['is']): Token | undefined
}

function readerOf(tokens: readonly Token[]): Reader {
  let next = 0
  // The last token is `end`, which is never consumed.
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
  if (!opening) throw misunderstood(first.at, 'term_missing')
  if (depth === deepest) throw misunderstood(opening.at, 'too_deep')
  const inner = readOr(reader, depth + 1)
  if (!reader.take(')')) throw misunderstood(opening.at, 'not_closed')
  return inner
}

/** A position in a list of tokens, and the ways to move it forward. */
import { SyntaxFault } from './apple-error.ts'
import type { Token } from './tokens.ts'

export interface Cursor {
  readonly peek: () => Token
  readonly next: () => Token
  /** The end of the last token taken. */
  readonly lastEnd: () => number
  /** Whether the next tokens are these words or symbols. */
  readonly at: (...values: string[]) => boolean
  /** Takes these words if they are next. */
  readonly accept: (...values: string[]) => boolean
  readonly expect: (...values: string[]) => void
  readonly name: () => string
  readonly fail: (expected: string) => never
  readonly endLine: () => void
  readonly skipLines: () => void
}

export function cursorOver(tokens: readonly Token[]): Cursor {
  let at = 0
  const tokenAt = (index: number) => tokens[Math.min(index, tokens.length - 1)] as Token
  const peek = () => tokenAt(at)
  const next = () => tokenAt(at++)

  const isAt = (...values: string[]) =>
    values.every((value, ahead) => {
      const token = tokenAt(at + ahead)
      return (token.kind === 'word' || token.kind === 'symbol') && token.value === value
    })
  const fail = (expected: string): never => {
    const found = peek()
    const shown = found.kind === 'line' ? 'end of line' : found.kind === 'end' ? 'end of script' : `“${found.text}”`
    throw new SyntaxFault(found.start, `Expected ${expected} but found ${shown}.`)
  }
  const accept = (...values: string[]) => {
    if (!isAt(...values)) return false
    at += values.length
    return true
  }

  return {
    peek,
    next,
    lastEnd: () => tokenAt(at - 1).end,
    at: isAt,
    accept,
    expect: (...values) => {
      if (!accept(...values)) fail(`“${values.join(' ')}”`)
    },
    name: () => (peek().kind === 'word' ? next().value : fail('variable name')),
    fail,
    endLine: () => {
      if (peek().kind !== 'end' && next().kind !== 'line') {
        at -= 1
        fail('end of line')
      }
    },
    skipLines: () => {
      while (peek().kind === 'line') at += 1
    },
  }
}

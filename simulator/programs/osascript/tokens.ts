/** Splits AppleScript source into tokens. */
import { SyntaxFault } from './apple-error.ts'

export interface Token {
  readonly kind: 'word' | 'string' | 'number' | 'symbol' | 'line' | 'end'
  /** Words in lower case, strings unescaped. */
  readonly value: string
  /** The text as written. */
  readonly text: string
  readonly start: number
  readonly end: number
}

const patterns: readonly (readonly [kind: Token['kind'] | 'skip', pattern: RegExp])[] = [
  ['skip', /[ \t]+|¬[ \t]*\r?\n|--[^\r\n]*|#[^\r\n]*/y],
  ['line', /\r\n|\r|\n/y],
  ['string', /"(?:[^"\\]|\\.)*"/sy],
  ['number', /\d+(?:\.\d+)?(?![\w])/y],
  ['word', /\d+(?:st|nd|rd|th)\b|[A-Za-z_]\w*|\|[^|\r\n]+\||«[^»\r\n]+»/y],
  ['symbol', /'s\b|’s\b|<=|>=|\/=|[&=≠<>≤≥(){},:+*/-]/y],
]

const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', '"': '"', '\\': '\\' }

export function tokensOf(source: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  while (at < source.length) {
    const commentEnd = endOfBlockComment(source, at)
    if (commentEnd > at) {
      at = commentEnd
      continue
    }
    const token = tokenAt(source, at)
    if (token.kind !== 'skip') tokens.push({ ...token, kind: token.kind })
    at = token.end
  }
  return [...tokens, { kind: 'end', value: '', text: 'end of script', start: at, end: at }]
}

function tokenAt(source: string, start: number): Omit<Token, 'kind'> & { kind: Token['kind'] | 'skip' } {
  for (const [kind, pattern] of patterns) {
    pattern.lastIndex = start
    const text = pattern.exec(source)?.[0]
    if (text === undefined) continue
    return { kind, value: meaning(kind, text), text, start, end: start + text.length }
  }
  const found =
    source[start] === '"' ? 'Expected “"” but found end of script.' : 'Expected expression but found unknown token.'
  throw new SyntaxFault(start, found)
}

function meaning(kind: Token['kind'] | 'skip', text: string): string {
  if (kind === 'word') return text.startsWith('|') ? text.slice(1, -1) : text.toLowerCase()
  if (kind !== 'string') return text
  return text.slice(1, -1).replace(/\\(.)/gs, (_, letter: string) => {
    const plain = escapes[letter]
    if (plain === undefined) throw new SyntaxFault(0, 'Expected “"” but found unknown token.')
    return plain
  })
}

/** Finds the end of a block comment; block comments nest. */
function endOfBlockComment(source: string, start: number): number {
  if (!source.startsWith('(*', start)) return start
  let depth = 0
  for (let at = start; at < source.length; at += 1) {
    if (source.startsWith('(*', at)) depth += 1
    if (source.startsWith('*)', at)) depth -= 1
    if (depth === 0) return at + 2
  }
  throw new SyntaxFault(start, 'Expected “*)” but found end of script.')
}

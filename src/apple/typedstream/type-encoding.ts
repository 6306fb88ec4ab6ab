/**
 * Parses Objective-C type encodings, such as `@`, `iI`, `[635c]` or `{_NSRange=QQ}`: which values follow one, and how
 * each is stored.
 */
import { damage, limits } from '../decoded.ts'

export type Type =
  /** One raw byte. */
  | { kind: 'byte'; signed: boolean }
  | { kind: 'integer'; signed: boolean }
  | { kind: 'real'; width: 4 | 8 }
  | { kind: 'object' | 'class' | 'c-string' | 'characters' | 'name' | 'nothing' }
  | { kind: 'bytes'; count: number }
  | { kind: 'array'; count: number; element: Type }
  | { kind: 'struct'; members: readonly Type[] }

const simple: [letter: string, type: Type][] = [
  ['c', { kind: 'byte', signed: true }],
  ['C', { kind: 'byte', signed: false }],
  ['B', { kind: 'byte', signed: false }],
  ...[...'silq'].map((letter): [string, Type] => [letter, { kind: 'integer', signed: true }]),
  ...[...'SILQ'].map((letter): [string, Type] => [letter, { kind: 'integer', signed: false }]),
  ['f', { kind: 'real', width: 4 }],
  ['d', { kind: 'real', width: 8 }],
  ['@', { kind: 'object' }],
  ['#', { kind: 'class' }],
  ['*', { kind: 'c-string' }],
  ['+', { kind: 'characters' }],
  [':', { kind: 'name' }],
  ['%', { kind: 'name' }],
  ['!', { kind: 'nothing' }],
]
const byLetter = new Map(simple)

/** The encodings of nearly every group, parsed once. */
const frequent = new Map<string, readonly Type[]>(simple.map(([letter, type]) => [letter, [type]]))
frequent.set('iI', [...(frequent.get('i') ?? []), ...(frequent.get('I') ?? [])])

/** Returns the types that an encoding lists, in order. */
export function parseTypes(encoding: string): readonly Type[] {
  const known = frequent.get(encoding)
  if (known) return known
  const parsing: Parsing = { encoding, at: 0, depth: 0 }
  const types: Type[] = []
  while (parsing.at < encoding.length) types.push(parseType(parsing))
  return types
}

interface Parsing {
  readonly encoding: string
  at: number
  depth: number
}

function parseType(parsing: Parsing): Type {
  const letter = parsing.encoding.charAt(parsing.at++)
  if (letter === '[') return nested(parsing, parseArray)
  if (letter === '{') return nested(parsing, parseStruct)
  return byLetter.get(letter) ?? damage('a type that archives do not have')
}

function nested(parsing: Parsing, parse: (parsing: Parsing) => Type): Type {
  if (++parsing.depth > limits.depth) damage('types nested too deeply')
  const type = parse(parsing)
  parsing.depth--
  return type
}

function parseArray(parsing: Parsing): Type {
  const count = Number.parseInt(parsing.encoding.slice(parsing.at, parsing.at + longestCount), 10)
  while (isDigit(parsing.encoding.charAt(parsing.at))) parsing.at++
  const element = parseType(parsing)
  expect(parsing, ']')
  if (!Number.isSafeInteger(count)) damage('an array of no count')
  return element.kind === 'byte' ? { kind: 'bytes', count } : { kind: 'array', count, element }
}

const longestCount = 15
const isDigit = (letter: string) => letter >= '0' && letter <= '9'

function parseStruct(parsing: Parsing): Type {
  const nameEnd = parsing.encoding.indexOf('=', parsing.at)
  if (nameEnd === -1) damage('a structure without members')
  parsing.at = nameEnd + 1
  const members: Type[] = []
  while (parsing.encoding[parsing.at] !== '}') members.push(parseType(parsing))
  expect(parsing, '}')
  return { kind: 'struct', members }
}

function expect(parsing: Parsing, letter: string): void {
  if (parsing.encoding.charAt(parsing.at++) !== letter) damage(`a type that does not end in ${letter}`)
}

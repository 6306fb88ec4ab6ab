/**
 * Parses a pattern: the subset of regular expressions that can be searched in a time that grows only with the text. It
 * has characters, `.`, `[a-z]`, `\d \w \s \D \W \S`, `\b ^ $`, `( )`, `|`, and `* + ? {2,5}` after any of them. It
 * ignores case.
 */
/** Tests one character in lower case. */
type Test = (character: string) => boolean

export type Assertion = 'start' | 'end' | 'boundary'

/** The syntax tree of a pattern. */
export type Node =
  | { reads: Test }
  | { needs: Assertion }
  | { row: readonly Node[] }
  | { choice: readonly Node[] }
  | { repeated: Node; min: number; max: number }

export const isWordCharacter: Test = (read) => /[\p{L}\p{M}\p{N}_]/u.test(read)

export class Misread extends Error {
  readonly at: number
  constructor(message: string, at: number) {
    super(message)
    this.at = at
  }
}

const mostRepeats = 100

/** Throws `Misread` for a pattern that cannot be read. */
export function parsePattern(source: string): Node {
  const reader: Reader = { characters: [...source.normalize('NFC')], at: 0 }
  const whole = alternatives(reader)
  if (reader.at < reader.characters.length) throw new Misread(`“${peek(reader)}” closes nothing`, reader.at)
  return whole
}

interface Reader {
  characters: readonly string[]
  at: number
}

const peek = ({ characters, at }: Reader): string | undefined => characters[at]

function take(reader: Reader, wanted: string): boolean {
  if (peek(reader) !== wanted) return false
  reader.at++
  return true
}

function next(reader: Reader, expected: string): string {
  const character = peek(reader)
  if (character === undefined) throw new Misread(`${expected} is missing`, reader.at)
  reader.at++
  return character
}

function alternatives(reader: Reader): Node {
  const choice = [row(reader)]
  while (take(reader, '|')) choice.push(row(reader))
  return choice.length === 1 && choice[0] !== undefined ? choice[0] : { choice }
}

function row(reader: Reader): Node {
  const nodes: Node[] = []
  for (
    let character = peek(reader);
    character !== undefined && character !== '|' && character !== ')';
    character = peek(reader)
  )
    nodes.push(repeated(single(reader), reader))
  return { row: nodes }
}

function single(reader: Reader): Node {
  const { at } = reader
  const character = next(reader, 'a character')
  switch (character) {
    case '(': {
      // `(?:` is accepted since people are used to writing it; groups capture nothing anyway.
      if (take(reader, '?') && !take(reader, ':')) throw new Misread('“(?” is not understood', at)
      const inner = alternatives(reader)
      if (!take(reader, ')')) throw new Misread('“)” is missing', reader.at)
      return inner
    }
    case '[':
      return { reads: set(reader) }
    case '.':
      return { reads: (read) => read !== '\n' }
    case '^':
      return { needs: 'start' }
    case '$':
      return { needs: 'end' }
    case '\\':
      return escaped(reader)
    case '*':
    case '+':
    case '?':
    case '{':
      throw new Misread(`nothing stands before “${character}”`, at)
    default:
      return { reads: same(character) }
  }
}

function escaped(reader: Reader): Node {
  const { at } = reader
  const character = next(reader, 'a character after “\\”')
  if (character === 'b') return { needs: 'boundary' }
  const kind = kinds[character]
  if (kind === undefined && /[\p{L}\p{N}]/u.test(character)) throw new Misread(`“\\${character}” is not understood`, at)
  return { reads: kind ?? same(character) }
}

const kinds: Readonly<Record<string, Test>> = {
  d: (read) => /\p{Nd}/u.test(read),
  w: (read) => isWordCharacter(read),
  s: (read) => /\s/.test(read),
  D: (read) => !/\p{Nd}/u.test(read),
  W: (read) => !isWordCharacter(read),
  S: (read) => !/\s/.test(read),
}

const fold = (character: string): string => character.toLowerCase()
const same = (character: string): Test => {
  const folded = fold(character)
  return (read) => read === folded
}

function set(reader: Reader): Test {
  const isNegated = take(reader, '^')
  const tests: Test[] = []
  for (let isFirst = true; isFirst || peek(reader) !== ']'; isFirst = false) tests.push(member(reader))
  reader.at++
  return (read) => tests.some((test) => test(read)) !== isNegated
}

function member(reader: Reader): Test {
  const first = next(reader, '“]”')
  if (first === '\\') {
    const node = escaped(reader)
    if (!('reads' in node)) throw new Misread('“\\b” means nothing within “[ ]”', reader.at)
    return node.reads
  }
  const isRange = peek(reader) === '-' && reader.characters[reader.at + 1] !== ']'
  if (!isRange) return same(first)
  reader.at++
  const last = next(reader, '“]”')
  if (last < first) throw new Misread(`“${first}-${last}” is no range`, reader.at)
  const [low, high] = [first.codePointAt(0) ?? 0, last.codePointAt(0) ?? 0]
  const holds = (read: string) => (read.codePointAt(0) ?? 0) >= low && (read.codePointAt(0) ?? 0) <= high
  return (read) => holds(read) || holds(read.toUpperCase())
}

function repeated(node: Node, reader: Reader): Node {
  const bounds = boundsAt(reader)
  if (bounds === undefined) return node
  if (boundsAt(reader) !== undefined) throw new Misread('two repetitions follow each other', reader.at)
  return { repeated: node, ...bounds }
}

function boundsAt(reader: Reader): { min: number; max: number } | undefined {
  if (take(reader, '*')) return { min: 0, max: Number.POSITIVE_INFINITY }
  if (take(reader, '+')) return { min: 1, max: Number.POSITIVE_INFINITY }
  if (take(reader, '?')) return { min: 0, max: 1 }
  return take(reader, '{') ? counted(reader) : undefined
}

function counted(reader: Reader): { min: number; max: number } {
  const { at } = reader
  let written = ''
  while (!take(reader, '}')) written += next(reader, '“}”')
  const [, low = '', comma, high = ''] = /^(\d{1,3})(,)?(\d{1,3})?$/.exec(written) ?? []
  const min = Number(low)
  const max = high === '' ? (comma === undefined ? min : Number.POSITIVE_INFINITY) : Number(high)
  if (low === '' || min > mostRepeats || (max > mostRepeats && max !== Number.POSITIVE_INFINITY) || max < min)
    throw new Misread(`“{${written}}” is no count up to ${mostRepeats}`, at)
  return { min, max }
}

/** Parses expressions of AppleScript, by precedence from `or` down to what `of` joins. */
import type { Cursor } from './cursor.ts'
import type { ElementClass, Expression } from './syntax.ts'

/** Each name of a class in the dictionaries of Messages, including those from before macOS 11, and of System Events. */
const classes = new Map<string, ElementClass>(
  Object.entries({
    chat: 'chat',
    chats: 'chat',
    account: 'account',
    accounts: 'account',
    service: 'account',
    services: 'account',
    participant: 'participant',
    participants: 'participant',
    buddy: 'participant',
    buddies: 'participant',
    item: 'item',
    items: 'item',
    process: 'process',
    processes: 'process',
    window: 'window',
    windows: 'window',
    attribute: 'attribute',
    attributes: 'attribute',
    action: 'action',
    actions: 'action',
  } as const),
)
const plurals = new Set([
  'chats',
  'accounts',
  'services',
  'participants',
  'buddies',
  'items',
  'processes',
  'windows',
  'attributes',
  'actions',
])
const ordinals = new Map([
  ['first', 1],
  ['second', 2],
  ['third', 3],
  ['last', -1],
  ['some', 1],
])

const literals = new Map<string, string | boolean>([
  ['true', true],
  ['false', false],
  ['linefeed', '\n'],
  ['return', '\r'],
  ['tab', '\t'],
  ['space', ' '],
  ['quote', '"'],
])

/** Ordered by length, since `is` begins others. */
const comparisons: readonly (readonly [words: string[], operator: string])[] = [
  [['is', 'not', 'equal', 'to'], '≠'],
  [['is', 'not', 'in'], 'not in'],
  [['is', 'not'], '≠'],
  [['is', 'equal', 'to'], '='],
  [['is', 'greater', 'than'], '>'],
  [['is', 'less', 'than'], '<'],
  [['is', 'in'], 'in'],
  [['does', 'not', 'contain'], 'lacks'],
  [['starts', 'with'], 'starts with'],
  [['ends', 'with'], 'ends with'],
  [['equals'], '='],
  [['contains'], 'contains'],
  [['is'], '='],
  [['='], '='],
  [['≠'], '≠'],
  [['/='], '≠'],
  [['<='], '≤'],
  [['>='], '≥'],
  [['≤'], '≤'],
  [['≥'], '≥'],
  [['<'], '<'],
  [['>'], '>'],
]

export function parseExpression(cursor: Cursor): Expression {
  return leftToRight(cursor, ['or'], () => leftToRight(cursor, ['and'], () => negation(cursor)))
}

function leftToRight(cursor: Cursor, operators: readonly string[], operand: () => Expression): Expression {
  let left = operand()
  for (;;) {
    const operator = operators.find((each) => cursor.accept(each))
    if (operator === undefined) return left
    left = { type: 'binary', operator, left, right: operand() }
  }
}

function negation(cursor: Cursor): Expression {
  if (cursor.accept('not')) return { type: 'unary', operator: 'not', value: negation(cursor) }
  if (cursor.accept('exists')) return { type: 'unary', operator: 'exists', value: comparison(cursor) }
  return comparison(cursor)
}

function comparison(cursor: Cursor): Expression {
  const left = coercion(cursor)
  if (cursor.accept('exists')) return { type: 'unary', operator: 'exists', value: left }
  if (cursor.at('is', 'running') || cursor.at('is', 'not', 'running')) return runningTest(cursor, left)
  const found = comparisons.find(([words]) => cursor.accept(...words))
  return found === undefined ? left : { type: 'binary', operator: found[1], left, right: coercion(cursor) }
}

function runningTest(cursor: Cursor, of: Expression): Expression {
  const negated = cursor.accept('is', 'not', 'running') || !cursor.accept('is', 'running')
  const running: Expression = { type: 'property', name: 'running', of }
  return negated ? { type: 'unary', operator: 'not', value: running } : running
}

function coercion(cursor: Cursor): Expression {
  let value = leftToRight(cursor, ['&'], () =>
    leftToRight(cursor, ['+', '-'], () => leftToRight(cursor, ['*', '/'], () => joined(cursor))),
  )
  while (cursor.accept('as')) {
    const isFile = cursor.accept('posix', 'file')
    value = isFile ? { type: 'posix file', path: value } : { type: 'coerce', value, to: cursor.next().value }
  }
  return value
}

/** Parses what can be set: a variable, or a property of something. */
export const parsePlace = (cursor: Cursor): Expression => joined(cursor)

/** Parses `a of b of c` and `c's b`. */
function joined(cursor: Cursor): Expression {
  let value = primary(cursor)
  while (cursor.accept("'s") || cursor.accept('’s')) value = inside(cursor, primary(cursor), value)
  if (cursor.accept('of') || (value.type === 'element' && cursor.accept('in')))
    return inside(cursor, value, joined(cursor))
  return value
}

function inside(cursor: Cursor, part: Expression, whole: Expression): Expression {
  if (part.type === 'element' && part.of === undefined)
    return { ...part, of: whole, whose: part.whose ?? filter(cursor) }
  if (part.type === 'name') return { type: 'property', name: part.name, of: whole }
  if (part.type === 'unary' && part.operator === 'count') return { ...part, value: whole }
  return cursor.fail('element or property')
}

function primary(cursor: Cursor): Expression {
  cursor.accept('the')
  const token = cursor.peek()
  if (token.kind === 'string') return { type: 'literal', value: cursor.next().value }
  if (token.kind === 'number') return { type: 'literal', value: Number(cursor.next().value) }
  if (cursor.accept('(')) return closing(cursor, parseExpression(cursor), ')')
  if (cursor.accept('{')) return closing(cursor, { type: 'list', items: parseList(cursor, '}') }, '}')
  if (cursor.accept('-')) return { type: 'unary', operator: '-', value: primary(cursor) }
  if (token.kind !== 'word') return cursor.fail('expression')
  return phrase(cursor) ?? word(cursor)
}

function closing(cursor: Cursor, value: Expression, bracket: string): Expression {
  cursor.expect(bracket)
  return value
}

export function parseList(cursor: Cursor, end: string): Expression[] {
  const items: Expression[] = []
  while (!cursor.at(end)) {
    items.push(parseExpression(cursor))
    if (!cursor.accept(',')) break
  }
  return items
}

/** Parses an expression that begins with a keyword. */
function phrase(cursor: Cursor): Expression | undefined {
  if (cursor.accept('posix', 'file')) return { type: 'posix file', path: primary(cursor) }
  if (cursor.accept('posix', 'path')) return { type: 'name', name: 'posix path' }
  if (cursor.accept('missing', 'value')) return { type: 'literal', value: null }
  if (cursor.accept('service', 'type')) return { type: 'name', name: 'service type' }
  if (cursor.accept('ui', 'elements', 'enabled')) return { type: 'name', name: 'ui elements enabled' }
  if (cursor.accept('current', 'date')) return { type: 'name', name: 'current date' }
  if (cursor.accept('entire', 'contents')) return { type: 'name', name: 'entire contents' }
  if (cursor.accept('character', 'id')) return { type: 'character', code: primary(cursor) }
  if (cursor.accept('count') || cursor.accept('number', 'of')) return counted(cursor)
  if (cursor.accept('application')) return element('application', 'id', primary(cursor))
  if (cursor.accept('every')) return everyElement(cursor)
  const position = ordinalAt(cursor)
  if (position !== undefined) return ordinalElement(cursor, position)
  return classes.has(cursor.peek().value) ? namedElement(cursor) : undefined
}

function counted(cursor: Cursor): Expression {
  cursor.accept('of')
  return { type: 'unary', operator: 'count', value: joined(cursor) }
}

function ordinalAt(cursor: Cursor): number | undefined {
  const { value } = cursor.peek()
  return ordinals.get(value) ?? (/^\d+(st|nd|rd|th)$/.test(value) ? Number.parseInt(value, 10) : undefined)
}

function ordinalElement(cursor: Cursor, position: number): Expression {
  cursor.next()
  const key: Expression = { type: 'literal', value: position }
  return { ...element(classAt(cursor), 'index', key), whose: filter(cursor) }
}

function everyElement(cursor: Cursor): Expression {
  return { ...element(classAt(cursor), 'every'), whose: filter(cursor) }
}

function namedElement(cursor: Cursor): Expression {
  const plural = plurals.has(cursor.peek().value)
  const name = classAt(cursor)
  if (plural) return { ...element(name, 'every'), whose: filter(cursor) }
  if (cursor.accept('id')) return element(name, 'id', primary(cursor))
  return element(name, name === 'participant' ? 'id' : 'index', primary(cursor))
}

function classAt(cursor: Cursor): ElementClass {
  return classes.get(cursor.next().value) ?? cursor.fail('class name')
}

const filter = (cursor: Cursor) =>
  cursor.accept('whose') || cursor.accept('where') ? parseExpression(cursor) : undefined

function element(name: ElementClass, by: 'id' | 'index' | 'every', key?: Expression) {
  return { type: 'element', element: name, by, key, of: undefined, whose: undefined } as const
}

function word(cursor: Cursor): Expression {
  cursor.accept('my')
  const { value } = cursor.next()
  if (cursor.accept('(')) {
    const args = parseList(cursor, ')')
    cursor.expect(')')
    return { type: 'call', name: value, args }
  }
  const literal = literals.get(value)
  return literal === undefined ? { type: 'name', name: value } : { type: 'literal', value: literal }
}

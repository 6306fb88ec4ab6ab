/** Parses AppleScript source into a tree. Unknown syntax is a syntax error, as it is to the compiler. */
import { type Cursor, cursorOver } from './cursor.ts'
import { parseExpression, parseList, parsePlace } from './parse-expression.ts'
import type { Expression, Handler, Loop, Script, Statement } from './syntax.ts'
import { tokensOf } from './tokens.ts'

type Bare<T> = T extends unknown ? Omit<T, 'start' | 'end'> : never

export function parseScript(source: string): Script {
  const cursor = cursorOver(tokensOf(source))
  const handlers = new Map<string, Handler>()
  const body: Statement[] = []
  for (cursor.skipLines(); cursor.peek().kind !== 'end'; cursor.skipLines()) {
    if (cursor.at('on') || cursor.at('to')) {
      const [name, handler] = parseHandler(cursor)
      handlers.set(name, handler)
    } else if (cursor.accept('use')) skipLine(cursor)
    else body.push(parseStatement(cursor))
  }
  return { handlers, body }
}

function skipLine(cursor: Cursor): void {
  while (cursor.peek().kind !== 'line' && cursor.peek().kind !== 'end') cursor.next()
}

function parseHandler(cursor: Cursor): [string, Handler] {
  cursor.next()
  const name = cursor.name()
  const bracketed = cursor.accept('(') ? ')' : cursor.accept('{') ? '}' : undefined
  const parameters =
    bracketed === undefined ? bareParameter(cursor) : parseList(cursor, bracketed).map((each) => nameOf(cursor, each))
  if (bracketed !== undefined) cursor.expect(bracketed)
  cursor.endLine()
  const body = parseBody(cursor, () => cursor.at('end'))
  cursor.expect('end')
  cursor.accept(name)
  cursor.endLine()
  return [name, { parameters, takesListApart: bracketed === '}', body }]
}

const bareParameter = (cursor: Cursor) => (cursor.peek().kind === 'word' ? [cursor.name()] : [])
const nameOf = (cursor: Cursor, value: Expression) =>
  value.type === 'name' ? value.name : cursor.fail('parameter name')

function parseBody(cursor: Cursor, isOver: () => boolean): Statement[] {
  const body: Statement[] = []
  for (cursor.skipLines(); !isOver(); cursor.skipLines()) {
    if (cursor.peek().kind === 'end') cursor.fail('“end”')
    body.push(parseStatement(cursor))
  }
  return body
}

function parseStatement(cursor: Cursor): Statement {
  const statement = parseBareStatement(cursor)
  cursor.endLine()
  return statement
}

/** Parses a statement without the end of its line, as it appears after `tell … to` and `if … then`. */
function parseBareStatement(cursor: Cursor): Statement {
  const { start } = cursor.peek()
  const parsed = parseContent(cursor)
  return { ...parsed, start, end: cursor.lastEnd() } as Statement
}

function parseContent(cursor: Cursor): Bare<Statement> {
  const keyword = cursor.peek().value
  const parse = cursor.peek().kind === 'word' && Object.hasOwn(statements, keyword) ? statements[keyword] : undefined
  if (parse === undefined) return { type: 'evaluate', value: parseExpression(cursor) }
  cursor.next()
  return parse(cursor)
}

const statements: Record<string, (cursor: Cursor) => Bare<Statement>> = {
  set: parseSet,
  copy: (cursor) => {
    const value = parseExpression(cursor)
    cursor.expect('to')
    return { type: 'set', name: cursor.name(), value }
  },
  tell: (cursor) => {
    const target = parseExpression(cursor)
    if (cursor.accept('to')) return { type: 'tell', target, body: [parseBareStatement(cursor)] }
    return { type: 'tell', target, body: block(cursor, 'tell') }
  },
  if: parseIf,
  try: parseTry,
  repeat: (cursor) => ({ type: 'repeat', loop: parseLoop(cursor), body: block(cursor, 'repeat') }),
  with: (cursor) => {
    cursor.expect('timeout')
    cursor.accept('of')
    const seconds = parseExpression(cursor)
    if (!cursor.accept('seconds')) cursor.accept('second')
    return { type: 'timeout', seconds, body: block(cursor, 'timeout') }
  },
  using: (cursor) => {
    cursor.expect('terms', 'from')
    parseExpression(cursor)
    return { type: 'block', body: block(cursor, 'using', 'terms', 'from') }
  },
  ignoring: (cursor) => unheeded(cursor, 'ignoring'),
  considering: (cursor) => {
    if (!cursor.accept('case')) return unheeded(cursor, 'considering')
    skipLine(cursor)
    return { type: 'considering case', body: block(cursor, 'considering') }
  },
  perform: (cursor) => ({ type: 'perform', action: parseExpression(cursor) }),
  open: (cursor) => {
    cursor.expect('location')
    return { type: 'open location', address: parseExpression(cursor) }
  },
  send: (cursor) => {
    const content = parseExpression(cursor)
    cursor.expect('to')
    return { type: 'send', content, to: parseExpression(cursor) }
  },
  make: (cursor) => {
    skipLine(cursor)
    return { type: 'make chat' }
  },
  launch: () => ({ type: 'command', name: 'launch' }),
  activate: () => ({ type: 'command', name: 'activate' }),
  run: () => ({ type: 'command', name: 'run' }),
  quit: () => ({ type: 'command', name: 'quit' }),
  delay: (cursor) => ({ type: 'delay', seconds: parseExpression(cursor) }),
  log: (cursor) => ({ type: 'log', value: parseExpression(cursor) }),
  return: (cursor) => ({ type: 'return', value: isLineOver(cursor) ? undefined : parseExpression(cursor) }),
  error: (cursor) => {
    const message: Expression = cursor.at('number') ? { type: 'literal', value: '' } : parseExpression(cursor)
    return { type: 'error', message, number: cursor.accept('number') ? parseExpression(cursor) : undefined }
  },
  exit: (cursor) => {
    cursor.expect('repeat')
    return { type: 'exit repeat' }
  },
  get: (cursor) => ({ type: 'evaluate', value: parseExpression(cursor) }),
}

function parseSet(cursor: Cursor): Bare<Statement> {
  const place = parsePlace(cursor)
  cursor.expect('to')
  const value = parseExpression(cursor)
  if (place.type === 'name') return { type: 'set', name: place.name, value }
  return place.type === 'property'
    ? { type: 'set property', name: place.name, of: place.of, value }
    : cursor.fail('variable name or property')
}

const isLineOver = (cursor: Cursor) => ['line', 'end'].includes(cursor.peek().kind)

function unheeded(cursor: Cursor, keyword: string): Bare<Statement> {
  skipLine(cursor)
  return { type: 'block', body: block(cursor, keyword) }
}

/** Parses the lines up to `end` and the words that may follow it. */
function block(cursor: Cursor, ...closing: string[]): Statement[] {
  cursor.endLine()
  const body = parseBody(cursor, () => cursor.at('end'))
  cursor.expect('end')
  cursor.accept(...closing)
  return body
}

function parseIf(cursor: Cursor): Bare<Statement> {
  const when = parseExpression(cursor)
  cursor.expect('then')
  if (!isLineOver(cursor))
    return { type: 'if', branches: [{ when, body: [parseBareStatement(cursor)] }], otherwise: [] }
  const isOver = () => cursor.at('else') || cursor.at('end')
  const branches = [{ when, body: parseBody(cursor, isOver) }]
  while (cursor.accept('else', 'if')) {
    const condition = parseExpression(cursor)
    cursor.expect('then')
    branches.push({ when: condition, body: parseBody(cursor, isOver) })
  }
  const otherwise = cursor.accept('else') ? parseBody(cursor, isOver) : []
  cursor.expect('end')
  cursor.accept('if')
  return { type: 'if', branches, otherwise }
}

function parseTry(cursor: Cursor): Bare<Statement> {
  cursor.endLine()
  const body = parseBody(cursor, () => cursor.at('on', 'error') || cursor.at('end'))
  let errorName: string | undefined
  let numberName: string | undefined
  let rescue: Statement[] = []
  if (cursor.accept('on', 'error')) {
    if (!isLineOver(cursor) && !cursor.at('number')) errorName = cursor.name()
    if (cursor.accept('number')) numberName = cursor.name()
    rescue = parseBody(cursor, () => cursor.at('end'))
  }
  cursor.expect('end')
  if (!cursor.accept('try')) cursor.accept('error')
  return { type: 'try', body, rescue, errorName, numberName }
}

function parseLoop(cursor: Cursor): Loop {
  if (cursor.accept('while')) return { type: 'while', condition: parseExpression(cursor), until: false }
  if (cursor.accept('until')) return { type: 'while', condition: parseExpression(cursor), until: true }
  if (isLineOver(cursor)) return { type: 'while', condition: { type: 'literal', value: true }, until: false }
  if (!cursor.accept('with')) {
    const count = parseExpression(cursor)
    cursor.accept('times')
    return { type: 'times', count }
  }
  const name = cursor.name()
  if (cursor.accept('in')) return { type: 'in', name, list: parseExpression(cursor) }
  cursor.expect('from')
  const from = parseExpression(cursor)
  cursor.expect('to')
  return { type: 'range', name, from, to: parseExpression(cursor) }
}

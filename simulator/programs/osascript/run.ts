/** Runs a parsed script, statement by statement, as its `run` handler with the arguments of the command line. */
import type { MessagesApp, Target } from '../messages-app.ts'
import { AppleError, appleErrors, numbers } from './apple-error.ts'
import { evaluate, requireKnown, type Scope } from './evaluate.ts'
import type { Expression, Handler, Loop, Script, Statement } from './syntax.ts'
import { uiElementOf } from './system-events.ts'
import { asList, asNumber, asText, isReference, quoted, type Value } from './value.ts'

/** AppleScript waits this long for a reply unless `with timeout` sets another limit. */
const DEFAULT_TIMEOUT_S = 120

interface Frame extends Scope {
  readonly timeoutSeconds: number
}

/** The end of a list of statements. */
type Outcome =
  | { readonly kind: 'fell through'; readonly last: Value | undefined }
  | { readonly kind: 'returned'; readonly value: Value | undefined }
  | { readonly kind: 'left loop' }

/** An error of AppleScript and the statement in which it occurred. */
export class ScriptFailure extends Error {
  readonly start: number
  readonly end: number
  readonly number: number

  constructor(cause: AppleError, { start, end }: Statement) {
    super(cause.message, { cause })
    this.name = 'ScriptFailure'
    this.start = start
    this.end = end
    this.number = cause.number
  }
}

export function runScript(script: Script, args: readonly string[], app: MessagesApp): Value | undefined {
  const main = script.handlers.get('run') ?? { parameters: [], takesListApart: false, body: script.body }
  return callHandler(script, main, main.takesListApart ? args : [args], app)
}

function callHandler(script: Script, handler: Handler, args: readonly Value[], app: MessagesApp): Value | undefined {
  const variables = new Map(handler.parameters.map((name, index) => [name, args[index] ?? null]))
  const call = (name: string, values: readonly Value[]): Value => {
    const called = script.handlers.get(name)
    if (called === undefined) throw new AppleError(-1708, `«script» doesn’t understand the “${name}” message.`)
    return callHandler(script, called, values, app) ?? null
  }
  const outcome = runAll(handler.body, { app, variables, call, target: undefined, timeoutSeconds: DEFAULT_TIMEOUT_S })
  if (outcome.kind === 'returned') return outcome.value
  return outcome.kind === 'fell through' ? outcome.last : undefined
}

function runAll(statements: readonly Statement[], frame: Frame): Outcome {
  let last: Value | undefined
  for (const statement of statements) {
    const outcome = located(statement, frame)
    if (outcome.kind !== 'fell through') return outcome
    last = outcome.last
  }
  return { kind: 'fell through', last }
}

function located(statement: Statement, frame: Frame): Outcome {
  try {
    return runOne(statement, frame)
  } catch (error) {
    throw error instanceof AppleError ? new ScriptFailure(error, statement) : error
  }
}

const done = (last?: Value): Outcome => ({ kind: 'fell through', last })

function runOne(statement: Statement, frame: Frame): Outcome {
  switch (statement.type) {
    case 'set':
      frame.variables.set(statement.name, checked(evaluate(statement.value, frame), frame))
      return done()
    case 'set property':
      setProperty(statement, frame)
      return done()
    case 'evaluate':
      return done(checked(evaluate(statement.value, frame), frame))
    case 'tell':
      return runAll(statement.body, { ...frame, target: told(evaluate(statement.target, frame)) })
    case 'if':
      return runAll(chosen(statement, frame), frame)
    case 'try':
      return attempt(statement, frame)
    case 'repeat':
      return repeat(statement.loop, statement.body, frame)
    case 'timeout':
      return runAll(statement.body, { ...frame, timeoutSeconds: asNumber(evaluate(statement.seconds, frame)) })
    case 'block':
      return runAll(statement.body, frame)
    case 'considering case':
      return runAll(statement.body, { ...frame, heedsCase: true })
    case 'return':
      return { kind: 'returned', value: statement.value && evaluate(statement.value, frame) }
    case 'exit repeat':
      return { kind: 'left loop' }
    case 'error':
      throw new AppleError(numberOf(statement.number, frame), asText(evaluate(statement.message, frame)))
    default:
      act(statement, frame)
      return done()
  }
}

/** Appends to a list for `end of`; every other property is set on a UI element. */
function setProperty({ name, of, value }: Extract<Statement, { type: 'set property' }>, frame: Frame): void {
  const given = evaluate(value, frame)
  if (name !== 'end' || of.type !== 'name') uiElementOf(evaluate(of, frame), frame.app).set(name, asText(given))
  else frame.variables.set(of.name, [...asList(evaluate(of, frame)), given])
}

const numberOf = (expression: Expression | undefined, frame: Frame) =>
  expression === undefined ? numbers.generic : asNumber(evaluate(expression, frame))

/** Checks that an object of Messages exists when a script gets it. */
function checked(value: Value, { app }: Frame): Value {
  if (!isReference(value) || value.ref !== 'chat') return value
  app.admit()
  if (app.chat(value.guid) === undefined) throw appleErrors.cannotGet(`chat id "${value.guid}"`)
  return value
}

function told(target: Value): Value {
  if (isReference(target) && target.ref === 'application') requireKnown(target.name)
  return target
}

function chosen(statement: Extract<Statement, { type: 'if' }>, frame: Frame): readonly Statement[] {
  const branch = statement.branches.find(({ when }) => evaluate(when, frame) === true)
  return branch?.body ?? statement.otherwise
}

function attempt(statement: Extract<Statement, { type: 'try' }>, frame: Frame): Outcome {
  try {
    return runAll(statement.body, frame)
  } catch (error) {
    if (!(error instanceof ScriptFailure)) throw error
    if (statement.errorName !== undefined) frame.variables.set(statement.errorName, error.message)
    if (statement.numberName !== undefined) frame.variables.set(statement.numberName, error.number)
    return runAll(statement.rescue, frame)
  }
}

function repeat(loop: Loop, body: readonly Statement[], frame: Frame): Outcome {
  for (const value of turns(loop, frame)) {
    if ('name' in loop) frame.variables.set(loop.name, value)
    const outcome = runAll(body, frame)
    if (outcome.kind === 'returned') return outcome
    if (outcome.kind === 'left loop') break
  }
  return done()
}

function* turns(loop: Loop, frame: Frame): Generator<Value> {
  if (loop.type === 'while') {
    while ((evaluate(loop.condition, frame) === true) !== loop.until) yield null
  } else if (loop.type === 'in') yield* asList(evaluate(loop.list, frame))
  else {
    const from = loop.type === 'times' ? 1 : asNumber(evaluate(loop.from, frame))
    const to = asNumber(evaluate(loop.type === 'times' ? loop.count : loop.to, frame))
    for (let turn = from; turn <= to; turn += 1) yield turn
  }
}

/** Runs statements that have an effect outside the script. */
function act(statement: Statement, frame: Frame): void {
  const { app } = frame
  if (statement.type === 'delay') app.pause(asNumber(evaluate(statement.seconds, frame)) * 1000)
  else if (statement.type === 'log') process.stderr.write(`${asText(evaluate(statement.value, frame))}\n`)
  else if (statement.type === 'command') command(statement.name, app)
  else if (statement.type === 'make chat') refuseNewChat(app)
  else if (statement.type === 'send') send(statement, frame)
  else if (statement.type === 'perform') uiElementOf(evaluate(statement.action, frame), app).perform()
  else if (statement.type === 'open location') app.openLocation(asText(evaluate(statement.address, frame)))
}

function send(statement: Extract<Statement, { type: 'send' }>, frame: Frame): void {
  const content = evaluate(statement.content, frame)
  const isFile = isReference(content) && content.ref === 'file'
  frame.app.send({
    content: isFile ? { path: content.path } : { text: asText(content) },
    target: addressee(evaluate(statement.to, frame)),
    timeoutMs: frame.timeoutSeconds * 1000,
  })
}

/** This has been broken since macOS 11. */
function refuseNewChat(app: MessagesApp): void {
  app.admit()
  throw appleErrors.handlerFailed()
}

function command(name: 'launch' | 'activate' | 'run' | 'quit', app: MessagesApp): void {
  if (name === 'quit') app.quit()
  else app.launch()
}

function addressee(value: Value): Target {
  if (isReference(value)) {
    if (value.ref === 'chat') return { guid: value.guid }
    if (value.ref === 'participant') return { handle: value.handle, service: value.service }
  }
  throw appleErrors.cannotCoerce(quoted(value), 'chat')
}

/** Evaluates expressions, and asks the application for the values that belong to Messages. */
import { existsSync } from 'node:fs'
import type { Chat, MessagesApp, Service } from '../messages-app.ts'
import { AppleError, appleErrors, numbers } from './apple-error.ts'
import type { ElementClass, Expression } from './syntax.ts'
import { isUiClass, systemEventsName, uiElementNamed, uiElements, uiProperty } from './system-events.ts'
import { asList, asNumber, asText, equal, isReference, quoted, type Reference, type Value } from './value.ts'

export interface Scope {
  readonly app: MessagesApp
  readonly variables: Map<string, Value>
  /** The target of the enclosing `tell`. */
  readonly target: Value | undefined
  /** Whether this is inside `considering case`. */
  readonly heedsCase?: boolean
  readonly call: (name: string, args: readonly Value[]) => Value
}

const services = new Map<string, Service>([
  ['imessage', 'iMessage'],
  ['sms', 'SMS'],
  ['rcs', 'RCS'],
])

export function evaluate(expression: Expression, scope: Scope): Value {
  switch (expression.type) {
    case 'literal':
      return expression.value
    case 'name':
      return named(expression.name, scope)
    case 'list':
      return expression.items.map((item) => evaluate(item, scope))
    case 'property':
      return property(expression.name, evaluate(expression.of, scope), scope)
    case 'element':
      return element(expression, scope)
    case 'posix file':
      return { ref: 'file', path: asText(evaluate(expression.path, scope)) }
    case 'character':
      return String.fromCodePoint(asNumber(evaluate(expression.code, scope)))
    case 'coerce':
      return coerced(evaluate(expression.value, scope), expression.to)
    case 'unary':
      return unary(expression.operator, expression.value, scope)
    case 'binary':
      return binary(expression, scope)
    case 'call':
      return scope.call(
        expression.name,
        expression.args.map((argument) => evaluate(argument, scope)),
      )
  }
}

function named(name: string, scope: Scope): Value {
  const variable = scope.variables.get(name)
  if (variable !== undefined) return variable
  // AppleScript counts in whole seconds.
  if (name === 'current date') return Math.floor(Date.now() / 1000)
  if (name === 'it' && scope.target !== undefined) return scope.target
  if (name === 'any' || services.has(name)) return { ref: 'constant', name: services.get(name) ?? name }
  if (scope.target !== undefined) return property(name, scope.target, scope)
  throw appleErrors.undefinedVariable(name)
}

function property(name: string, of: Value, scope: Scope): Value {
  if (name === 'length') return asList(of).length
  if (name === 'rest') return asList(of).slice(1)
  if (name === 'class') return isReference(of) ? of.ref : typeof of
  if (isReference(of)) {
    const value = propertyOfReference(name, of, scope)
    if (value !== undefined) return value
  }
  throw isReference(of) ? appleErrors.undefinedVariable(name) : appleErrors.cannotGet(`${name} of ${quoted(of)}`)
}

function propertyOfReference(
  name: string,
  of: Exclude<Value, string | number | boolean | null>,
  scope: Scope,
): Value | undefined {
  if (!isReference(of)) return undefined
  switch (of.ref) {
    case 'application':
      return propertyOfApplication(name, of.name, scope)
    case 'chat':
      return propertyOfChat(name, existingChat(of.guid, scope), scope)
    case 'account':
      return propertyOfAccount(name, of.service)
    case 'participant':
      return name === 'handle' || name === 'id' || name === 'name' ? of.handle : undefined
    case 'file':
      return name === 'posix path' ? of.path : undefined
    case 'ui':
      return uiProperty(of.element, name)
    case 'constant':
      return undefined
  }
}

function propertyOfApplication(name: string, application: string, { app }: Scope): Value | undefined {
  requireKnown(application)
  if (application === systemEventsName) return uiProperty(app.systemEvents(), name)
  if (name === 'running') return app.running()
  if (name === 'name') return 'Messages'
  if (name === 'id') return 'com.apple.MobileSMS'
  app.admit()
  return name === 'version' ? app.version : undefined
}

function propertyOfChat(name: string, chat: Chat, { app }: Scope): Value | undefined {
  if (name === 'id') return chat.guid
  if (name === 'name') return chat.name
  if (name !== 'account') return undefined
  const service = app.accounts()[0]
  return service === undefined ? null : { ref: 'account', service }
}

function propertyOfAccount(name: string, service: Service): Value | undefined {
  if (name === 'service type') return { ref: 'constant', name: service }
  if (name === 'id') return service
  if (name === 'enabled') return true
  if (name === 'connection status') return { ref: 'constant', name: 'connected' }
  return name === 'description' || name === 'name' ? `${service} account` : undefined
}

type Element = Extract<Expression, { type: 'element' }>

function element(expression: Element, scope: Scope): Value {
  const container = expression.of === undefined ? implied(expression, scope) : evaluate(expression.of, scope)
  const key = expression.key === undefined ? undefined : evaluate(expression.key, scope)
  if (expression.by !== 'id' || key === undefined) return fromMany(expression, key, container, scope)
  switch (expression.element) {
    case 'application':
      return { ref: 'application', name: asText(key) }
    case 'chat':
      return { ref: 'chat', guid: asText(key) }
    case 'participant':
      return participant(asText(key), container)
    case 'account':
      return existingAccount(asText(key), scope)
    default:
      throw appleErrors.cannotGet(`${expression.element} id ${quoted(key)}`)
  }
}

/** Returns the target of the enclosing `tell` for elements of a process. */
const implied = ({ element: kind }: Element, { target }: Scope) => (isUiClass(kind) ? target : undefined)

function participant(handle: string, container: Value | undefined): Value {
  const isAccount = container !== undefined && isReference(container) && container.ref === 'account'
  return { ref: 'participant', handle, service: isAccount ? container.service : undefined }
}

function fromMany(expression: Element, key: Value | undefined, container: Value | undefined, scope: Scope): Value {
  const all = every(expression.element, container, scope)
  const { whose } = expression
  const kept = whose === undefined ? all : all.filter((each) => evaluate(whose, { ...scope, target: each }) === true)
  if (key === undefined) return kept
  if (isUiClass(expression.element)) return uiElementNamed(expression.element, kept, key)
  const found = kept.at(asNumber(key) > 0 ? asNumber(key) - 1 : asNumber(key))
  if (found === undefined) throw appleErrors.invalidIndex(`${expression.element} ${asText(key)}`)
  return found
}

function every(name: ElementClass, container: Value | undefined, scope: Scope): readonly Value[] {
  if (name === 'item') return asList(container ?? [])
  const { app } = scope
  if (isUiClass(name)) return uiElements(name, container, app)
  app.admit()
  if (name === 'account') return app.accounts().map((service) => ({ ref: 'account', service }))
  if (name === 'chat') return app.chatGuids().map((guid) => ({ ref: 'chat', guid }))
  if (container === undefined || !isReference(container) || container.ref !== 'chat') return []
  const { participants } = existingChat(container.guid, scope)
  return participants.map((handle) => ({ ref: 'participant', handle, service: undefined }))
}

function existingChat(guid: string, { app }: Scope): Chat {
  app.admit()
  const chat = app.chat(guid)
  if (chat === undefined) throw appleErrors.cannotGet(`chat id "${guid}"`)
  return chat
}

function existingAccount(id: string, { app }: Scope): Value {
  app.admit()
  const service = app.accounts().find((each) => each === id)
  if (service === undefined) throw appleErrors.cannotGet(`account id "${id}"`)
  return { ref: 'account', service }
}

const applications = new Set(['Messages', 'com.apple.MobileSMS', 'com.apple.iChat', systemEventsName])

export function requireKnown(application: string): void {
  if (applications.has(application)) return
  throw new AppleError(numbers.noSuchObject, `Can’t get application "${application}".`)
}

function coerced(value: Value, to: string): Value {
  if (to === 'text' || to === 'string' || to === 'unicode') return asText(value)
  if (to === 'integer' || to === 'number' || to === 'real') return asNumber(value)
  if (to === 'list') return asList(value)
  if (to === 'alias' && isReference(value) && value.ref === 'file') return existingFile(value)
  if (to === 'boolean') return equal(value, 'true')
  throw new AppleError(numbers.cannotCoerce, `Can’t make ${quoted(value)} into type ${to}.`)
}

/** An alias requires an existing file; a POSIX file does not. */
function existingFile(file: Extract<Reference, { ref: 'file' }>): Value {
  if (!existsSync(file.path)) throw appleErrors.noSuchAlias(asText(file))
  return file
}

function unary(operator: 'not' | '-' | 'exists' | 'count', operand: Expression, scope: Scope): Value {
  if (operator === 'exists') return exists(operand, scope)
  const value = evaluate(operand, scope)
  if (operator === 'not') return value !== true
  return operator === '-' ? -asNumber(value) : asList(value).length
}

function exists(operand: Expression, scope: Scope): boolean {
  try {
    const value = evaluate(operand, scope)
    if (isReference(value) && value.ref === 'chat') existingChat(value.guid, scope)
    return true
  } catch (error) {
    if (
      error instanceof AppleError &&
      [numbers.noSuchObject, numbers.invalidIndex].some((each) => each === error.number)
    )
      return false
    throw error
  }
}

const operators: Record<string, (left: Value, right: Value) => Value> = {
  '=': equal,
  '≠': (left, right) => !equal(left, right),
  '<': (left, right) => asNumber(left) < asNumber(right),
  '>': (left, right) => asNumber(left) > asNumber(right),
  '≤': (left, right) => asNumber(left) <= asNumber(right),
  '≥': (left, right) => asNumber(left) >= asNumber(right),
  '+': (left, right) => asNumber(left) + asNumber(right),
  '-': (left, right) => asNumber(left) - asNumber(right),
  '*': (left, right) => asNumber(left) * asNumber(right),
  '/': (left, right) => asNumber(left) / asNumber(right),
  '&': (left, right) => (Array.isArray(left) ? [...left, ...asList(right)] : asText(left) + asText(right)),
  contains: (left, right) => contains(left, right),
  lacks: (left, right) => !contains(left, right),
  in: (left, right) => contains(right, left),
  'not in': (left, right) => !contains(right, left),
  'starts with': (left, right) => asText(left).toLowerCase().startsWith(asText(right).toLowerCase()),
  'ends with': (left, right) => asText(left).toLowerCase().endsWith(asText(right).toLowerCase()),
}

/** The operators inside `considering case`. */
const exactOperators: typeof operators = {
  '=': (left, right) => asText(left) === asText(right),
  '≠': (left, right) => asText(left) !== asText(right),
  contains: (left, right) => (Array.isArray(left) ? contains(left, right) : asText(left).includes(asText(right))),
}

const contains = (whole: Value, part: Value): boolean =>
  Array.isArray(whole)
    ? whole.some((each) => equal(each, part))
    : asText(whole).toLowerCase().includes(asText(part).toLowerCase())

function binary({ operator, left, right }: Extract<Expression, { type: 'binary' }>, scope: Scope): Value {
  const first = evaluate(left, scope)
  if (operator === 'and') return first === true && evaluate(right, scope) === true
  if (operator === 'or') return first === true || evaluate(right, scope) === true
  const operate = (scope.heedsCase && exactOperators[operator]) || operators[operator]
  if (operate === undefined) throw new AppleError(numbers.generic, `Can’t do ${operator}.`)
  return operate(first, evaluate(right, scope))
}

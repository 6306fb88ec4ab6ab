import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Node and browsers treat a longer delay as none: a timer of 25 days fires at once, and again and again. */
const longestMs = 2 ** 31 - 1

/** Functions that set a timer, with the index of the delay among their arguments. */
const timers = new Map([
  ['setTimeout', 1],
  ['setInterval', 1],
])
/** The functions of this module have the delay first, whatever name they are imported under. */
const promised = 'node:timers/promises'

/** A file without any of these words sets no timer, and is not parsed. */
const wordsOfTimers = new RegExp([...timers.keys(), promised, 'timeout'].join('|'))

interface Source {
  path: string
  file: ts.SourceFile
  constants: ReadonlyMap<string, ts.Expression>
  /** Imports from our own files: the local name, and where it comes from. */
  imported: ReadonlyMap<string, { path: string; name: string }>
}

const sources = new Map<string, Source>()

function sourceAt(path: string, text = readFileSync(join(root, path), 'utf8')): Source {
  const known = sources.get(path)
  if (known !== undefined) return known
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const source = { path, file, constants: constantsOf(file), imported: importsOf(file, path) }
  sources.set(path, source)
  return source
}

/**
 * Returns the timers whose delay is neither made of constants, nor bounded by one where it is set, nor a parameter
 * passed on unchanged.
 */
function unboundedTimers(source: Source): { place: string; delay: string }[] {
  const { file, path } = source
  const setters = new Map([...timers, ...waitsOf(file), ...passingOn(file)])
  return calls(file).flatMap((call) => {
    const at = delayAt(call, setters)
    const delay = at === undefined ? undefined : call.arguments[at]
    if (delay === undefined || isBounded(delay, source) || isParameter(delay)) return []
    const { line } = file.getLineAndCharacterOfPosition(call.getStart())
    return [{ place: `${path}:${line + 1}`, delay: delay.getText() }]
  })
}

function calls(within: ts.Node): ts.CallExpression[] {
  const found: ts.CallExpression[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) found.push(node)
    ts.forEachChild(node, visit)
  }
  visit(within)
  return found
}

function delayAt({ expression }: ts.CallExpression, setters: ReadonlyMap<string, number>): number | undefined {
  if (ts.isIdentifier(expression)) return setters.get(expression.text)
  if (!ts.isPropertyAccessExpression(expression)) return undefined
  const { name, expression: of } = expression
  // The timeout of a socket is not a timer of ours, but has the same limit.
  if (name.text === 'setTimeout') return /^(window|globalThis)$/.test(of.getText()) ? 1 : 0
  return name.text === 'timeout' && of.getText() === 'AbortSignal' ? 0 : undefined
}

function waitsOf(file: ts.SourceFile): [string, number][] {
  return importedNames(file).flatMap(({ from, here }) => (from === promised ? [[here, 0] as [string, number]] : []))
}

function importedNames(file: ts.SourceFile): { from: string; here: string; name: string }[] {
  return file.statements.filter(ts.isImportDeclaration).flatMap(({ moduleSpecifier, importClause }) => {
    const bindings = importClause?.namedBindings
    if (bindings === undefined || !ts.isNamedImports(bindings)) return []
    const from = (moduleSpecifier as ts.StringLiteral).text
    return bindings.elements.map(({ name, propertyName }) => ({
      from,
      here: name.text,
      name: (propertyName ?? name).text,
    }))
  })
}

function importsOf(file: ts.SourceFile, path: string): Source['imported'] {
  const ours = importedNames(file).filter(({ from }) => /^\..*\.tsx?$/.test(from))
  return new Map(ours.map(({ from, here, name }) => [here, { path: join(dirname(path), from), name }]))
}

/** Returns the functions of the file that pass a parameter on to a timer unchanged: their callers set the timer. */
function passingOn(file: ts.SourceFile): [string, number][] {
  return calls(file).flatMap((call) => {
    const at = delayAt(call, new Map([...timers, ...waitsOf(file)]))
    const delay = at === undefined ? undefined : call.arguments[at]
    const setter = delay === undefined ? undefined : parameterNamed(delay.getText(), delay)
    return setter?.name === undefined ? [] : [[setter.name, setter.index] as [string, number]]
  })
}

/** Covers a property of a parameter, an entry of a table, and a name destructured from a parameter as well. */
function isParameter(delay: ts.Expression): boolean {
  if (ts.isPropertyAccessExpression(delay)) return isParameter(delay.expression)
  if (ts.isElementAccessExpression(delay)) return true
  if (!ts.isIdentifier(delay)) return false
  if (parameterNamed(delay.text, delay) !== undefined) return true
  const taken = declarations(delay.getSourceFile()).find(
    ({ name }) => ts.isObjectBindingPattern(name) && namesIn(name).includes(delay.text),
  )
  return taken?.initializer !== undefined && isParameter(taken.initializer)
}

function declarations(within: ts.Node): ts.VariableDeclaration[] {
  const found: ts.VariableDeclaration[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node)) found.push(node)
    ts.forEachChild(node, visit)
  }
  visit(within)
  return found
}

function parameterNamed(text: string, from: ts.Node): { name: string | undefined; index: number } | undefined {
  for (let node = from.parent; !ts.isSourceFile(node); node = node.parent) {
    if (!ts.isFunctionLike(node)) continue
    const index = node.parameters.findIndex(({ name }) => namesIn(name).includes(text))
    if (index < 0) continue
    const isPlain = node.parameters[index]?.name.getText() === text
    const named = ts.isVariableDeclaration(node.parent) ? node.parent.name : node.name
    return { name: isPlain ? named?.getText() : undefined, index }
  }
  return undefined
}

const namesIn = (name: ts.BindingName): string[] =>
  ts.isIdentifier(name)
    ? [name.text]
    : name.elements.flatMap((element) => (ts.isBindingElement(element) ? namesIn(element.name) : []))

/** Returns the values of names anywhere in this file: of an object also its properties, of a parameter its default. */
function constantsOf(file: ts.SourceFile): Source['constants'] {
  const found = new Map<string, ts.Expression>()
  const note = (name: string, value: ts.Expression): void => {
    const bare = ts.isAsExpression(value) ? value.expression : value
    found.set(name, bare)
    if (!ts.isObjectLiteralExpression(bare)) return
    for (const one of bare.properties)
      if (ts.isPropertyAssignment(one)) note(`${name}.${one.name.getText()}`, one.initializer)
  }
  const visit = (node: ts.Node): void => {
    ts.forEachChild(node, visit)
    if (!(ts.isVariableDeclaration(node) || ts.isBindingElement(node) || ts.isParameter(node))) return
    if (node.initializer === undefined || !ts.isIdentifier(node.name)) return
    if (!ts.isVariableDeclaration(node) || (node.parent.flags & ts.NodeFlags.Const) !== 0)
      note(node.name.text, node.initializer)
  }
  visit(file)
  return found
}

const isBounded = (delay: ts.Expression, source: Source): boolean =>
  (mostOf(delay, source) ?? Number.POSITIVE_INFINITY) <= longestMs

/** Returns the upper bound of an expression of non-negative numbers; undefined where it cannot be determined. */
function mostOf(node: ts.Expression, source: Source): number | undefined {
  if (ts.isNumericLiteral(node)) return Number(node.text)
  if (ts.isParenthesizedExpression(node)) return mostOf(node.expression, source)
  if (ts.isConditionalExpression(node)) return mostOfAll([node.whenTrue, node.whenFalse], source)
  if (ts.isCallExpression(node)) return mostOfCall(node, source)
  if (ts.isBinaryExpression(node)) return mostOfSum(node, source)
  return mostOfName(node, source)
}

function mostOfAll(nodes: readonly ts.Expression[], source: Source): number | undefined {
  const most = nodes.map((node) => mostOf(node, source))
  return most.length > 0 && most.every((one) => one !== undefined) ? Math.max(...most) : undefined
}

function mostOfCall({ expression, arguments: given }: ts.CallExpression, source: Source): number | undefined {
  const name = expression.getText()
  if (name === 'backoffMs') return longestBackoff(given[0], source)
  const called = functionNamed(name, source)
  if (called !== undefined) return mostOfAll(resultsOf(called.node), called.source)
  if (name === 'Math.max' || name === 'Math.ceil' || name === 'Math.round') return mostOfAll(given, source)
  if (name !== 'Math.min') return undefined
  const bounds = given.map((one) => mostOf(one, source)).filter((one) => one !== undefined)
  return bounds.length === 0 ? undefined : Math.min(...bounds)
}

/** A back-off is never longer than the limit that it is given. */
function longestBackoff(backoff: ts.Expression | undefined, source: Source): number | undefined {
  const limit = backoff && source.constants.get(`${backoff.getText()}.longestMs`)
  return limit && mostOf(limit, source)
}

function mostOfSum({ left, right, operatorToken }: ts.BinaryExpression, source: Source): number | undefined {
  const [a, b] = [mostOf(left, source), mostOf(right, source)]
  if (a === undefined || b === undefined) return undefined
  switch (operatorToken.kind) {
    case ts.SyntaxKind.AsteriskToken:
      return a * b
    case ts.SyntaxKind.PlusToken:
      return a + b
    case ts.SyntaxKind.AsteriskAsteriskToken:
      return a ** b
    case ts.SyntaxKind.SlashToken:
      return a / b
    default:
      return undefined
  }
}

/** Resolves a name of this file, or of our own file that it is imported from. */
function mostOfName(node: ts.Expression, source: Source): number | undefined {
  const text = node.getText()
  const here = source.constants.get(text)
  if (here !== undefined && here !== node) return mostOf(here, source)
  const [root = '', ...rest] = text.split('.')
  const imported = source.imported.get(root)
  if (imported === undefined || !/^[\w.]+$/.test(text)) return undefined
  const there = sourceAt(imported.path)
  const declared = there.constants.get([imported.name, ...rest].join('.'))
  return declared === undefined ? undefined : mostOf(declared, there)
}

function functionNamed(name: string, source: Source): { node: ts.FunctionLikeDeclaration; source: Source } | undefined {
  const imported = source.imported.get(name)
  if (imported !== undefined) return functionNamed(imported.name, sourceAt(imported.path))
  const value = source.constants.get(name)
  if (value !== undefined && ts.isIdentifier(value)) return functionNamed(value.text, source)
  const declared = source.file.statements.filter(ts.isFunctionDeclaration).find((one) => one.name?.text === name)
  const node = declared ?? (value !== undefined && ts.isArrowFunction(value) ? value : undefined)
  return node && { node, source }
}

/** Returns an empty list where the results are unknown, which counts as no bound. */
function resultsOf({ body }: ts.FunctionLikeDeclaration): ts.Expression[] {
  if (body === undefined || !ts.isBlock(body)) return body === undefined ? [] : [body]
  const found: ts.Expression[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isReturnStatement(node) && node.expression !== undefined) found.push(node.expression)
    if (!ts.isFunctionLike(node)) ts.forEachChild(node, visit)
  }
  visit(body)
  return found
}

test.each([
  ['a sum of clocks', 'setTimeout(run, dueMs - nowMs)'],
  ['what somebody else says', 'setTimeout(run, header * 1_000)'],
  ['a month', 'const monthMs = 30 * 86_400_000\nsetInterval(run, monthMs)'],
  ['what is passed on', 'const after = (ms: number) => setTimeout(run, ms)\nafter(asked() * 1_000)'],
  ['a promise', "import { setTimeout as pause } from 'node:timers/promises'\nawait pause(seconds * 1_000)"],
  ['a signal', 'fetch(url, { signal: AbortSignal.timeout(limits().all) })'],
])('a timer of %s is found', (what, text) => {
  expect(text).toMatch(wordsOfTimers)
  expect(unboundedTimers(sourceAt(`${what}.ts`, text))).toHaveLength(1)
})

test.each([
  ['constants', 'const dayMs = 24 * 3_600_000\nsetTimeout(run, 7 * dayMs)'],
  ['a bound', 'const hourMs = 3_600_000\nsetTimeout(run, Math.min(dueMs - nowMs, hourMs))'],
  ['a default', 'function look({ everyMs = 100 } = {}) { setInterval(run, everyMs) }'],
])('a timer of %s is not found', (what, text) => {
  expect(unboundedTimers(sourceAt(`${what}.ts`, text))).toEqual([])
})

test('no timer can be set beyond the longest delay that timers support', () => {
  const files = globSync('{src,ui,simulator}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: ['**/*.test.ts', '**/*.test.tsx', 'ui/dist/**'],
  })
  expect(files.length).toBeGreaterThan(1_000)
  const texts = files.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
  const setting = texts.filter(({ text }) => wordsOfTimers.test(text))
  expect(setting.flatMap(({ path, text }) => unboundedTimers(sourceAt(path, text)))).toEqual([])
})

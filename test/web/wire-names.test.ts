import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'
import type { Endpoint } from '../../src/contract/endpoint.ts'
import { endpoints } from '../../src/contract/endpoints.ts'
import { StreamDropped } from '../../src/contract/events.ts'
import { shapes } from '../../src/contract/shapes.ts'
import { themeColours, themeNumbers } from '../../src/contract/theme-tokens.ts'

const isSnakeCase = (name: string): boolean => /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name)

/** These fields have the names of the CSS properties that they become. */
const themeTokens: readonly string[] = [...themeColours, ...Object.keys(themeNumbers), 'font-body', 'font-mono']

/** Returns every field name of a schema, at any depth. */
function namesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { properties } = schema as { properties?: Record<string, unknown> }
  const own = typeof properties === 'object' ? Object.keys(properties) : []
  return [...own, ...Object.values(schema).flatMap(namesIn)]
}

test('every field of every request and response is in snake_case', () => {
  const rows = Object.values(endpoints) as Endpoint[]
  const names = namesIn([rows, shapes, StreamDropped])
  expect(names.length).toBeGreaterThan(300)
  expect([...new Set(names)].filter((name) => !isSnakeCase(name) && !themeTokens.includes(name))).toEqual([])
})

const root = fileURLToPath(new URL('../..', import.meta.url))
const sources = globSync('src/**/*.ts', { cwd: root }).filter((path) => !path.endsWith('.test.ts'))

/** Returns the names in the details of every error that a file creates, including those of spread objects. */
function detailsIn(path: string): string[] {
  const file = ts.createSourceFile(path, readFileSync(`${root}/${path}`, 'utf8'), ts.ScriptTarget.Latest)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    const details = ts.isNewExpression(node) && isServiceError(node) ? node.arguments?.[2] : undefined
    if (details !== undefined) found.push(...namesOf(details))
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

const isServiceError = ({ expression }: ts.NewExpression): boolean =>
  ts.isIdentifier(expression) && expression.text === 'ServiceError'

function namesOf(node: ts.Node): string[] {
  const names: string[] = []
  const visit = (inner: ts.Node): void => {
    if (ts.isPropertyAssignment(inner) && ts.isIdentifier(inner.name)) names.push(inner.name.text)
    if (ts.isShorthandPropertyAssignment(inner)) names.push(inner.name.text)
    ts.forEachChild(inner, visit)
  }
  visit(node)
  return names
}

test('every detail of every error is in snake_case', () => {
  const names = sources.flatMap(detailsIn)
  expect(names.length).toBeGreaterThan(50)
  expect([...new Set(names)].filter((name) => !isSnakeCase(name))).toEqual([])
})

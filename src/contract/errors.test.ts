import { expect, test } from 'vitest'
import { type ErrorCode, errors, remedyAt } from './errors.ts'
import { type Surface, surfaces, unreachableRemedy } from './surfaces.ts'

const codes = Object.keys(errors) as ErrorCode[]

const endpoint = /\/(api|login|app)\b/
const http = /\bHTTP\b|\bheaders?\b|Retry-After|Content-Type|`details`|\bendpoint\b/i
const shell = /`service |`npm |\s--[a-z]/
const pointer = /\bclick|\bbutton\b|\bdialog\b|\btab\b/i

/** Patterns that a remedy for the surface must not contain. */
const unfit: Readonly<Record<Surface, readonly RegExp[]>> = {
  terminal: [endpoint, http, pointer],
  api: [shell, pointer],
  page: [endpoint, http, shell, /`/],
  tools: [endpoint, http, pointer, /\s--(?!setup|write)[a-z]/],
}

test.each(surfaces)('every remedy can be followed on its surface: %s', (surface) => {
  const said = [...codes.map((code) => [code, remedyAt(surface, code)]), ['unreachable', unreachableRemedy[surface]]]
  const wrong = said.filter(([, remedy = '']) => unfit[surface].some((pattern) => pattern.test(remedy)))
  expect(wrong).toEqual([])
})

test('texts that are stored or logged mention no specific surface', () => {
  const all = [...surfaces.flatMap((surface) => unfit[surface])]
  expect(codes.filter((code) => all.some((pattern) => pattern.test(errors[code].remedy)))).toEqual([])
})

test('every remedy is a sentence', () => {
  for (const surface of surfaces) for (const code of codes) expect(remedyAt(surface, code)).toMatch(/^[A-Z/`m].*\.$/)
})

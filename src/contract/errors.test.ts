import { expect, test } from 'vitest'
import { type ErrorCode, errors, remedyAt } from './errors.ts'
import { type Surface, surfaces, unreachableRemedy } from './surfaces.ts'

const codes = Object.keys(errors) as ErrorCode[]

const endpoint = /\/(api|login|app)\b/
const http = /\bHTTP\b|\bheaders?\b|Retry-After|Content-Type|`details`|\bendpoint\b/i
const shell = /`service |`npm |\s--[a-z]/
const pointer = /\bclick|\bbutton\b|\bdialog\b|\btab\b/i

/** What a remedy must not tell its reader to do there. */
const unfit: Readonly<Record<Surface, readonly RegExp[]>> = {
  terminal: [endpoint, http, pointer],
  api: [shell, pointer],
  page: [endpoint, http, shell, /`/],
  tools: [endpoint, http, pointer, /\s--(?!setup|write)[a-z]/],
}

test.each(surfaces)('every remedy can be followed where it is read: %s', (surface) => {
  const said = [...codes.map((code) => [code, remedyAt(surface, code)]), ['unreachable', unreachableRemedy[surface]]]
  const wrong = said.filter(([, remedy = '']) => unfit[surface].some((pattern) => pattern.test(remedy)))
  expect(wrong).toEqual([])
})

test('what is stored or logged names nothing of one surface', () => {
  const all = [...surfaces.flatMap((surface) => unfit[surface])]
  expect(codes.filter((code) => all.some((pattern) => pattern.test(errors[code].remedy)))).toEqual([])
})

test('every remedy is a sentence', () => {
  for (const surface of surfaces) for (const code of codes) expect(remedyAt(surface, code)).toMatch(/^[A-Z/`m].*\.$/)
})

import { expect, it } from 'vitest'
import { hasAlready, mayGoOn } from './entity-tag.ts'

it.each([
  [undefined, false],
  ['"a"', true],
  ['W/"a"', true],
  ['"b", "a"', true],
  ['*', true],
  ['"b"', false],
  ['a', false],
])('with If-None-Match: %s the client already has "a": %s', (header, expected) => {
  expect(hasAlready(header, '"a"')).toBe(expected)
})

it.each([
  [undefined, true],
  ['"a"', true],
  ['W/"a"', false],
  ['"b"', false],
  ['Wed, 21 Oct 2026 07:28:00 GMT', false],
])('with If-Range: %s the client may resume "a": %s', (header, expected) => {
  expect(mayGoOn(header, '"a"')).toBe(expected)
})

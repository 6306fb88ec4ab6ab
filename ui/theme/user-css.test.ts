import { expect, it } from 'vitest'
import { mostBytes, refusalOf } from './user-css.ts'

it('accepts plain styles', () => {
  expect(refusalOf('p { color: red } /* mine */')).toBeUndefined()
})

it.each([
  'a { background: url(/api/v1/settings) }',
  'a { background: URL("https://evil.example/") }',
  'a { background: image-set("x.png" 1x) }',
  '@import "x.css";',
  '@IMPORT "x.css";',
  '@font-face { font-family: x }',
  'a { background: u/**/rl(x) }',
  'a { background: ur\\6c(x) }',
])('%s is refused', (css) => {
  expect(refusalOf(css)).toBeDefined()
})

it('styles above the size limit are refused', () => {
  expect(refusalOf('a'.repeat(mostBytes + 1))).toEqual({ reason: 'large' })
})

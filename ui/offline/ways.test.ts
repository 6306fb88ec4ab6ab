import { expect, test } from 'vitest'
import { wayOf } from './ways.ts'

const origin = 'http://127.0.0.1:8484'
const asked = (path: string, changes: object = {}) =>
  wayOf({ url: `${origin}${path}`, method: 'GET', mode: 'cors', destination: '', ...changes }, origin)
const opened = { mode: 'navigate', destination: 'document' }

test.each([
  ['/app/', 'page'],
  ['/app/c/any%3B-%3B%2B12025550123?m=7', 'page'],
  ['/login', 'elsewhere'],
  ['/setup', 'elsewhere'],
  ['/api/ui/attachments/3', 'elsewhere'],
])('opening %s is handled by %s', (path, way) => {
  expect(asked(path, opened)).toBe(way)
})

test.each([
  ['/app/assets/index-abc.js', 'asset'],
  ['/app/theme.css', 'look'],
  ['/app/index.html', 'elsewhere'],
  ['/app/service-worker.js', 'elsewhere'],
  ['/api/v1/conversations', 'elsewhere'],
  ['/api/ui/attachments/3?w=320', 'elsewhere'],
])('a request for %s is handled by %s', (path, way) => {
  expect(asked(path)).toBe(way)
})

test('writes, frames and other origins are left alone', () => {
  expect(asked('/app/', { method: 'POST' })).toBe('elsewhere')
  expect(asked('/app/', { mode: 'navigate', destination: 'iframe' })).toBe('elsewhere')
  expect(asked('/app/assets/a.js', { url: 'https://elsewhere.test/app/assets/a.js' })).toBe('elsewhere')
})

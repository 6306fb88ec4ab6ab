import { expect, test } from 'vitest'
import { isAllowedRedirect, matchesRedirect, redirectTarget } from './redirect-uri.ts'

test.each([
  'https://claude.ai/api/mcp/auth_callback',
  'http://127.0.0.1:33418/',
  'http://localhost/callback',
  'http://[::1]:3000/cb?x=1',
  'cursor://anysphere.cursor-retrieval/oauth/callback',
  'com.example.app:/callback',
])('%s may be told of an authorization', (uri) => {
  expect(isAllowedRedirect(uri)).toBe(true)
})

test.each([
  'http://claude.ai/callback',
  'http://127.0.0.1.evil.test/',
  'http://192.168.1.5/callback',
  'javascript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'sms:+12025550123',
  'evil://callback',
  'https://user@claude.ai/',
  'https://claude.ai/#fragment',
  'https://claude.ai/ö',
  '/callback',
  `https://claude.ai/${'x'.repeat(1_000)}`,
])('%s may not', (uri) => {
  expect(isAllowedRedirect(uri)).toBe(false)
})

test.each([
  ['https://claude.ai/cb', 'https://claude.ai/cb'],
  ['http://127.0.0.1/cb', 'http://127.0.0.1:49152/cb'],
  ['http://127.0.0.1:1/cb', 'http://127.0.0.1:49152/cb'],
  ['http://localhost:1', 'http://localhost:2'],
  ['http://[::1]:1/cb', 'http://[::1]/cb'],
])('%s was registered, so %s is accepted', (registered, asked) => {
  expect(matchesRedirect(registered, asked)).toBe(true)
})

test.each([
  ['https://claude.ai/cb', 'https://claude.ai/cb/'],
  ['https://claude.ai/cb', 'https://claude.ai/cb?next=https://evil.test'],
  ['https://claude.ai/cb', 'https://claude.ai:444/cb'],
  ['https://claude.ai/cb', 'https://CLAUDE.ai/cb'],
  ['http://127.0.0.1/cb', 'http://localhost/cb'],
  ['http://127.0.0.1/cb', 'http://127.0.0.1:1/other'],
  ['http://127.0.0.1/cb', 'http://127.0.0.1:1@evil.test/cb'],
  ['https://claude.ai/cb', 'nonsense'],
])('%s was registered, so %s is not accepted', (registered, asked) => {
  expect(matchesRedirect(registered, asked)).toBe(false)
})

test('a person reads where it leads to', () => {
  expect(redirectTarget('https://claude.ai/cb')).toEqual({ host: 'claude.ai', isThisMachine: false })
  expect(redirectTarget('http://localhost:3000/cb')).toEqual({ host: 'localhost:3000', isThisMachine: true })
  expect(redirectTarget('cursor://x/y')).toEqual({ host: 'cursor', isThisMachine: true })
})

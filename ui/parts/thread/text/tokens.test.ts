import { expect, test } from 'vitest'
import { tokensOf } from './tokens.ts'

const links = (text: string) => tokensOf(text).flatMap((token) => (token.kind === 'link' ? token.text : []))

test.each([
  ['see https://example.org/a?b=c#d now', ['https://example.org/a?b=c#d']],
  ['www.example.org', ['www.example.org']],
  ['(https://example.org)', ['https://example.org']],
  ['(see https://en.example.org/wiki/Cat_(animal)), or not', ['https://en.example.org/wiki/Cat_(animal)']],
  ['https://example.org/a, https://example.org/b.', ['https://example.org/a', 'https://example.org/b']],
  ['https://example.org/?q=1!?…', ['https://example.org/?q=1']],
  ['“https://example.org/”', ['https://example.org/']],
  ['HTTPS://EXAMPLE.ORG/A', ['HTTPS://EXAMPLE.ORG/A']],
  ['https://münchen.example/straße', ['https://münchen.example/straße']],
  ['見て https://example.org/日本。', ['https://example.org/日本']],
  ['http://localhost:8080/x http://127.0.0.1/', ['http://localhost:8080/x', 'http://127.0.0.1/']],
  ['http://[::1]/x', ['http://[::1]/x']],
])('%s', (text, expected) => {
  expect(links(text)).toEqual(expected)
})

test.each([
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'ftp://example.org file:///etc/passwd',
  'mailto:a@example.org',
  'xhttps://example.org',
  'a@www.example.org',
  'https:// www. http://',
  'https://nowhere',
  'https://bank.example@evil.example/',
  'https://user:word@evil.example/',
])('nothing in %s is a link', (text) => {
  expect(links(text)).toEqual([])
})

test('an address ends where the writing direction changes', () => {
  expect(links('https://example.org/\u202egpj.exe')).toEqual(['https://example.org/'])
  expect(links('https://\u2067example.org')).toEqual([])
})

test('no part of a text is lost or changed', () => {
  const text = 'a https://example.org/x). b\nwww.example.org\u202e! @Anna'
  const tokens = tokensOf(text, [{ handle: '+1', start: text.indexOf('@Anna'), length: 5 }])
  expect(tokens.map((token) => token.text).join('')).toBe(text)
  expect(tokens.at(-1)).toEqual({ kind: 'mention', text: '@Anna', handle: '+1' })
})

test('mentions that overlap or lie outside the text are plain words', () => {
  const mentions = [
    { handle: 'a', start: 0, length: 4 },
    { handle: 'b', start: 2, length: 4 },
    { handle: 'c', start: 5, length: 40 },
  ]
  expect(tokensOf('Anna, hello', mentions)).toEqual([
    { kind: 'mention', text: 'Anna', handle: 'a' },
    { kind: 'words', text: ', hello' },
  ])
})

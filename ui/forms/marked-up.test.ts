import { expect, test } from 'vitest'
import { piecesOf } from './marked-up.ts'

test('links and code are parsed out of the text', () => {
  expect(piecesOf('Use `nats://`, see [the guide](https://example.org/a).')).toEqual([
    { kind: 'text', text: 'Use ' },
    { kind: 'code', text: 'nats://' },
    { kind: 'text', text: ', see ' },
    { kind: 'link', text: 'the guide', url: 'https://example.org/a' },
    { kind: 'text', text: '.' },
  ])
})

test.each(['<b>bold</b>', '[x](javascript:alert(1))', '**bold**', '`', '[x]()', '[x](/app)'])('%s is text', (text) => {
  expect(
    piecesOf(text)
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text)
  expect(piecesOf(text).every(({ kind }) => kind === 'text')).toBe(true)
})

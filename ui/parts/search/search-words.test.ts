import { expect, test } from 'vitest'
import {
  completed,
  conditionsIn,
  meantAtEnd,
  plainWords,
  settledText,
  typedNameAtEnd,
  without,
} from './search-words.ts'

test('conditions are parsed with their values', () => {
  const said = conditionsIn('cake from:anna -in:"lake trip" HAS:image note: x:y afterfrom:me').map(
    ({ name, value, isExcluded }) => [name, value, isExcluded],
  )
  expect(said).toEqual([
    ['from', 'anna', false],
    ['in', 'lake trip', true],
    ['has', 'image', false],
  ])
})

test.each([
  ['cake from:anna tomorrow', 'cake tomorrow'],
  ['"see you" -never sta*', 'see you sta'],
  ['tea OR coffee', 'tea coffee'],
  ['from:anna', ''],
])('people are searched by the plain words of %s', (text, words) => expect(plainWords(text)).toBe(words))

test.each([
  ['cake from:', 'cake'],
  ['from:anna in:', 'from:anna'],
  ['from:anna', 'from:anna'],
])('%s is searched as %s', (text, settled) => expect(settledText(text)).toBe(settled))

test.each([
  ['cake fr', ['from']],
  ['cake -ha', ['has']],
  ['i', []],
  [
    'cake has:',
    ['image', 'video', 'audio', 'file', 'link', 'attachment', 'location', 'contact', 'sticker', 'poll', 'app'],
  ],
  ['has:vid', ['video']],
  ['has:video', []],
  ['has:video cake', []],
])('%s may continue as %j', (text, expected) =>
  expect(meantAtEnd(text).map((meant) => (meant.kind === 'value' ? meant.value : meant.name))).toEqual(expected),
)

test('names are offered while one is being typed', () => {
  expect([typedNameAtEnd('from:an'), typedNameAtEnd('in:"lake'), typedNameAtEnd('from:anna x')]).toEqual([
    { name: 'from', typed: 'an' },
    { name: 'in', typed: 'lake' },
    undefined,
  ])
})

test.each([
  ['cake fr', { name: 'from' }, 'cake from:'],
  ['cake -fr', { name: 'from' }, 'cake -from:'],
  ['from:an', { name: 'from', value: 'Anna Berg' }, 'from:"Anna Berg" '],
  ['cake has:i', { name: 'has', value: 'image' }, 'cake has:image '],
] as const)('%s completed with %j', (text, meant, expected) => expect(completed(text, meant)).toBe(expected))

test('a condition is removed from the text', () => {
  const text = 'cake from:anna tomorrow'
  const [condition] = conditionsIn(text)
  expect(condition && without(text, condition)).toBe('cake tomorrow')
})

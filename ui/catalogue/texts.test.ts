import { expect, test } from 'vitest'
import { accented } from './pseudo.ts'
import { speak, type TextKey, t } from './texts.ts'

const say = (texts: Parameters<typeof speak>[0]['texts'], locale = 'en') => speak({ texts, locale })
const key = (name: string) => name as TextKey

test('values are filled in, and numbers are formatted for the locale', () => {
  say({ a: '{name} wrote {count}' }, 'de')
  expect(t(key('a'), { name: '{count}', count: 1234 })).toBe('{count} wrote 1.234')
})

test('a count chooses its plural form', () => {
  say({ a: { one: '{count} photo', other: '{count} photos' } })
  expect([t(key('a'), { count: 1 }), t(key('a'), { count: 0 }), t(key('a'), { count: 2 })]).toEqual([
    '1 photo',
    '0 photos',
    '2 photos',
  ])
})

test('a missing text shows its key', () => {
  say({})
  expect(t(key('thread.none'))).toBe('thread.none')
})

test('the pseudo-language is longer and leaves values alone', () => {
  expect(accented({ a: 'Send {name}', b: { other: 'all' } })).toEqual({ a: 'Šéñđ {name}··', b: { other: 'åļļ··' } })
})

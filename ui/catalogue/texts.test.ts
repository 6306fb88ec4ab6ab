import { expect, test } from 'vitest'
import { accented } from './pseudo.ts'
import { speak, type TextKey, t } from './texts.ts'

const say = (texts: Parameters<typeof speak>[0]['texts'], locale = 'en') => speak({ texts, locale })
const key = (name: string) => name as TextKey

test('values are filled in, numbers as the locale writes them', () => {
  say({ a: '{name} wrote {count}' }, 'de')
  expect(t(key('a'), { name: '{count}', count: 1234 })).toBe('{count} wrote 1.234')
})

test('a count chooses its form', () => {
  say({ a: { one: '{count} photo', other: '{count} photos' } })
  expect([t(key('a'), { count: 1 }), t(key('a'), { count: 0 }), t(key('a'), { count: 2 })]).toEqual([
    '1 photo',
    '0 photos',
    '2 photos',
  ])
})

test('what nobody wrote shows its key', () => {
  say({})
  expect(t(key('thread.none'))).toBe('thread.none')
})

test('the pseudo-language leaves values alone and is longer', () => {
  expect(accented({ a: 'Send {name}', b: { other: 'all' } })).toEqual({ a: 'Šéñđ {name}··', b: { other: 'åļļ··' } })
})

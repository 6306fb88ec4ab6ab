import { beforeAll, expect, test } from 'vitest'
import { whenOf } from '../../catalogue/dates.ts'
import { de } from '../../catalogue/de.ts'
import { en } from '../../catalogue/en.ts'
import { speak } from '../../catalogue/texts.ts'
import { personWords, stateWords, whyNotRelayed } from './delivery-words.ts'

beforeAll(() => speak({ texts: en, locale: 'en-US' }))

const at = (hour: number, minute: number) => new Date(2026, 10, 22, hour, minute).toISOString()
const now = new Date(at(18, 0))
const nothing = { settled_at: null, next_attempt_at: null, last_error: null, duration_ms: null }
/** Intl separates a number and its unit, and a time and AM or PM, with spaces that do not break. */
const plain = (text: string) => text.replaceAll(/\s/g, ' ')

test.each([
  [{ state: 'queued' }, 'Queued'],
  [{ state: 'delivered', settled_at: at(16, 33), duration_ms: 41 }, 'Delivered 4:33 PM · 41 ms'],
  [{ state: 'delivered', settled_at: at(16, 33) }, 'Delivered 4:33 PM'],
  [
    { state: 'retrying', next_attempt_at: at(18, 8), last_error: 'connection refused' },
    'Retrying at 6:08 PM: connection refused',
  ],
  [{ state: 'retrying', next_attempt_at: at(17, 59), last_error: 'HTTP 503' }, 'Retrying: HTTP 503'],
  [{ state: 'retrying' }, 'Retrying'],
  [{ state: 'failed', settled_at: at(16, 33), last_error: 'HTTP 410' }, 'Failed 4:33 PM: HTTP 410'],
  [
    { state: 'filtered', settled_at: at(16, 33), last_error: 'skipped by hand' },
    'Filtered out 4:33 PM: skipped by hand',
  ],
] as const)('%j reads %s', (delivery, words) => {
  expect(plain(stateWords({ ...nothing, ...delivery }, { now }))).toBe(words)
})

test('a state on another day includes its date, in German as well', () => {
  const yesterday = new Date(2026, 10, 21, 16, 33).toISOString()
  const delivered = { ...nothing, state: 'delivered', settled_at: yesterday, duration_ms: 1_200 } as const
  expect(plain(stateWords(delivered, { now }))).toBe('Delivered Nov 21, 4:33 PM · 1.2 sec')
  speak({ texts: de, locale: 'de' })
  expect(plain(stateWords(delivered, { now }))).toBe('Zugestellt 21. Nov., 16:33 · 1,2 Sek.')
  speak({ texts: en, locale: 'en-US' })
})

test('a time shown beside the words is not repeated in them', () => {
  const delivered = { ...nothing, state: 'delivered', settled_at: at(16, 33), duration_ms: 41 } as const
  expect(plain(stateWords(delivered, { now, beside: whenOf(at(16, 33), now) }))).toBe('Delivered · 41 ms')
  expect(plain(stateWords(delivered, { now, beside: whenOf(at(16, 32), now) }))).toBe('Delivered 4:33 PM · 41 ms')
})

test('a group is named beside the sender, and a test is labelled as such', () => {
  const anna = { sender: 'Anna', conversation_name: 'Anna', is_test: false }
  expect(personWords(anna)).toBe('Anna')
  expect(personWords({ ...anna, conversation_name: 'Supper club' })).toBe('Anna in Supper club')
  expect(personWords({ ...anna, sender: null, conversation_name: null })).toBe('Unknown sender')
  expect(personWords({ ...anna, is_test: true })).toBe('Test message')
})

test('a message that was not relayed has its reason in words, unless the page does not know the reason', () => {
  expect(whyNotRelayed('out_of_scope', 'Imani')).toMatch(/^Messages from Imani are not relayed\./)
  expect(whyNotRelayed('echo', 'Imani')).toBe('This service sent the message.')
  expect(whyNotRelayed('toString', 'Imani')).toBeUndefined()
})

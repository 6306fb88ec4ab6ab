import { expect, it } from 'vitest'
import { handleKind, handleLookupKey, normaliseHandle, sameHandle } from './handles.ts'

it.each([
  ['+14155550100', 'phone'],
  ['0170 1234567', 'phone'],
  ['anna@example.org', 'email'],
  ['24273', 'short_code'],
  ['24273(smsft)', 'short_code'],
  ['AMAZON', 'alphanumeric'],
  ["O'Neil ^:/", 'alphanumeric'],
  ['urn:biz:6c4b6c3e-0000-4000-8000-000000000000', 'business'],
  ['', 'alphanumeric'],
])('%s is a handle of kind %s', (handle, kind) => {
  expect(handleKind(handle)).toBe(kind)
})

it.each([
  ['  +1 (415) 555-0100 ', '+14155550100'],
  ['+49 (0)170 1234567', '+491701234567'],
  ['0049 170 1234567', '+491701234567'],
  ['0170/123 45-67', '01701234567'],
  ['\u202a+1\u00a0415\u2011555\u20110100\u202c', '+14155550100'],
  ['＋１４１５５５５０１００', '+14155550100'],
  ['tel:+14155550100', '+14155550100'],
  ['Anna.Berg@Example.ORG', 'anna.berg@example.org'],
  ['mailto:anna@example.org', 'anna@example.org'],
  ['24273(smsft_fi)', '24273'],
  ['+14155550100(smsfp)', '+14155550100'],
  ['+5215512345678', '+525512345678'],
  ['+525512345678', '+525512345678'],
  ['URN:biz:ABC', 'urn:biz:abc'],
  ['AMAZON', 'AMAZON'],
  ['chat123456789', 'chat123456789'],
])('%s is normalised to %s, which stays as it is', (handle, normal) => {
  expect(normaliseHandle(handle)).toBe(normal)
  expect(normaliseHandle(normal)).toBe(normal)
})

const same: [string, string][] = [
  ['+14155550100', '+1 415 555 0100'],
  ['(415) 555-0100', '+14155550100'],
  ['14155550100', '+14155550100'],
  ['0170 1234567', '+491701234567'],
  ['01701234567', '491701234567'],
  ['06 1234567', '+39061234567'],
  ['020 7946 0000', '+442079460000'],
  ['+52 1 55 1234 5678', '+525512345678'],
  ['ANNA@example.org', 'anna@example.org'],
  ['24273', '24273(smsft)'],
  ['amazon', 'AMAZON'],
]

it.each(same)('%s and %s are the same handle', (a, b) => {
  expect(sameHandle(a, b)).toBe(true)
  expect(sameHandle(b, a)).toBe(true)
})

it.each(same)('%s and %s share one lookup key', (a, b) => {
  expect(handleLookupKey(a)).toBe(handleLookupKey(b))
})

it.each([
  ['+14155550100', '+4155550100'],
  ['+14155550100', '+24155550100'],
  ['555-0100', '+14155550100'],
  ['155501', '+14155155501'],
  ['24273', '+124273'],
  ['24273', '242731'],
  ['+491701234567', '+431701234567'],
  ['anna@example.org', 'anna@example.com'],
  ['AMAZON', 'AMAZON2'],
  ['', ''],
  [' ', '(smsft)'],
  ['+', '+'.repeat(3)],
])('%s and %s are different handles', (a, b) => {
  expect(sameHandle(a, b)).toBe(false)
  expect(sameHandle(b, a)).toBe(false)
})

it('accepts any text without throwing', () => {
  for (const text of [
    '\ud800',
    '\u0000',
    '+'.repeat(10_000),
    '('.repeat(10_000),
    '0'.repeat(10_000),
    '00',
    '+0',
    '@',
    'urn:',
  ])
    expect(() => [
      handleKind(text),
      normaliseHandle(text),
      sameHandle(text, '+14155550100'),
      handleLookupKey(text),
    ]).not.toThrow()
})

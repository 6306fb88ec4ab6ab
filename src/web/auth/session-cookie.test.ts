import { expect, it } from 'vitest'
import { endedCookie, readSessionCookie, sessionCookie } from './session-cookie.ts'

const read = (token: string) => (token.startsWith('good') ? `session of ${token}` : undefined)

it('is for this origin only, unreadable for scripts, and lasts thirty days', () => {
  expect(sessionCookie('abc', false)).toBe('service_session=abc; Max-Age=2592000; Path=/; HttpOnly; SameSite=Strict')
  expect(sessionCookie('abc', true)).toContain('; Secure')
  expect(endedCookie()).toBe('service_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict')
})

it.each([
  ['service_session=good'],
  ['other=1; service_session=good; more=2'],
  ['service_session=bad; service_session=good'],
  ['service_session=good; service_session=bad'],
])('is found in %s', (header) => {
  expect(readSessionCookie(header, read)).toBe('session of good')
})

it.each([
  undefined,
  '',
  'service_session',
  'service_session=bad',
  'other=good',
  'service_session_=good',
  '=good',
  ';;;',
])('is not in %s', (header) => {
  expect(readSessionCookie(header, read)).toBeUndefined()
})

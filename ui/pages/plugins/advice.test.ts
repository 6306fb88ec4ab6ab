import { expect, test } from 'vitest'
import { adviceFor } from './advice.ts'

test.each([
  ['connect ECONNREFUSED 127.0.0.1:9000', 'refused'],
  ['the receiver answered 401', 'access'],
  ['Telegram does not know this bot token: set the one that @BotFather shows', 'access'],
  ['the receiver answered 302, a redirect, which is not followed: set the url it leads to', 'moved'],
  ['the receiver answered 404', 'address'],
  ['the receiver answered 410: it is gone for good, switch this webhook off', 'address'],
  ['the receiver answered 503', 'receiver'],
  ['the receiver answered 413', 'content'],
  ['Telegram answered 429', 'busy'],
  ['the receiver did not answer within 10 s', 'slow'],
  ['no such host: hooks.example.org:443 (ENOTFOUND)', 'name'],
  ['connection refused: 127.0.0.1:9000 (ECONNREFUSED)', 'refused'],
  ['self-signed certificate', 'certificate'],
  ['Telegram cannot be reached', 'network'],
])('%s: %s', (error, advice) => {
  expect(adviceFor(error)).toBe(advice)
})

test('an unknown error gets no advice', () => {
  expect(adviceFor('x is not a function')).toBeUndefined()
})

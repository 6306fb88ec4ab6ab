import { expect, test } from 'vitest'
import type { ConversationKey } from '../../contract/ids.ts'
import { anna } from '../../domain/test-row.ts'
import { smsFallback } from './sms-fallback.ts'

const failed = {
  conversation: `dm:${anna}` as ConversationKey,
  handle: anna as string,
  service: null,
  status: { state: 'failed' as const, error: 22, service: 'iMessage' },
  failedAtMs: 10_000,
  mayFallBack: true,
  expiresAtMs: 300_000,
}
const now = { nowMs: 11_500, isAllowed: true, afterMs: 1_500 }

test('error 22 to a number leads to SMS once it has persisted for a while', () => {
  expect(smsFallback(failed, now)).toBe('due')
  expect(smsFallback(failed, { ...now, nowMs: 11_499 })).toBe('possible')
})

test.each([
  ['the setting forbids it', failed, { ...now, isAllowed: false }],
  ['it was asked for by one service, or was sent as SMS already', { ...failed, mayFallBack: false }, now],
  ['it has expired', failed, { ...now, nowMs: 300_000 }],
  ['it went to a group', { ...failed, conversation: 'group:chat1' as ConversationKey }, now],
  ['it went to an e-mail address', { ...failed, handle: 'anna@example.com' }, now],
  ['it went as SMS', { ...failed, status: { ...failed.status, service: 'SMS' } }, now],
  ['it failed otherwise', { ...failed, status: { ...failed.status, error: 25 } }, now],
  ['Messages sent it after all', { ...failed, status: { ...failed.status, state: 'sent' as const, error: 0 } }, now],
  ['it has not landed', { ...failed, status: null }, now],
])('nothing is sent as SMS when %s', (_why, one, at) => expect(smsFallback(one, at)).toBe('no'))

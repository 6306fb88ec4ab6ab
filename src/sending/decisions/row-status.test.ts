import { expect, test } from 'vitest'
import { rowStatus } from './row-status.ts'

const row = {
  error: 0,
  isSent: false,
  isDelivered: false,
  isRead: false,
  wasDowngraded: false,
  service: 'iMessage',
  chatGuid: null,
}

test.each([
  [{}, 'landed'],
  [{ isSent: true }, 'sent'],
  [{ isSent: true, isDelivered: true }, 'delivered'],
  [{ isSent: true, isDelivered: true, isRead: true }, 'read'],
  [{ error: 22 }, 'failed'],
  [{ error: 25, isSent: true }, 'failed'],
  [{ error: 4, isDelivered: true }, 'delivered'],
] as const)('a row with %o is %s', (flags, state) => expect(rowStatus({ ...row, ...flags }).state).toBe(state))

test('a message that Messages downgraded went as SMS, whatever its row still reports', () => {
  expect(rowStatus({ ...row, isSent: true, wasDowngraded: true }).service).toBe('SMS')
  expect(rowStatus({ ...row, isSent: true }).service).toBe('iMessage')
})

import { expect, test } from 'vitest'
import { fileRowStatus, rowStatus } from './row-status.ts'

const row = {
  error: 0,
  isSent: false,
  isDelivered: false,
  isRead: false,
  wasDowngraded: false,
  service: 'iMessage',
  chatGuid: null,
  hasFile: false,
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

test.each([
  [{ isSent: true }, 'failed'],
  [{}, 'failed'],
  [{ isSent: true, hasFile: true }, 'sent'],
  [{ isDelivered: true }, 'delivered'],
  [{ error: 22 }, 'failed'],
] as const)('when a row should have its file, one with %o is %s', (flags, state) =>
  expect(fileRowStatus({ ...row, ...flags }).state).toBe(state),
)

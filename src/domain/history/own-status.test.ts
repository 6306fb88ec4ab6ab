import { expect, it } from 'vitest'
import { ownStatus } from './own-status.ts'

const nothing = { error: 0, isSent: false, isDelivered: false, isRead: false }

it.each([
  [nothing, 'pending'],
  [{ ...nothing, isSent: true }, 'sent'],
  [{ ...nothing, isSent: true, isDelivered: true }, 'delivered'],
  [{ ...nothing, isRead: true }, 'read'],
  [{ ...nothing, isSent: true, error: 22 }, 'failed'],
])('%j is %s', (sending, status) => {
  expect(ownStatus(sending)).toBe(status)
})

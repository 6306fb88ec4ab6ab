/** Builds for tests a delivery as the service lists it. */
import type { Delivery } from '../../../src/contract/delivery.ts'

/** Later numbers are newer by a second. */
export const deliveryOf = (number: number, changes: Partial<Delivery> = {}): Delivery => ({
  id: `id-${number}`,
  plugin: 'webhook',
  state: 'queued',
  message_guid: `guid-${number}`,
  rowid: number,
  conversation_guid: 'any;-;+12025550123',
  conversation_name: 'Anna',
  sender: 'Anna',
  created_at: new Date(number * 1_000).toISOString(),
  settled_at: null,
  duration_ms: null,
  answer_status: null,
  attempts: 0,
  next_attempt_at: null,
  last_error: null,
  is_test: false,
  ...changes,
})

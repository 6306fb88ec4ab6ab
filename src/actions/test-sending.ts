/** Stands in for sending in tests: records orders and returns the given results. */
import type { Send } from '../contract/send.ts'
import type { SendOrder } from '../sending/sending.ts'
import type { SendingService } from './services.ts'

export const sendOf = (changes: Partial<Send> = {}): Send => ({
  id: 'one',
  state: 'landed',
  kind: 'text',
  handle: '+12025550123',
  chat_guid: 'any;-;+12025550123',
  service: 'iMessage',
  sms_fallback: false,
  rowid: 7,
  guid: '7A',
  error: null,
  send_at: null,
  created_at: '2026-06-01T00:00:00.000Z',
  updated_at: '2026-06-01T00:00:00.000Z',
  ...changes,
})

export function testSending(becomes: Partial<Send> = {}, trouble: string | null = null) {
  const orders: SendOrder[] = []
  const sending: SendingService = {
    async send(order) {
      orders.push(order)
      return sendOf(becomes)
    },
    get: (id) => (id === 'one' ? sendOf(becomes) : undefined),
    list: ({ limit, state }) =>
      [sendOf(becomes)].filter((send) => state === undefined || send.state === state).slice(0, limit),
    cancel: (id) => (id === 'one' ? sendOf(becomes) : undefined),
    listScheduled: () => [],
    findScheduled: () => undefined,
    changeScheduled: () => false,
    listHeld: () => [],
    findHeld: () => undefined,
    releaseHeld: () => {},
    refuseHeld: () => {},
    requesterOf: (id) => (id === 'one' ? orders.at(-1)?.by : undefined),
    ledgerId: () => 'a-ledger',
    health: () => ({ waiting: 2, oldestWaitsS: 3 }),
    trouble: () => trouble,
  }
  return { sending, orders }
}

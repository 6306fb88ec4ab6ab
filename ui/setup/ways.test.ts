import { expect, test } from 'vitest'
import type { Delivery } from '../../src/contract/delivery.ts'
import { hasArrived, type Way, withDelivery, withMessage, withTrace } from './ways.ts'

const delivery = (change: Partial<Delivery>) =>
  ({ id: 'a', rowid: 7, plugin: 'webhook', sender: 'Anna', state: 'queued', is_test: false, ...change }) as Delivery
const message = { rowid: 7, sender: 'Anna Keller', ts: '2026-01-01T12:00:00.000Z' }

test('a message and its deliveries make one way, whichever is heard of first', () => {
  const [first] = withDelivery(withMessage([], message), delivery({}))
  const [second] = withMessage(withDelivery([], delivery({})), message)
  expect(first).toEqual(second)
  expect(first).toMatchObject({ sender: 'Anna Keller', receivedAt: message.ts, deliveries: [{ state: 'queued' }] })
  const after = withDelivery([first as Way], delivery({ state: 'delivered' }))
  expect([after.length, after[0]?.deliveries.length, hasArrived(after)]).toEqual([1, 1, true])
})

test('tests are no messages, and the newest message comes first', () => {
  expect(withDelivery([], delivery({ is_test: true }))).toEqual([])
  const ways = [7, 9, 8].reduce<readonly Way[]>((all, rowid) => withMessage(all, { ...message, rowid }), [])
  expect(ways.map(({ rowid }) => rowid)).toEqual([9, 8, 7])
})

test('a message that goes nowhere says why, until a delivery of it is heard of', () => {
  const trace = { rowid: 7, lane: 'skipped', outcome: 'out_of_scope', deliveries: [] } as const
  const ways = withMessage([], message)
  const [held] = withTrace(ways, { ...trace, deliveries: [] })
  expect(held?.stopped).toBe('out_of_scope')
  expect(withTrace(ways, { ...trace, lane: 'relayed', outcome: 'relayed', deliveries: [] })[0]?.stopped).toBe(
    'no_destination',
  )
  expect(withDelivery([held as Way], delivery({}))[0]?.stopped).toBeNull()
  expect(withTrace([], { ...trace, deliveries: [] })).toEqual([])
})

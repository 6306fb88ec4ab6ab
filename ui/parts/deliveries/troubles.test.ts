import { expect, test } from 'vitest'
import { deliveryOf } from './test-delivery.ts'
import { troublesOf, withDelivery } from './troubles.ts'

const failed = deliveryOf(1, { state: 'failed' })
const retrying = deliveryOf(2, { state: 'retrying', rowid: 1 })

test('a message is marked as long as one of its deliveries failed or is retried', () => {
  const troubles = troublesOf([failed, retrying, deliveryOf(3, { state: 'delivered' }), deliveryOf(4)])
  expect([...troubles.keys()]).toEqual([1])
  const less = withDelivery(troubles, { ...failed, state: 'delivered' })
  expect(less.get(1)).toEqual([retrying])
  expect([...withDelivery(less, { ...retrying, state: 'filtered' }).keys()]).toEqual([])
})

test('a delivery without trouble changes nothing, nor does one whose message is not known', () => {
  const troubles = troublesOf([failed])
  expect(withDelivery(troubles, deliveryOf(2, { state: 'delivered' }))).toBe(troubles)
  expect(withDelivery(troubles, deliveryOf(3, { state: 'failed', rowid: null }))).toBe(troubles)
})

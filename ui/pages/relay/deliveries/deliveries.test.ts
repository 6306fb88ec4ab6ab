import { expect, test } from 'vitest'
import type { Delivery } from '../../../../src/contract/delivery.ts'
import { deliveryOf } from '../../../parts/deliveries/test-delivery.ts'
import { type DeliveryRows, withChange, withHeld, withPage } from './delivery-rows.ts'
import { addressOf, filterIn, fits, questionOf } from './filter.ts'
import { openDeliveries } from './open-deliveries.ts'

const none: DeliveryRows = { rows: [], held: [], cursor: null }
/** Deliveries of these numbers, newest first. */
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => deliveryOf(to - index))
const ids = (rows: readonly Delivery[]) => rows.map(({ id }) => Number(id.slice(3)))
const shown = { fits: true, holds: false }

test('the address keeps a filter, and unknown parameters are ignored', () => {
  const filter = { plugin: 'webhook', state: 'failed', conversation: 'any;+;chat 1', lastMin: 15 } as const
  expect(filterIn(addressOf(filter).split('?')[1] ?? '')).toEqual(filter)
  const between = { from: '2026-03-01T00:00:00.000Z', to: '2026-03-02T00:00:00.000Z' }
  expect(filterIn(addressOf(between).split('?')[1] ?? '')).toEqual(between)
  expect(filterIn('state=lost&from=never&last=-1')).toEqual({})
  expect(addressOf({}, 'one')).toBe('/relay/deliveries?delivery=one')
})

test('a filter determines the request to the service', () => {
  expect(questionOf({})).toEqual({})
  expect(questionOf({ plugin: 'hook', state: 'queued', lastMin: 1 }, 90_000)).toEqual({
    plugin: 'hook',
    state: 'queued',
    from_ts: '1970-01-01T00:00:30.000Z',
  })
})

test.each([
  [{}, true],
  [{ plugin: 'webhook', state: 'queued' } as const, true],
  [{ plugin: 'telegram' }, false],
  [{ state: 'failed' } as const, false],
  [{ conversation: 'iMessage;-;+12025550123' }, true],
  [{ conversation: 'any;-;+12025550124' }, false],
  [{ from: deliveryOf(5).created_at, to: deliveryOf(6).created_at }, true],
  [{ from: deliveryOf(6).created_at }, false],
  [{ to: deliveryOf(5).created_at }, false],
])('whether a delivery fits %j: %s', (filter, expected) => {
  expect(fits(filter, deliveryOf(5))).toBe(expected)
})

test('pages are added below without repetitions, and new deliveries above', () => {
  let rows = withPage(none, { deliveries: range(6, 9), cursor: '6' })
  rows = withChange(rows, deliveryOf(10), shown)
  rows = withPage(rows, { deliveries: range(3, 6), cursor: null })
  expect(ids(rows.rows)).toEqual([10, 9, 8, 7, 6, 5, 4, 3])
})

test('a row that changes stays where it is, whether or not it still fits', () => {
  const rows = withPage(none, { deliveries: range(1, 3), cursor: null })
  const changed = withChange(rows, deliveryOf(2, { state: 'delivered' }), { ...shown, fits: false })
  expect(ids(changed.rows)).toEqual([3, 2, 1])
  expect(changed.rows[1]?.state).toBe('delivered')
})

test('a delivery that does not fit is not added, nor one that a later page contains', () => {
  const rows = withPage(none, { deliveries: range(5, 7), cursor: '5' })
  expect(withChange(rows, deliveryOf(8), { ...shown, fits: false })).toBe(rows)
  expect(withChange(rows, deliveryOf(2), shown)).toBe(rows)
  expect(ids(withChange({ ...rows, cursor: null }, deliveryOf(2), shown).rows)).toEqual([7, 6, 5, 2])
})

test('while the reader is further down, new rows are held, changed there, and shown later in their order', () => {
  let rows = withPage(none, { deliveries: range(1, 2), cursor: null })
  for (const number of [3, 4]) rows = withChange(rows, deliveryOf(number), { fits: true, holds: true })
  rows = withChange(rows, deliveryOf(3, { state: 'failed' }), { fits: true, holds: true })
  expect([ids(rows.rows), ids(rows.held)]).toEqual([
    [2, 1],
    [4, 3],
  ])
  const all = withHeld(rows)
  expect(ids(all.rows)).toEqual([4, 3, 2, 1])
  expect(all.rows[1]?.state).toBe('failed')
})

/** Answers requests as the service does for this many deliveries, or fails. */
function serviceWith(count: number) {
  const all = range(1, count)
  const asked: { limit: number; cursor?: string }[] = []
  const state = { fails: false }
  const ask = async (page: { limit: number; cursor?: string }) => {
    asked.push(page)
    await Promise.resolve()
    if (state.fails) throw new Error('no answer')
    const older = all.filter(({ rowid }) => page.cursor === undefined || (rowid ?? 0) < Number(page.cursor))
    const deliveries = older.slice(0, page.limit)
    return { deliveries, cursor: older.length > page.limit ? String(deliveries.at(-1)?.rowid) : null }
  }
  const list = openDeliveries({ ask, fits: () => true })
  return { all, asked, list, state, shown: () => ids(list.store.getState().rows) }
}

test('the list is loaded to its end, one request at a time', async () => {
  const { list, shown, asked } = serviceWith(350)
  await list.loadMore()
  expect(shown()).toHaveLength(100)
  await Promise.all([list.loadMore(), list.loadMore()])
  expect(shown()).toHaveLength(300)
  await list.loadMore()
  await list.loadMore()
  expect(shown()).toEqual(ids(range(1, 350)))
  expect(asked).toHaveLength(3)
})

test.each(['reset', 'deliveries_changed'] as const)(
  'after %s the loaded rows are read again, and what changes meanwhile is not lost',
  async (type) => {
    const { list, shown, all } = serviceWith(700)
    for (let page = 0; page < 5; page++) await list.loadMore()
    expect(shown()).toHaveLength(700)
    all.unshift(deliveryOf(701))
    list.onEvent({ type })
    list.onEvent({ type: 'delivery_updated', delivery: deliveryOf(702, { state: 'failed' }) })
    await expect.poll(() => list.store.getState().isLoading).toBe(false)
    expect(shown()).toEqual(ids(range(2, 702)))
    expect(list.store.getState().rows[0]?.state).toBe('failed')
    await list.loadMore()
    expect(shown()).toEqual(ids(range(1, 702)))
  },
)

test('a request that fails leaves the rows as they are, and the next one goes on', async () => {
  const { list, state, shown } = serviceWith(300)
  await list.loadMore()
  state.fails = true
  await list.loadMore()
  expect(list.store.getState()).toMatchObject({ error: new Error('no answer'), isLoading: false })
  expect(shown()).toHaveLength(100)
  state.fails = false
  await list.loadMore()
  expect(shown()).toHaveLength(300)
  expect(list.store.getState().error).toBeNull()
})

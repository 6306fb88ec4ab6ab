/** Sums up the Macs of a hub, and puts them into the order in which they need attention. */
import type { Mac } from '../../../src/contract/mac.ts'

export interface MacsFacts {
  connected: number
  /** The number of Macs that have joined and may connect. */
  joined: number
  /** The lag behind the Mac that is furthest ahead of the hub; undefined if the hub has everything. */
  lag: { events: number; seconds: number } | undefined
  orders: number
  oldestOrderAt: string | null
}

export function summaryOf(macs: readonly Mac[]): MacsFacts {
  const there = macs.filter(({ state }) => state === 'connected' || state === 'silent')
  const behind = there.flatMap(({ lag }) => (lag !== null && lag.events > 0 ? [lag] : []))
  // An order that names no Mac waits for each of its line.
  const byLine = Map.groupBy(there, ({ line }) => line.id)
  const oldest = there.flatMap(({ oldest_order_at: at }) => at ?? []).sort()
  return {
    connected: there.filter(({ state }) => state === 'connected').length,
    joined: there.length,
    lag: behind.sort((one, other) => other.seconds - one.seconds)[0],
    orders: [...byLine.values()].reduce((sum, ofLine) => sum + Math.max(...ofLine.map((mac) => mac.waiting_orders)), 0),
    oldestOrderAt: oldest[0] ?? null,
  }
}

/** The Macs that have joined and may connect: those that are away first, then those that the hub is furthest behind. */
export const worstFirst = (macs: readonly Mac[]): Mac[] =>
  macs
    .filter(({ state }) => state === 'connected' || state === 'silent')
    .toSorted((one, other) => awayOf(other) - awayOf(one) || secondsOf(other) - secondsOf(one))

const awayOf = ({ state }: Mac): number => Number(state === 'silent')
const secondsOf = ({ lag }: Mac): number => lag?.seconds ?? 0

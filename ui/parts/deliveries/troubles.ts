/** Knows which messages have deliveries that failed or are retried. */
import type { Delivery } from '../../../src/contract/delivery.ts'

/** Deliveries in trouble by the ROWID of their message, newest first. */
export type Troubles = ReadonlyMap<number, readonly Delivery[]>

export const troublesOf = (deliveries: readonly Delivery[]): Troubles =>
  deliveries.reduce<Troubles>(withDelivery, new Map())

/** Returns the same troubles when the delivery changes nothing about them. */
export function withDelivery(troubles: Troubles, delivery: Delivery): Troubles {
  const { rowid, id, state } = delivery
  if (rowid === null) return troubles
  const known = troubles.get(rowid) ?? []
  const others = known.filter((one) => one.id !== id)
  const isTrouble = state === 'failed' || state === 'retrying'
  if (!isTrouble && others.length === known.length) return troubles
  const now = isTrouble ? [...others, delivery] : others
  const changed = new Map(troubles)
  if (now.length === 0) changed.delete(rowid)
  else changed.set(rowid, now)
  return changed
}

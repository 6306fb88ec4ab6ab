/**
 * The deliveries that the runner has and has not answered: their deadlines, and the calls that were given up without an
 * end.
 */
import type { PendingDelivery } from '../store/journal/deliveries.ts'
import type { Attempt } from './outcome.ts'

export interface InFlight {
  size(): number
  all(): Attempt[]
  get(id: string): Attempt | undefined
  add(attempt: Attempt): void
  remove(id: string): void
  /** Restarts the time limit of the delivery. */
  prolong(id: string): void
  prolongAll(): void
  overdue(): Attempt[]
  /** Whether the delivery may go beside those in flight. */
  mayJoin(delivery: PendingDelivery): boolean
  /** Stops waiting for a delivery whose call was never seen to end. */
  abandon({ delivery }: Attempt): void
  /** Notes that an abandoned call has ended after all, and returns its delivery. */
  ended(id: string): PendingDelivery | undefined
  abandoned(): number
  clear(): void
}

export const ackWaitMs = 30_000

export function createInFlight(monotonicMs: () => number): InFlight {
  const attempts = new Map<string, Attempt>()
  const deadlines = new Map<string, number>()
  const abandoned = new Map<string, PendingDelivery>()

  const prolong = (id: string): void => {
    if (attempts.has(id)) deadlines.set(id, monotonicMs() + ackWaitMs)
  }
  const remove = (id: string): void => {
    attempts.delete(id)
    deadlines.delete(id)
  }
  const isOverdue = ({ delivery }: Attempt): boolean => (deadlines.get(delivery.id) ?? 0) <= monotonicMs()

  return {
    size: () => attempts.size,
    all: () => [...attempts.values()],
    get: (id) => attempts.get(id),
    add(attempt) {
      attempts.set(attempt.delivery.id, attempt)
      prolong(attempt.delivery.id)
    },
    remove,
    prolong,
    prolongAll: () => [...attempts.keys()].forEach(prolong),
    overdue: () => [...attempts.values()].filter(isOverdue),
    // A delivery that may have killed the plugin goes on its own, so that no other one is blamed for it.
    mayJoin: ({ crashes }) =>
      attempts.size === 0 || (crashes === 0 && [...attempts.values()].every(({ delivery }) => delivery.crashes === 0)),
    abandon: ({ delivery }) => void abandoned.set(delivery.id, delivery),
    ended(id) {
      const delivery = abandoned.get(id)
      abandoned.delete(id)
      return delivery
    },
    abandoned: () => abandoned.size,
    clear() {
      for (const map of [attempts, deadlines, abandoned]) map.clear()
    },
  }
}

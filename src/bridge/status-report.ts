/** Reports the bridge's condition to the other processes: its heartbeat on every poll, its state when that changes. */

import type { Clock } from '../base/clock.ts'
import type { Contacts } from '../mac/contacts.ts'
import { type Counts, deliveryCounts } from '../store/journal/delivery-counts.ts'
import type { IngestStore } from '../store/journal/ingest-store.ts'
import type { BridgeStore } from './open-store.ts'
import type { BridgeState } from './source-trouble.ts'

export interface StatusReport {
  beat(nowMs: number): void
  is(state: BridgeState, reason: string | null): void
}

/** Counts change with every message; other processes see them at most this much later. */
const countEveryMs = 2_000

interface Parts {
  store: Pick<BridgeStore, 'heartbeat' | 'status' | 'journal'>
  intake: IngestStore
  contacts: Pick<Contacts, 'problems'>
  clock: Clock
}

export function statusReport({ store, intake, contacts, clock }: Parts): StatusReport {
  const { heartbeat, status, journal } = store
  const startedAt = new Date(clock.nowMs()).toISOString()
  const counts = deliveryCounts(journal)
  let said = ''
  let countedMs = Number.NEGATIVE_INFINITY
  return {
    beat: (nowMs) => attempt(() => heartbeat.write(nowMs)),
    is(state, reason) {
      const headline = `${state} ${reason}`
      const monotonicMs = clock.monotonicMs()
      if (headline === said && monotonicMs - countedMs < countEveryMs) return
      said = headline
      countedMs = monotonicMs
      attempt(() =>
        status.write({
          pid: process.pid,
          started_at: startedAt,
          program: process.execPath,
          state,
          contacts: contacts.problems()[0]?.kind ?? 'readable',
          reason,
          cursor: intake.position()?.rowid ?? 0,
          ...total(counts()),
        }),
      )
    },
  }
}

const total = (counts: Map<string, Counts>): Counts =>
  [...counts.values()].reduce((sum, { pending, dead }) => ({ pending: sum.pending + pending, dead: sum.dead + dead }), {
    pending: 0,
    dead: 0,
  })

/** A bridge that cannot write its heartbeat or status continues to relay; others notice how old they are. */
function attempt(write: () => void): void {
  try {
    write()
  } catch {
    // The disk may be full; the next poll tries again.
  }
}

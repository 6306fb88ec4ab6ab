/** Reports the bridge's condition to the other processes: its heartbeat on every poll, its state when that changes. */

import type { Clock } from '../base/clock.ts'
import type { Contacts } from '../mac/contacts.ts'
import { type Counts, deliveryCounts } from '../store/journal/delivery-counts.ts'
import type { IngestStore } from '../store/journal/ingest-store.ts'
import type { RelayStore } from './open-store.ts'
import type { BridgeState } from './poll-failures.ts'

/** Counts change with every message; other processes see them at most this much later. */
const countEveryMs = 2_000

interface StatusReportDeps {
  store: Pick<RelayStore, 'heartbeat' | 'status' | 'journal'>
  journal: Pick<IngestStore, 'position'>
  contacts: Pick<Contacts, 'problems'>
  /** The number of people on the whitelist. */
  people: () => number
  clock: Clock
}

export class StatusReport {
  readonly #deps: StatusReportDeps
  readonly #startedAt: string
  readonly #counts: () => Map<string, Counts>
  /** State and reason as last written. */
  #written = ''
  #countedMs = Number.NEGATIVE_INFINITY

  constructor(deps: StatusReportDeps) {
    this.#deps = deps
    this.#startedAt = new Date(deps.clock.nowMs()).toISOString()
    this.#counts = deliveryCounts(deps.store.journal)
  }

  heartbeat(nowMs: number): void {
    attempt(() => this.#deps.store.heartbeat.write(nowMs))
  }

  report(state: BridgeState, reason: string | null, code?: string): void {
    const { store, journal, contacts, people, clock } = this.#deps
    const headline = `${state} ${reason}`
    const monotonicMs = clock.monotonicMs()
    if (headline === this.#written && monotonicMs - this.#countedMs < countEveryMs) return
    this.#written = headline
    this.#countedMs = monotonicMs
    attempt(() =>
      store.status.write({
        pid: process.pid,
        started_at: this.#startedAt,
        program: process.execPath,
        state,
        contacts: contacts.problems()[0]?.kind ?? 'readable',
        people: people(),
        reason,
        ...(code !== undefined && { code }),
        cursor: journal.position()?.rowid ?? 0,
        ...total(this.#counts()),
      }),
    )
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

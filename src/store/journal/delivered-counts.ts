/**
 * Counts what is delivered, once for all deliveries that are settled together and in their transaction, so that the
 * counts cost little and never disagree with the deliveries. What else becomes of deliveries is rare, and is counted by
 * triggers of the journal.
 */
import type { DatabaseSync } from 'node:sqlite'
import { quarterMs } from './traffic-history.ts'

/** The counts of one transaction. */
export interface DeliveredCounts {
  add(integration: string, tookMs: number): void
  /** Writes what was added. Nothing more is added afterwards. */
  write(settledMs: number): void
}

const sql = {
  more: `UPDATE delivery_traffic SET n = n + ?
    WHERE quarter = ? AND integration = ? AND outcome = 'delivered' AND took_ms = ?`,
  first: "INSERT INTO delivery_traffic (n, quarter, integration, outcome, took_ms) VALUES (?, ?, ?, 'delivered', ?)",
  last: 'UPDATE last_delivery SET delivered_at_ms = max(delivered_at_ms, ?) WHERE integration = ?',
  firstLast: 'INSERT INTO last_delivery (delivered_at_ms, integration) VALUES (?, ?)',
}

export function deliveredCounts(db: DatabaseSync): () => DeliveredCounts {
  const [more, first] = [db.prepare(sql.more), db.prepare(sql.first)]
  const [last, firstLast] = [db.prepare(sql.last), db.prepare(sql.firstLast)]
  return () => {
    const byIntegration = new Map<string, Map<number, number>>()
    return {
      add(integration, tookMs) {
        const known = byIntegration.get(integration)
        const counts = known ?? new Map<number, number>()
        if (known === undefined) byIntegration.set(integration, counts)
        const step = stepOf(tookMs)
        counts.set(step, (counts.get(step) ?? 0) + 1)
      },
      write(settledMs) {
        const quarter = Math.floor(settledMs / quarterMs)
        for (const [integration, counts] of byIntegration) {
          for (const [step, n] of counts)
            if (more.run(n, quarter, integration, step).changes === 0) first.run(n, quarter, integration, step)
          if (last.run(settledMs, integration).changes === 0) firstLast.run(settledMs, integration)
        }
      },
    }
  }
}

/** Up to each time, how wide the steps are in which times are counted, in milliseconds: about a twentieth of the time. */
const widths: readonly (readonly [belowMs: number, widthMs: number])[] = [
  [10, 1],
  [50, 2],
  [100, 5],
  [500, 20],
  [1_000, 50],
  [5_000, 200],
  [10_000, 500],
  [50_000, 2_000],
  [100_000, 5_000],
  [500_000, 20_000],
  [1_000_000, 50_000],
  [Number.POSITIVE_INFINITY, 200_000],
]

/** A clock that was set back makes no time negative. */
function stepOf(tookMs: number): number {
  const ms = Math.max(0, tookMs)
  const [, width] = widths.find(([belowMs]) => ms < belowMs) ?? [0, 1]
  return ms - (ms % width)
}

/** Counts the pending and the dead deliveries of each integration; a test that failed does not count. */
import type { DatabaseSync } from 'node:sqlite'

export interface Counts {
  pending: number
  dead: number
}

/** Counts by integration; an integration that has neither is left out. Partial indexes serve the query. */
export type DeliveryCounts = () => Map<string, Counts>

const sql = `SELECT integration, state, count(*) AS n FROM delivery WHERE state = 'pending' GROUP BY integration
  UNION ALL SELECT integration, state, count(*) FROM delivery WHERE state = 'dead' AND is_test = 0 GROUP BY integration`

export function deliveryCounts(db: DatabaseSync): DeliveryCounts {
  const counts = db.prepare(sql)
  return () => {
    const byIntegration = new Map<string, Counts>()
    for (const { integration, state, n } of counts.all()) {
      const entry = byIntegration.get(String(integration)) ?? { pending: 0, dead: 0 }
      byIntegration.set(String(integration), { ...entry, [String(state)]: Number(n) })
    }
    return byIntegration
  }
}

/** How many deliveries of each integration wait, and how many were given up. */
import type { DatabaseSync } from 'node:sqlite'

export interface Counts {
  pending: number
  dead: number
}

/** By integration; one without either is left out. The two partial indexes answer it. */
export type DeliveryCounts = () => Map<string, Counts>

const sql = `SELECT integration, state, count(*) AS n FROM delivery WHERE state = 'pending' GROUP BY integration
  UNION ALL SELECT integration, state, count(*) FROM delivery WHERE state = 'dead' GROUP BY integration`

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

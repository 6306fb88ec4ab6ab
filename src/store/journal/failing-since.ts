/**
 * Finds since when deliveries to an integration have been failing without one that succeeded after them: the same as
 * `plugin-traffic.ts`, at a cost at which it can be asked every two seconds however much waits.
 */
import type { DatabaseSync } from 'node:sqlite'

/** Unix milliseconds; null while nothing fails. */
export type FailingSince = (integration: string) => number | null

const sql = {
  // Failures are the oldest of what waits, so the head of the queue tells, however long the queue is.
  waiting: `SELECT min(a.ended_at_ms) AS at_ms FROM delivery_attempt a WHERE a.delivery IN (
    SELECT id FROM (SELECT id, attempts FROM delivery WHERE integration = ? AND state = 'pending' AND is_test = 0
      ORDER BY seq LIMIT 200)
    WHERE attempts > 0)`,
  newestDead: `SELECT 1 FROM delivery WHERE integration = ? AND state = 'dead' AND is_test = 0 LIMIT 1`,
  succeeded: 'SELECT delivered_at_ms AS at_ms FROM last_delivery WHERE integration = ?',
  deadSince: `SELECT min(settled_at_ms) AS at_ms FROM delivery WHERE integration = ? AND state = 'dead' AND is_test = 0
    AND settled_at_ms > ?`,
}

export function failingSince(db: DatabaseSync): FailingSince {
  const [waiting, newestDead] = [db.prepare(sql.waiting), db.prepare(sql.newestDead)]
  const [succeeded, deadSince] = [db.prepare(sql.succeeded), db.prepare(sql.deadSince)]
  return (integration) => {
    const atMs = waiting.get(integration)?.at_ms
    if (typeof atMs === 'number') return atMs
    if (newestDead.get(integration) === undefined) return null
    // A failed delivery counts until another delivery succeeds, or somebody retries or drops it.
    const succeededMs = Number(succeeded.get(integration)?.at_ms ?? 0)
    return (deadSince.get(integration, succeededMs)?.at_ms ?? null) as number | null
  }
}

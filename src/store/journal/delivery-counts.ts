/** How many deliveries wait and how many were given up, over all integrations. */
import type { DatabaseSync } from 'node:sqlite'

export function deliveryCounts(db: DatabaseSync): () => { pending: number; dead: number } {
  const count = db.prepare(`SELECT
    (SELECT count(*) FROM delivery WHERE state = 'pending') AS pending,
    (SELECT count(*) FROM delivery WHERE state = 'dead') AS dead`)
  return () => {
    const row = count.get()
    return { pending: Number(row?.pending), dead: Number(row?.dead) }
  }
}

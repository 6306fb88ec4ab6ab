/** Computes from when on messages exist under a grant. */
import type { Grant } from '../../contract/grant.ts'

const dayMs = 86_400_000

/** Unix milliseconds; null where all messages exist. Whole days of UTC, so that it moves once a day. */
export function sinceMs(since: Grant['since'], nowMs: number): number | null {
  if (since === null) return null
  if (typeof since === 'string') return Date.parse(`${since}T00:00:00Z`)
  return Math.floor(nowMs / dayMs) * dayMs - (since.days - 1) * dayMs
}

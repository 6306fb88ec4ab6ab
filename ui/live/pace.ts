/** Decides when the next heartbeat is requested. */
import { backoffMs } from '../../src/base/backoff.ts'
import type { Observed } from './condition.ts'

const visibleMs = 5_000
const hiddenMs = 60_000
const backoff = { firstMs: 1_000, longestMs: 30_000 }
/** A bridge that has not polled for this long counts as stopped. */
const bridgeLivesMs = 10_000
const afterThatMs = 250

/** Backs off by the number of failures in a row, and polls just when a silent bridge would count as stopped. */
export function nextAskMs({ failures, beat }: Observed, isVisible: boolean): number {
  if (failures > 0) return backoffMs(backoff, failures)
  if (!isVisible) return hiddenMs
  if (beat?.last_heartbeat == null || !beat.bridge_alive) return visibleMs
  const silentMs = (beat.ts - beat.last_heartbeat) * 1000
  return Math.min(visibleMs, Math.max(afterThatMs, bridgeLivesMs - silentMs + afterThatMs))
}

/**
 * Decides the lane of a new row: relay or history. ROWID order is not time order: iCloud inserts old messages with new
 * ROWIDs and fresh GUIDs, one by one or by the thousand.
 */

/** The bridge's knowledge of time when it reads a page of rows. All times are in Unix milliseconds. */
export interface LaneClock {
  nowMs: number
  /** The setting `relay.max_age_s` in milliseconds. */
  maxAgeMs: number
  /** The newest date of any message seen before this page, or before the gap that we are catching up on. */
  newestMs: number
  /** The length of the sleep or downtime that we are catching up on; 0 while awake. */
  gapMs: number
  /** The number of recent rows older than `newestMs`, including those of this page. */
  staleLately: number
}

export type Lane = 'relay' | 'history'

const minuteMs = 60_000
/** A message may be this late while the Mac is awake, because another device was offline or a network was slow. */
const fenceMs = 15 * minuteMs
/** The clocks of two senders differ; within this margin the order of dates means nothing. */
const toleranceMs = minuteMs
/** This many late rows together are a back-fill and not slow deliveries. */
const burst = 10

export const isStale = (sentAtMs: number, newestMs: number): boolean => sentAtMs < newestMs - toleranceMs

export function laneOf(sentAtMs: number, clock: LaneClock): Lane {
  if (sentAtMs < clock.nowMs - clock.maxAgeMs) return 'history'
  if (!isStale(sentAtMs, clock.newestMs)) return 'relay'
  const isBeyondFence = sentAtMs < clock.nowMs - fenceMs - clock.gapMs
  return isBeyondFence || clock.staleLately >= burst ? 'history' : 'relay'
}

/**
 * Caps the date that moves `newestMs`: one from the future (a wrong clock, a scheduled message) must not make all
 * others stale.
 */
export const cappedDate = (sentAtMs: number, nowMs: number): number => Math.min(sentAtMs, nowMs)

/**
 * The lane of a row that is new to us: to be relayed, or history. ROWID is not time: iCloud inserts old messages with new
 * ROWIDs and fresh GUIDs, one by one or by the thousand.
 */

/** What the bridge knows of time when it looks at a page of rows. All in Unix milliseconds. */
export interface LaneClock {
  nowMs: number
  /** `relay.max_age_s`. */
  maxAgeMs: number
  /** The newest date of any message seen before this page, or before the gap that we are catching up with. */
  newestMs: number
  /** Length of the sleep or downtime that we are catching up with; 0 while awake. */
  gapMs: number
  /** How many rows older than `newestMs` came lately, those of this page included. */
  staleLately: number
}

export type Lane = 'relay' | 'history'

const minuteMs = 60_000
/** A message may be this late while the Mac is awake: another device was offline, a network was slow. */
const fenceMs = 15 * minuteMs
/** Clocks of two senders differ; within this much, order says nothing. */
const toleranceMs = minuteMs
/** So many late rows together are a back-fill, not slow mail. */
const burst = 10

export const isStale = (sentAtMs: number, newestMs: number): boolean => sentAtMs < newestMs - toleranceMs

export function laneOf(sentAtMs: number, clock: LaneClock): Lane {
  if (sentAtMs < clock.nowMs - clock.maxAgeMs) return 'history'
  if (!isStale(sentAtMs, clock.newestMs)) return 'relay'
  const isBeyondFence = sentAtMs < clock.nowMs - fenceMs - clock.gapMs
  return isBeyondFence || clock.staleLately >= burst ? 'history' : 'relay'
}

/** A date that may move `newestMs`: one from the future (a wrong clock, a scheduled message) must not make all else old. */
export const cappedDate = (sentAtMs: number, nowMs: number): number => Math.min(sentAtMs, nowMs)

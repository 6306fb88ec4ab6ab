/** Decides how long a guess at the password has to wait, given the failures before it. */
import { backoffMs } from '../../base/backoff.ts'

/** The times of the failures in Unix milliseconds, oldest first. */
export type Failures = readonly number[]

const windowMs = 15 * 60_000
const freeFailures = 5
const backoff = { firstMs: 1_000, longestMs: 60_000 }
/** How many guesses one address has within the window. */
const allowedOfAddress = 10

/** Returns the failures that still count. None counts for ever, so that nobody is locked out for good. */
export const recent = (failures: Failures, nowMs: number): number[] =>
  failures.filter((atMs) => Math.abs(nowMs - atMs) < windowMs)

/** Returns the delay until the next guess from any address: none after the first few failures, then 1, 2, 4 … 60 s. */
export function delayMs(failures: Failures, nowMs: number): number {
  const counted = recent(failures, nowMs)
  const last = counted.at(-1)
  const excess = counted.length - freeFailures
  if (last === undefined || excess < 0) return 0
  return Math.max(0, last + backoffMs(backoff, excess + 1) - nowMs)
}

/**
 * Returns the delay until the next guess from one address, which may also fail only a limited number of times in the
 * window.
 */
export function delayOfAddressMs(failures: Failures, nowMs: number): number {
  const counted = recent(failures, nowMs)
  const oldest = counted.at(-allowedOfAddress)
  const untilRoomMs = oldest === undefined ? 0 : oldest + windowMs - nowMs
  return Math.max(delayMs(counted, nowMs), untilRoomMs)
}

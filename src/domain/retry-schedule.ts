/** When to try again what failed, and when to give up: decisions over counts and times. */

const firstDelayMs = 1_000
const longestDelayMs = 300_000
const spread = 0.2
const dayMs = 86_400_000

/** Fewer attempts than this are never the end, however old the message: it may have waited for a plugin that was broken. */
const leastAttempts = 12

/** 1, 2, 4 … 300 s, ±20 % so that what failed together does not come back together. `failures` counts from 1. */
export function retryDelayMs(failures: number, random: () => number = Math.random): number {
  const delayMs = Math.min(firstDelayMs * 2 ** Math.min(failures - 1, 30), longestDelayMs)
  return Math.round(delayMs * (1 - spread + 2 * spread * random()))
}

export interface Tries {
  attempts: number
  createdAtMs: number
  nowMs: number
}

/** After a day of trying. */
export const worthAnotherTry = ({ attempts, createdAtMs, nowMs }: Tries): boolean =>
  attempts < leastAttempts || nowMs - createdAtMs < dayMs

const longestWaitMs = 3_600_000

/** A due time of the past is due now; one far in the future comes from a clock that was set back, and is brought near. */
export const dueAtMs = (nextAtMs: number, nowMs: number): number =>
  Math.min(Math.max(nextAtMs, nowMs), nowMs + longestWaitMs)

/** When to try again what failed, and when to give up: decisions over counts and times. */

/** The figures of which documentation and behaviour are made. */
export const retrySchedule = {
  firstDelayMs: 1_000,
  longestDelayMs: 300_000,
  /** To either side, so that what failed together does not come back together. */
  spread: 0.2,
  /** However long the other side asks to be left alone. */
  longestWaitMs: 3_600_000,
  /** A delivery is tried for so long. */
  patienceMs: 86_400_000,
  /** So many deliveries fail in a row before one alone is tried. */
  toleratedFailures: 5,
} as const

const { firstDelayMs, longestDelayMs, spread, longestWaitMs, patienceMs } = retrySchedule

/** Fewer attempts than this are never the end, however old the message: it may have waited for a plugin that was broken. */
const leastAttempts = 12

/** 1, 2, 4 … 300 s, ±20 %. `failures` counts from 1. */
export function retryDelayMs(failures: number, random: () => number = Math.random): number {
  const doublings = Math.min(Math.max(failures - 1, 0), 30)
  const delayMs = Math.min(firstDelayMs * 2 ** doublings, longestDelayMs)
  return Math.round(delayMs * (1 - spread + 2 * spread * random()))
}

/** The pause that the other side asked for, but never a shorter one than our own, and never one of more than an hour. */
export function waitMs(failures: number, askedMs: number | null, random: () => number = Math.random): number {
  const ownMs = retryDelayMs(failures, random)
  return askedMs === null || Number.isNaN(askedMs) ? ownMs : Math.min(Math.max(askedMs, ownMs), longestWaitMs)
}

export interface Tries {
  attempts: number
  createdAtMs: number
  nowMs: number
}

/** After a day of trying. */
export const worthAnotherTry = ({ attempts, createdAtMs, nowMs }: Tries): boolean =>
  attempts < leastAttempts || nowMs - createdAtMs < patienceMs

/** A due time of the past is due now; one far in the future comes from a clock that was set back, and is brought near. */
export const dueAtMs = (nextAtMs: number, nowMs: number): number =>
  Math.min(Math.max(nextAtMs, nowMs), nowMs + longestWaitMs)

/** Decides when to retry a failed delivery and when to give up, from counts and times. */
import { backoffMs } from '../base/backoff.ts'

/** The figures on which both documentation and behaviour are based. */
export const retrySchedule = {
  firstDelayMs: 1_000,
  longestDelayMs: 300_000,
  /** Jitter in both directions, so that deliveries that failed together are not retried together. */
  spread: 0.2,
  /** The longest pause, however long the other side asks for. */
  longestWaitMs: 3_600_000,
  /** How long a delivery is retried. */
  patienceMs: 86_400_000,
  /** After this many failures in a row, only one delivery is tried at a time. */
  toleratedFailures: 5,
} as const

const { firstDelayMs, longestDelayMs, spread, longestWaitMs, patienceMs } = retrySchedule
const backoff = { firstMs: firstDelayMs, longestMs: longestDelayMs }

/**
 * A delivery never ends with fewer attempts than this, however old the message: it may have waited for a broken plugin.
 */
const leastAttempts = 12

/** Returns 1, 2, 4 … 300 s, ±20 %. `failures` counts from 1. */
export function retryDelayMs(failures: number, random: () => number = Math.random): number {
  return Math.round(backoffMs(backoff, failures) * (1 - spread + 2 * spread * random()))
}

/** Returns the pause that the other side asked for, but never less than our own and never more than an hour. */
export function waitMs(failures: number, askedMs: number | null, random: () => number = Math.random): number {
  const ownMs = retryDelayMs(failures, random)
  return askedMs === null || Number.isNaN(askedMs) ? ownMs : Math.min(Math.max(askedMs, ownMs), longestWaitMs)
}

export interface Tries {
  attempts: number
  createdAtMs: number
  nowMs: number
}

/** Whether to retry: yes until a day has passed and the least number of attempts was made. */
export const worthAnotherTry = ({ attempts, createdAtMs, nowMs }: Tries): boolean =>
  attempts < leastAttempts || nowMs - createdAtMs < patienceMs

/** A past due time means now; one far in the future comes from a clock that was set back, and is moved closer. */
export const dueAtMs = (nextAtMs: number, nowMs: number): number =>
  Math.min(Math.max(nextAtMs, nowMs), nowMs + longestWaitMs)

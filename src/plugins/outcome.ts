/** What becomes of a delivery whose attempt is over: decisions over values. */
import type { RelayMessage } from '../domain/message.ts'
import { waitMs, worthAnotherTry } from '../domain/retry-schedule.ts'
import type { PendingDelivery, Settlement } from '../store/journal/deliveries.ts'

/** A settlement, without saying whose. */
export type Outcome = WithoutOwner<Settlement>
type WithoutOwner<S> = S extends Settlement ? Omit<S, 'integration' | 'id'> : never

export interface Attempt {
  delivery: PendingDelivery
  /** Counts from 1. */
  attempt: number
  /** As the plugin has it; not there while it is being prepared. */
  handed?: RelayMessage
}

export interface Failure {
  error: string
  /** The wait that the other side asked for. */
  afterMs: number | null
  /** From which the pause follows; the attempt unless told otherwise. */
  failures?: number | undefined
  nowMs: number
  random: () => number
}

const fatalCrashes = 3

export function afterFailure(
  { delivery, attempt }: Attempt,
  { error, afterMs, failures = attempt, nowMs, random }: Failure,
): Outcome {
  const { crashes, createdAtMs } = delivery
  const tried = { attempts: attempt, crashes, error }
  if (!worthAnotherTry({ attempts: attempt, createdAtMs, nowMs })) return { outcome: 'dead', ...tried }
  return { outcome: 'retry', ...tried, nextAtMs: nowMs + waitMs(failures, afterMs, random) }
}

/** The process died with this delivery in flight. Only one that was alone has certainly caused it. */
export function afterCrash({ delivery, attempt }: Attempt, reason: string, alone: boolean, nowMs: number): Outcome {
  const tried = { attempts: attempt, crashes: delivery.crashes + 1 }
  if (alone && tried.crashes >= fatalCrashes)
    return { outcome: 'dead', ...tried, error: `the plugin died of it: ${reason}` }
  return { outcome: 'retry', ...tried, nextAtMs: nowMs, error: reason }
}

/** The plugin was told to stop, and did before it answered. */
export const afterStop = ({ delivery: { crashes }, attempt }: Attempt, reason: string, nowMs: number): Outcome => ({
  outcome: 'retry',
  attempts: attempt,
  crashes,
  nextAtMs: nowMs,
  error: reason,
})

export const undeliverable = ({ delivery: { crashes }, attempt }: Attempt, error: string): Outcome => ({
  outcome: 'dead',
  attempts: attempt,
  crashes,
  error,
})

/** It was not handed over. */
export const notBegun = ({ delivery: { attempts, crashes } }: Attempt, nowMs: number): Outcome => ({
  outcome: 'retry',
  attempts,
  crashes,
  nextAtMs: nowMs,
  error: null,
})

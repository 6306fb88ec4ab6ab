/** Decides what becomes of a delivery whose attempt is over, as functions of values. */
import type { RelayMessage } from '../domain/message.ts'
import { waitMs, worthAnotherTry } from '../domain/retry-schedule.ts'
import type { PendingDelivery, ReceiverAnswer, Settlement } from '../store/journal/deliveries.ts'

/** A settlement without its integration and delivery. */
export type Outcome = WithoutOwner<Settlement>
type WithoutOwner<S> = S extends Settlement ? Omit<S, 'integration' | 'id'> : never

export interface Attempt {
  delivery: PendingDelivery
  /** Counts from 1. */
  attempt: number
  /** The message as the plugin has it; absent while it is being prepared. */
  handed?: RelayMessage
  /** The message as the plugin has it, if a transform changed it; null if an earlier attempt was changed, and this one is not. */
  changed?: object | null
  /** The receiver's response, as the plugin reported it with the outcome. */
  receiver?: Pick<Settlement, 'status' | 'durationMs'>
  /** The receiver's response to a test. */
  answer?: ReceiverAnswer
}

export interface Failure {
  error: string
  /** The pause that the receiver asked for. */
  afterMs: number | null
  /** The number of failures that determines the pause; the number of the attempt by default. */
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

/**
 * The process died with this delivery in flight. A delivery is only certain to have caused that when it was the only
 * one.
 */
export function afterCrash({ delivery, attempt }: Attempt, reason: string, alone: boolean, nowMs: number): Outcome {
  const tried = { attempts: attempt, crashes: delivery.crashes + 1 }
  if (alone && tried.crashes >= fatalCrashes)
    return { outcome: 'dead', ...tried, error: `the plugin died of it: ${reason}` }
  return { outcome: 'retry', ...tried, nextAtMs: nowMs, error: reason }
}

/** The plugin was told to stop, and stopped before it answered. */
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

/** The delivery was not handed over. */
export const notBegun = ({ delivery: { attempts, crashes } }: Attempt, nowMs: number): Outcome => ({
  outcome: 'retry',
  attempts,
  crashes,
  nextAtMs: nowMs,
  error: null,
})

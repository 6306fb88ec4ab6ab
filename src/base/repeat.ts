/** Repeats what ends only by failing, such as following a stream, until its signal aborts. */
import { type Backoff, backoffMs } from './backoff.ts'
import { pause } from './pause.ts'

interface Repeated {
  signal: AbortSignal
  backoff: Backoff
  /** Called for each failure, except for those caused by the abort. */
  onFailure?(error: unknown): void
}

/** Pauses after each attempt, longer with every failure in a row. An attempt that calls `begun` has not failed at once. */
export async function repeat(
  attempt: (begun: () => void) => Promise<void>,
  { signal, backoff, onFailure }: Repeated,
): Promise<void> {
  for (let failures = 0; !signal.aborted; failures++) {
    try {
      await attempt(() => {
        failures = 0
      })
    } catch (error) {
      if (!signal.aborted) onFailure?.(error)
    }
    await pause(backoffMs(backoff, failures + 1), signal)
  }
}

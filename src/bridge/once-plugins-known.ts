/** Repeats what the bridge tells plugins of, from when it is known which plugins there are. */
import { SteadyTimer } from '../base/steady-timer.ts'

interface Repeated {
  host: { known(): Promise<void> }
  everyMs: number
  signal: AbortSignal
}

/**
 * Calls `check` until `signal` aborts. As long as no plugin is known, whatever is told through plugins would look like something
 * that nobody wants, or that is over.
 */
export function oncePluginsKnown({ host, everyMs, signal }: Repeated, check: () => void): void {
  void host.known().then(() => {
    if (signal.aborted) return
    const timer = new SteadyTimer(everyMs, check).unref()
    signal.addEventListener('abort', () => timer.stop())
  })
}

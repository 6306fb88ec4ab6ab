/** Runs work that Ctrl-C or launchd may stop: the work undoes what it began, and the command reports it. */
import { exitCodes } from '../contract/errors.ts'

/** Aborts at the first of the signals that stop a command; the second one ends the process. */
export function stopSignal(): { readonly signal: AbortSignal; abort(): void } & Disposable {
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  for (const signal of stops) process.once(signal, stop)
  return {
    signal: stopping.signal,
    abort: stop,
    [Symbol.dispose]: () => {
      for (const signal of stops) process.off(signal, stop)
    },
  }
}

const stops = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** `report` describes the state after a stop. */
export async function untilStopped(work: (signal: AbortSignal) => Promise<void>, report: string): Promise<void> {
  using stop = stopSignal()
  try {
    await work(stop.signal)
  } catch (error) {
    if (!stop.signal.aborted) throw error
    process.stderr.write(`${report}\n`)
    process.exitCode = exitCodes.unexpected
  }
}

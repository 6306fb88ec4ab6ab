/** Runs work that Ctrl-C or launchd may stop: the work undoes what it began, and the command reports it. */
import { exitCodes } from '../contract/errors.ts'

/** `said` describes the state after a stop. */
export async function untilStopped(work: (signal: AbortSignal) => Promise<void>, said: string): Promise<void> {
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop)
  try {
    await work(stopping.signal)
  } catch (error) {
    if (!stopping.signal.aborted) throw error
    process.stderr.write(`${said}\n`)
    process.exitCode = exitCodes.unexpected
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.off(signal, stop)
  }
}

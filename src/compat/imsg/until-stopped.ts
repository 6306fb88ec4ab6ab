/** Waits until a command that goes on is to stop: a signal came, or nobody reads its output any more. */
import { once } from 'node:events'

/** Ends its own waiting with `signal`. */
export async function untilStopped(signal: AbortSignal): Promise<void> {
  await Promise.race([
    ...(['SIGINT', 'SIGTERM', 'SIGHUP'] as const).map((name) => once(process, name, { signal })),
    once(process.stdout, 'close', { signal }),
  ]).catch(() => undefined)
}

/** Waits for a condition rather than for a fixed time. */
import { setTimeout as wait } from 'node:timers/promises'

/** Suffices on a machine at a load of twenty: a condition that is not met by then never will be. */
export const patienceMs = 240_000

/** The longer it has waited, the more rarely it looks: a look takes time from what it waits for. */
const pauseAfter = (waitedMs: number): number => Math.min(100, Math.max(10, waitedMs / 20))

interface Patience {
  withinMs?: number
  /** Looks at a fixed interval instead, for whoever measures. */
  everyMs?: number
  /** The condition that is waited for. */
  describe?(): string
}

/** Fails after `withinMs` with the text of `describe`. */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  { withinMs = patienceMs, everyMs, describe = () => 'the condition' }: Patience = {},
): Promise<void> {
  const startMs = performance.now()
  while (!(await isSo())) {
    const waitedMs = performance.now() - startMs
    if (waitedMs > withinMs) throw new Error(`Waited ${withinMs} ms for ${describe()}`)
    await wait(everyMs ?? pauseAfter(waitedMs))
  }
}

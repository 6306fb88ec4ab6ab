/** Waits for a condition rather than for a fixed time. */
import { setTimeout as wait } from 'node:timers/promises'

/** Suffices on a machine at a load of twenty: a condition that is not met by then never will be. */
export const patienceMs = 240_000

/** Fails after `withinMs` with the text of `describe`. */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  {
    withinMs = patienceMs,
    everyMs = 10,
    describe = () => 'the condition',
  }: { withinMs?: number; everyMs?: number; describe?: () => string } = {},
): Promise<void> {
  const end = performance.now() + withinMs
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`Waited ${withinMs} ms for ${describe()}`)
    await wait(everyMs)
  }
}

/** Waits for a condition instead of for a time. */
import { setTimeout as wait } from 'node:timers/promises'

/** No more than a machine at a load of twenty needs: a condition that is not met by then will not be. */
export const patienceMs = 240_000

/** Fails after `withinMs` with what `describe` says. */
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

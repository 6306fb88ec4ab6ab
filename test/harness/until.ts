/** Waits for a condition instead of for a time. */
import { setTimeout as wait } from 'node:timers/promises'

/** Fails after `withinMs` with what `describe` says. */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  {
    withinMs = 30_000,
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

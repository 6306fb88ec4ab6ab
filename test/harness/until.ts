/** Waits for a condition instead of for a time. */
import { setTimeout as wait } from 'node:timers/promises'

const lookEveryMs = 10

/** Fails after `withinMs` with what `describe` says. */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  { withinMs = 30_000, describe = () => 'the condition' }: { withinMs?: number; describe?: () => string } = {},
): Promise<void> {
  const end = performance.now() + withinMs
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`Waited ${withinMs} ms for ${describe()}`)
    await wait(lookEveryMs)
  }
}

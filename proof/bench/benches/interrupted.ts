/**
 * Sends a thousand messages one after another; the receiving program is killed half-way and started again two hundred
 * messages later.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { Mac } from '../../../simulator/mac.ts'
import { until } from '../../../test/harness/until.ts'

export interface Interrupted {
  kill(): Promise<void>
  start(): Promise<void>
  /** The texts that have arrived. */
  texts(): ReadonlySet<string | null>
}

const count = 1_000
const [killedAt, startedAt] = [400, 600]
const pauseMs = 3
/** After this much silence no further message is expected. */
const silenceMs = 15_000

/** Returns how many never arrived. */
export async function interrupted({ messages }: Mac, work: Interrupted): Promise<number> {
  const sent = Array.from({ length: count }, (_, index) => `Interrupted ${index}`)
  for (const [index, text] of sent.entries()) {
    if (index === killedAt) await work.kill()
    if (index === startedAt) await work.start()
    messages.receive({ from: '+12025550177', text })
    await wait(pauseMs)
  }
  const missing = () => sent.filter((text) => !work.texts().has(text)).length
  for (let left = missing(), before = count; left > 0 && left < before; [before, left] = [left, missing()])
    await until(() => missing() === 0, { withinMs: silenceMs, everyMs: 100 }).catch(() => undefined)
  return missing()
}

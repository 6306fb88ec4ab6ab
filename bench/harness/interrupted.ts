/** A thousand messages, one after another; whoever takes them is killed in the middle and comes back two hundred later. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Mac } from '../../simulator/mac.ts'
import { until } from '../../test/harness/until.ts'

export interface Interrupted {
  kill(): Promise<void>
  start(): Promise<void>
  /** What has arrived. */
  texts(): ReadonlySet<string | null>
}

const count = 1_000
const [killedAt, startedAt] = [400, 600]
const pauseMs = 3
/** Nothing comes any more. */
const silenceMs = 15_000

/** How many never arrived. */
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

/** Counts the messages that are lost when they keep coming while the relay is killed and started again. */

import { setTimeout as wait } from 'node:timers/promises'
import type { Mac } from '../../../simulator/mac.ts'
import { until } from '../../../test/harness/until.ts'
import type { Figure } from '../figure.ts'
import { startImessageKit } from '../peers/imessage-kit.ts'
import { peers } from '../peers/peers.ts'
import { measuredRelay, type SimulatedHome } from '../simulated-relay.ts'
import { works } from '../works.ts'

export async function lossOnKill(home: SimulatedHome): Promise<Figure[]> {
  return [
    { work: works.lost, measured: await ours(home), unit: '', target: 0 },
    { work: works.lost, measured: await imessageKits(home), unit: '', by: peers.imessageKit },
  ]
}

async function ours(home: SimulatedHome): Promise<number> {
  await using relay = await measuredRelay(home)
  return await interrupted(home.mac, {
    kill: () => relay.bridge.kill(),
    start: () => relay.startBridge(),
    texts: () => new Set(relay.receiver.texts()),
  })
}

async function imessageKits({ home, mac }: SimulatedHome): Promise<number> {
  const texts = new Set<string | null>()
  const watching = async () => {
    const started = await startImessageKit(home)
    await started.watch(({ text }) => texts.add(text))
    return started
  }
  let kit = await watching()
  const work: Interrupted = {
    kill: () => kit.kill(),
    async start() {
      kit = await watching()
    },
    texts: () => texts,
  }
  const lost = await interrupted(mac, work)
  await kit.kill()
  return lost
}

interface Interrupted {
  kill(): Promise<void>
  start(): Promise<unknown>
  /** The texts that have arrived. */
  texts(): ReadonlySet<string | null>
}

const count = 1_000
const [killedAt, startedAt] = [400, 600]
const pauseMs = 3
/** After this much silence no further message is expected. */
const silenceMs = 15_000

/**
 * Sends a thousand messages one after another; the receiving program is killed half-way and started again two hundred
 * messages later. Returns how many never arrived.
 */
async function interrupted({ messages }: Mac, work: Interrupted): Promise<number> {
  const sent = Array.from({ length: count }, (_, index) => `Interrupted ${index}`)
  for (const [index, text] of sent.entries()) {
    if (index === killedAt) await work.kill()
    if (index === startedAt) await work.start()
    messages.receive({ from: '+12025550177', text })
    await wait(pauseMs)
  }
  const missing = () => sent.filter((text) => !work.texts().has(text)).length
  for (let left = missing(), before = Infinity; left > 0 && left < before; [before, left] = [left, missing()])
    await until(() => missing() === 0, { withinMs: silenceMs, everyMs: 100 }).catch(() => undefined)
  return missing()
}

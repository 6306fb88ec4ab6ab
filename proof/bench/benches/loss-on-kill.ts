/** Counts the messages that are lost when they keep coming while the relay is killed and started again. */
import { startBridge } from '../../../test/harness/bridge-process.ts'
import type { Figure } from '../figure.ts'
import { startImessageKit } from '../peers/imessage-kit.ts'
import { peers } from '../peers/peers.ts'
import { measuredRelay, type SimulatedHome } from '../simulated-relay.ts'
import { works } from '../works.ts'
import { type Interrupted, interrupted } from './interrupted.ts'

export async function lossOnKill(home: SimulatedHome): Promise<Figure[]> {
  return [
    { work: works.lost, measured: await ours(home), unit: '', target: 0 },
    { work: works.lost, measured: await imessageKits(home), unit: '', by: peers.imessageKit },
  ]
}

async function ours(home: SimulatedHome): Promise<number> {
  await using relay = await measuredRelay(home)
  const texts = () => new Set(relay.receiver.texts())
  let bridge = relay.bridge
  const lost = await interrupted(home.mac, {
    kill: () => bridge.kill(),
    async start() {
      bridge = startBridge({ home: home.home })
      await bridge.polling()
    },
    texts,
  })
  await bridge.stop()
  return lost
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

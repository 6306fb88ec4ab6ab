/** Kills a relay again and again while people write, and reports the outcome of their messages. */
import { setTimeout as wait } from 'node:timers/promises'
import { type RelaySetup, relaySetup } from '../../../test/harness/relay-setup.ts'
import { startTalking } from '../../../test/harness/talkers.ts'
import { until } from '../../../test/harness/until.ts'
import { type Balance, balanceOf } from '../../balance.ts'
import { hasEnded } from '../../chaos/chaos-world.ts'
import { dyingAt, type Step } from './strace.ts'

export interface RelayDeaths {
  said: number
  /** How many of the deaths happened as intended. */
  died: number
  balance: Balance
}

/** Resolves with whether it died as intended. */
export type Death = (relay: RelaySetup) => Promise<boolean>

const talkEveryMs = 60
const patienceMs = 400_000

export async function relayDeaths(deaths: Iterable<Death>): Promise<RelayDeaths> {
  await using relay = await relaySetup({ config: { relay: { scope: 'everyone', poll_interval_s: 0.2 } } })
  const talkers = startTalking(relay.mac, talkEveryMs)
  let died = 0
  try {
    for (const death of deaths) died += Number(await death(relay))
  } finally {
    await talkers.stop()
  }
  if (hasEnded(relay.bridge.child)) await relay.restart()
  const everything = [...talkers.said.values()].flat()
  const isThere = () => {
    const arrived = new Set(relay.receiver.texts())
    return everything.every((text) => arrived.has(text))
  }
  // Messages that never arrive are found by counting.
  await until(isThere, { withinMs: patienceMs, everyMs: 100 }).catch(() => undefined)
  const arrived = relay.receiver.delivered
    .filter(({ status }) => status < 300)
    .map(({ body: { text, delivery_id: id } }) => ({ text, id }))
  const balance = balanceOf({ said: talkers.said, arrived, ordered: new Map(), wentOut: [] })
  return { said: everything.length, died, balance }
}

/** A process that does not reach the step within this time is killed instead. */
const withinMs = 15_000

/** The bridge that dies also recovers from the death before. */
export const deathAt =
  (stepOn: (home: string) => Step): Death =>
  async (relay) => {
    if (!hasEnded(relay.bridge.child)) await relay.bridge.kill()
    relay.start(dyingAt(stepOn(relay.mac.home)))
    const { child } = relay.bridge
    const endMs = performance.now() + withinMs
    while (!hasEnded(child) && performance.now() < endMs) await wait(10)
    return hasEnded(child)
  }

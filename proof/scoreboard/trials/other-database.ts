/**
 * Exchanges, restores, rebuilds and fills chat.db from iCloud under a relay: old messages are not relayed as new, and
 * new ones come soon.
 */

import { Config } from '../../../src/contract/config.ts'
import { until } from '../../../test/harness/until.ts'
import { isClean } from '../../balance.ts'
import { ChaosWorld } from '../../chaos/chaos-world.ts'
import { fileFaults } from '../../chaos/file-faults.ts'
import type { Outcome } from '../row.ts'

const timesEach = 5
const polls = 2
/** The default value of the setting. */
const pollS: number = Config.properties.relay.properties.poll_interval_s.default
/** The time from the journal to the receiver, through the plugin. */
const deliveryMs = 100
const tried = [
  'another file as chat.db',
  'chat.db rebuilt with other ROWIDs',
  'an older copy of chat.db restored',
  '5,000 old messages from iCloud',
  'messages that are here come once more',
]

/** The random number with which a fault kills nobody in addition. */
const nobodyDies = () => 0.9

export async function otherDatabases(): Promise<Outcome> {
  await using world = await ChaosWorld.open(pollS)
  let slowestMs = 0
  for (let time = 0; time < timesEach; time++) {
    for (const name of tried) {
      await fileFaults[name]?.(world, nobodyDies)
      const beganMs = performance.now()
      const isNext = nextArrives(world)
      await until(isNext, { everyMs: 5 }).catch(() => undefined)
      slowestMs = Math.max(slowestMs, performance.now() - beganMs)
      await world.mend()
    }
  }
  const { said, balance } = await world.count()
  const { replayed, duplicated, lost } = balance
  return {
    figure: `${timesEach} times each of ${tried.length}: ${replayed.length} old messages relayed, ${lost.length} of ${said} lost, ${duplicated.length} doubled; the next message came within ${slowestMs.toFixed(0)} ms at a poll of ${pollS} s`,
    reached: isClean(balance) && slowestMs <= polls * pollS * 1_000 + deliveryMs,
  }
}

/** Checks that the first text written from now on has arrived. */
function nextArrives(world: ChaosWorld): () => boolean {
  const before = new Set([...world.talkers.said.values()].flat())
  return () => {
    const next = [...world.talkers.said.values()].flat().find((text) => !before.has(text))
    return next !== undefined && !world.missing(world.talkers.said).includes(next)
  }
}

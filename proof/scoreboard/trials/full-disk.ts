/** Fills the disk for a while, again and again, while people write to a relay. */
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { temporaryMac } from '../../../simulator/temporary-mac.ts'
import { names } from '../../../src/contract/names.ts'
import { smallDisk } from '../../../test/harness/small-disk.ts'
import { startTalking } from '../../../test/harness/talkers.ts'
import { until } from '../../../test/harness/until.ts'
import { openWorld } from '../../world.ts'
import type { Outcome } from '../row.ts'

const rounds = 10
const fullForMs = 3_000
const mostRecoveryMs = 10_000
/** This is more than all messages take: only other files fill the disk. */
const sizeMb = 96
const talkEveryMs = 20

export async function diskFullAndBack(): Promise<Outcome> {
  using mac = temporaryMac()
  using disk = smallDisk(join(mac.home, names.baseDirectory), sizeMb)
  await using world = await openWorld({ mac })
  const talkers = startTalking(mac, talkEveryMs)
  const missing = () => world.missing(talkers.said)
  let slowestMs = 0
  for (let round = 0; round < rounds; round++) {
    disk.fill()
    await wait(fullForMs)
    const waiting = missing()
    disk.empty()
    const beganMs = performance.now()
    const isOver = () => {
      const still = new Set(missing())
      return !waiting.some((text) => still.has(text))
    }
    await until(isOver, { withinMs: mostRecoveryMs * 3 }).catch(() => undefined)
    slowestMs = Math.max(slowestMs, performance.now() - beganMs)
  }
  await talkers.stop()
  await world.untilArrived(talkers.said)
  const said = [...talkers.said.values()].flat().length
  return {
    figure: `${rounds} times full: ${missing().length} of ${said} messages lost; all had arrived ${(slowestMs / 1_000).toFixed(1)} s after there was room again, at the latest`,
    reached: missing().length === 0 && slowestMs <= mostRecoveryMs,
  }
}

/** Fills the disk for a while, again and again, while people write to a relay. */
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { names } from '../../../src/contract/names.ts'
import { relaySetup } from '../../../test/harness/relay-setup.ts'
import { type SmallDisk, smallDisk } from '../../../test/harness/small-disk.ts'
import { startTalking } from '../../../test/harness/talkers.ts'
import { until } from '../../../test/harness/until.ts'
import type { Outcome } from '../row.ts'

const rounds = 10
const fullForMs = 3_000
const mostRecoveryMs = 10_000
/** This is more than all messages take: only other files fill the disk. */
const sizeMb = 96
const talkEveryMs = 20

export async function diskFullAndBack(): Promise<Outcome> {
  const disks: SmallDisk[] = []
  const prepare = (home: string) => void disks.push(smallDisk(join(home, names.baseDirectory), sizeMb))
  await using relay = await relaySetup({ prepare })
  using disk = disks[0] as SmallDisk
  const talkers = startTalking(relay.mac, talkEveryMs)
  const missing = () => {
    const arrived = new Set(relay.receiver.texts())
    return [...talkers.said.values()].flat().filter((text) => !arrived.has(text))
  }
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
  await until(() => missing().length === 0).catch(() => undefined)
  const said = [...talkers.said.values()].flat().length
  return {
    figure: `${rounds} times full: ${missing().length} of ${said} messages lost; all had arrived ${(slowestMs / 1_000).toFixed(1)} s after there was room again, at the latest`,
    reached: missing().length === 0 && slowestMs <= mostRecoveryMs,
  }
}

/** Checks that the heartbeat is true: for a dead bridge, a stopped bridge, and one that polls on a busy machine. */
import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { type TemporaryMac, temporaryMac } from '../../../simulator/temporary-mac.ts'
import { isAlive, readHeartbeat } from '../../../src/store/heartbeat.ts'
import { dirOf } from '../../../test/harness/bridge-process.ts'
import { startTalking } from '../../../test/harness/talkers.ts'
import { until } from '../../../test/harness/until.ts'
import { openWorld, type World } from '../../world.ts'
import type { Outcome } from '../row.ts'

const timesEach = 5
const mostSilentMs = 12_000
const busyForMs = 60_000
const busyProcesses = 4
const lookEveryMs = 50

export async function heartbeatIsTrue(): Promise<Outcome> {
  using mac = temporaryMac()
  await using world = await openWorld({ mac })
  const saysAlive = heartbeatOf(world)
  const silences: number[] = []
  for (let time = 0; time < timesEach; time++) {
    world.bridge.child.kill('SIGSTOP')
    silences.push(await untilSilent(saysAlive))
    world.bridge.child.kill('SIGCONT')
    await world.bridge.polling()
    await world.bridge.kill()
    silences.push(await untilSilent(saysAlive))
    await world.startBridge()
  }
  const { looks, falsely } = await underLoad(saysAlive, mac)
  const slowestMs = Math.max(...silences)
  return {
    figure: `false ${(slowestMs / 1_000).toFixed(1)} s after SIGKILL or SIGSTOP at the latest; beside ${busyProcesses} busy processes false in ${falsely} of ${looks} looks`,
    reached: slowestMs <= mostSilentMs && falsely === 0,
  }
}

type SaysAlive = () => boolean

const heartbeatOf =
  ({ home }: World): SaysAlive =>
  () =>
    isAlive(readHeartbeat(dirOf(home).heartbeatFile), Date.now())

async function untilSilent(saysAlive: SaysAlive): Promise<number> {
  const beganMs = performance.now()
  await until(() => !saysAlive(), { withinMs: mostSilentMs * 2 })
  return performance.now() - beganMs
}

async function underLoad(saysAlive: SaysAlive, mac: TemporaryMac): Promise<{ looks: number; falsely: number }> {
  const busy: ChildProcess[] = Array.from({ length: busyProcesses }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  )
  const talkers = startTalking(mac)
  const counts = { looks: 0, falsely: 0 }
  const endMs = performance.now() + busyForMs
  while (performance.now() < endMs) {
    counts.looks++
    counts.falsely += Number(!saysAlive())
    await wait(lookEveryMs)
  }
  await talkers.stop()
  for (const child of busy) child.kill('SIGKILL')
  return counts
}

/** Measures what both processes cost an idle Mac. */
import { spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { measuredRelay, simulatedHome } from '../../bench/simulated-relay.ts'
import { indexed, startWeb } from '../../bench/web-process.ts'
import { processorSeconds, residentMb } from '../../process-figures.ts'
import type { Outcome } from '../row.ts'

const minutes = 10
/** The pause after the start, and after the index is built. */
const restMs = 10_000
const most = { processorPercent: 1, bridgeMb: 80, webMb: 90 }

export async function idleFor10Minutes(): Promise<Outcome> {
  using home = simulatedHome({ messages: 10_000 })
  await using relay = await measuredRelay(home)
  await using web = await startWeb(home.home)
  await indexed(web.url)
  await wait(restMs)
  const pids = [relay.bridge.pid, web.pid] as const
  const before = pids.map(processorSeconds)
  await wait(minutes * 60_000)
  const [bridgePercent = 0, webPercent = 0] = pids.map(
    (pid, place) => ((processorSeconds(pid) - (before[place] ?? 0)) / (minutes * 60)) * 100,
  )
  const [bridgeMb, webMb] = pids.map(residentMb) as [number, number]
  const nodeMb = await bareNodeMb()
  return {
    figure: `bridge ${bridgePercent.toFixed(2)} % and ${bridgeMb.toFixed(0)} MB, web process ${webPercent.toFixed(2)} % and ${webMb.toFixed(0)} MB, after ${minutes} minutes over 10,000 messages; Node that does nothing: ${nodeMb.toFixed(0)} MB`,
    reached:
      Math.max(bridgePercent, webPercent) < most.processorPercent && bridgeMb <= most.bridgeMb && webMb <= most.webMb,
  }
}

async function bareNodeMb(): Promise<number> {
  const node = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1_000)'])
  await wait(1_000)
  const mb = residentMb(node.pid ?? 0)
  node.kill()
  return mb
}

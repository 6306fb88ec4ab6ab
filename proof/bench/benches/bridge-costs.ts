/** Measures what the bridge costs an idle Mac: processor time, memory, and the time until its first poll. */
import { setTimeout as wait } from 'node:timers/promises'
import { until } from '../../../test/harness/until.ts'
import { processorSeconds, residentMb } from '../../process-figures.ts'
import { median } from '../../statistics.ts'
import { bridgeOver } from '../../world.ts'
import type { Figure } from '../figure.ts'
import { bareStart } from '../floors/bare-start.ts'
import { measuredRelay, type SimulatedHome } from '../simulated-relay.ts'
import { works } from '../works.ts'

const idleS = 20
const starts = 5

export async function idleCosts(home: SimulatedHome): Promise<Figure[]> {
  await using relay = await measuredRelay(home)
  home.mac.messages.receive({ from: '+12025550177', text: 'The last one for a while' })
  await until(() => relay.receiver.delivered.length > 0)
  await wait(3_000)
  const { pid } = relay.bridge
  const before = processorSeconds(pid)
  await wait(idleS * 1000)
  const share = ((processorSeconds(pid) - before) / idleS) * 100
  return [
    { work: works.idle, measured: share, unit: '%', target: 0.3 },
    { work: works.bridgeResident, measured: residentMb(pid), unit: 'MB', target: 65 },
  ]
}

export async function startTimes(home: SimulatedHome): Promise<Figure[]> {
  const times: number[] = []
  for (let start = 0; start < starts; start++) {
    const startMs = performance.now()
    const bridge = bridgeOver(home.home)
    await bridge.polling()
    times.push(performance.now() - startMs)
    await bridge.stop()
  }
  const work = 'start of the bridge → first poll, median'
  return [{ work, measured: median(times), unit: 'ms', target: 500, floor: await bareStart() }]
}

/** Measures how soon imessage-kit reports a new message, how many at once, and what it costs to wait for one. */
import { setTimeout as wait } from 'node:timers/promises'
import { seededRandom } from '../../../simulator/random.ts'
import { until } from '../../../test/harness/until.ts'
import { processorSeconds, residentMb } from '../../process-figures.ts'
import { median, percentile } from '../../statistics.ts'
import { burst } from '../burst.ts'
import type { Figure } from '../figure.ts'
import type { SimulatedHome } from '../simulated-relay.ts'
import { works } from '../works.ts'
import { startImessageKit } from './imessage-kit.ts'
import { peers } from './peers.ts'

const samples = 200
const rows = 5_000
const idleS = 10
const patienceMs = 15_000

export async function peerWatching({ home, mac }: SimulatedHome): Promise<Figure[]> {
  await using kit = await startImessageKit(home)
  const arrivals = new Map<string, number>()
  await kit.watch(({ text, atMs }) => arrivals.set(text, atMs))
  const times = await latencies(mac, arrivals)
  const idle = await idleShare(kit.pid)
  const resident = residentMb(kit.pid)
  arrivals.clear()
  const startMs = burst(mac, rows)
  const areThere = () => arrivals.size >= rows
  await until(areThere, { withinMs: patienceMs }).catch(() => {
    // It may do so in practice: the next message wakes it.
    mac.messages.receive({ from: '+12025550177', text: 'Are you still there?' })
  })
  await until(areThere, { withinMs: patienceMs })
  const seconds = (performance.now() - startMs) / 1000
  const figures: Figure[] = [
    { work: `${works.commit}, median`, measured: median(times), unit: 'ms' },
    { work: `${works.commit}, p99`, measured: percentile(times, 0.99), unit: 'ms' },
    { work: works.burst, measured: rows / seconds, unit: '/s' },
    { work: works.idle, measured: idle, unit: '%', subject: 'costs' },
    { work: works.bridgeResident, measured: resident, unit: 'MB', subject: 'costs' },
  ]
  return figures.map((figure) => ({ ...figure, by: peers.imessageKit }))
}

async function latencies({ messages }: SimulatedHome['mac'], arrivals: ReadonlyMap<string, number>): Promise<number[]> {
  const random = seededRandom('peer')
  const committed = new Map<string, number>()
  for (let index = 0; index < samples; index++) {
    await wait(5 + random() * 40)
    const text = `Watched ${index}`
    messages.receive({ from: '+12025550177', text })
    committed.set(text, performance.timeOrigin + performance.now())
    // A message that it misses arrives with the next one.
    await until(() => arrivals.has(text), { everyMs: 1, withinMs: 200 }).catch(() => undefined)
  }
  messages.receive({ from: '+12025550177', text: 'The last one' })
  await until(() => [...committed.keys()].every((text) => arrivals.has(text)), { withinMs: 5_000 })
  return [...committed].map(([text, ms]) => (arrivals.get(text) ?? Number.NaN) - ms)
}

async function idleShare(pid: number): Promise<number> {
  await wait(1_000)
  const before = processorSeconds(pid)
  await wait(idleS * 1000)
  return ((processorSeconds(pid) - before) / idleS) * 100
}

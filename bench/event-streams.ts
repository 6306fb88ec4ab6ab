/** From the commit of a message to the last of many stream clients, through bridge, journal and web process. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { until } from '../test/harness/until.ts'
import type { Figure } from './harness/figure.ts'
import { type MeasuredRelay, measuredRelay, type SimulatedHome } from './harness/simulated-relay.ts'
import { median, percentile } from './harness/statistics.ts'
import { indexed, startWeb } from './harness/web-process.ts'

const clients = 200
const perSecond = 200
const seconds = 10
const tickMs = 25

type Told = { connected?: boolean; ended?: boolean; arrivals?: [rowid: number, { clients: number; lastMs: number }][] }

export async function eventStreams(simulated: SimulatedHome): Promise<Figure[]> {
  await using relay = await measuredRelay(simulated)
  await using web = await startWeb(simulated.home)
  await indexed(web.url)
  const child = fork(fileURLToPath(new URL('harness/stream-clients.ts', import.meta.url)), [web.url, String(clients)])
  let dropped = 0
  child.on('message', ({ ended }: Told) => {
    dropped += ended ? 1 : 0
  })
  await once(child, 'message')
  const committed = await talk(relay)
  const arrivals = await collect(child, committed)
  child.kill()
  await once(child, 'exit')
  const latencies = [...committed].map(([rowid, ms]) => (arrivals.get(rowid)?.lastMs ?? Number.POSITIVE_INFINITY) - ms)
  const missed = [...committed.keys()].reduce((sum, rowid) => sum + clients - (arrivals.get(rowid)?.clients ?? 0), 0)
  const work = `commit → the last of ${clients} streams, ${perSecond} messages a second`
  return [
    { work: `${work}, p50`, measured: median(latencies), unit: 'ms' },
    { work: `${work}, p99`, measured: percentile(latencies, 0.99), unit: 'ms', target: 150 },
    { work: `events that a stream missed, of ${committed.size * clients}`, measured: missed, unit: '', target: 0 },
    { work: 'streams that were dropped', measured: dropped, unit: '', target: 0 },
  ]
}

/** By ROWID: when it was committed, milliseconds since the epoch. */
async function talk({ mac }: MeasuredRelay): Promise<Map<number, number>> {
  const committed = new Map<number, number>()
  const startMs = performance.now()
  for (let elapsedMs = 0; elapsedMs < seconds * 1000; elapsedMs = performance.now() - startMs) {
    while (committed.size < (elapsedMs / 1000) * perSecond) {
      const { rowid } = mac.messages.receive({ from: '+12025550177', text: `Message ${committed.size}` })
      committed.set(rowid, performance.timeOrigin + performance.now())
    }
    await wait(tickMs)
  }
  return committed
}

async function collect(child: ReturnType<typeof fork>, committed: ReadonlyMap<number, number>) {
  let arrivals = new Map<number, { clients: number; lastMs: number }>()
  child.on('message', (told: Told) => {
    if (told.arrivals) arrivals = new Map(told.arrivals)
  })
  const isComplete = () => [...committed.keys()].every((rowid) => arrivals.get(rowid)?.clients === clients)
  await until(
    async () => {
      child.send('report')
      await wait(200)
      return isComplete()
    },
    { withinMs: 20_000 },
  ).catch(() => undefined)
  return arrivals
}

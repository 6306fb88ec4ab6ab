/**
 * Measures the time from the commit of a message to the last of many stream clients, through bridge, journal and web
 * process.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { readEvents } from '../../../src/store/journal/events-reader.ts'
import { serviceDir } from '../../../src/store/service-dir.ts'
import { dirOf } from '../../../test/harness/bridge-process.ts'
import { until } from '../../../test/harness/until.ts'
import { residentMb } from '../../process-figures.ts'
import { median, percentile } from '../../statistics.ts'
import type { Figure } from '../figure.ts'
import { measuredRelay, type SimulatedHome } from '../simulated-relay.ts'
import { indexed, startWeb } from '../web-process.ts'

const streams = 200
const deafStreams = 50
const perSecond = 200
const seconds = 10
const tickMs = 25
const atOnce = 2_000

type Told = { connected?: boolean; ended?: boolean; arrivals?: [rowid: number, { clients: number; lastMs: number }][] }

/** Measures a steady pace, and then many messages at once. */
export async function eventStreams(simulated: SimulatedHome): Promise<Figure[]> {
  const { talked, after, shouted, dropped, webMb } = await ours(simulated)
  // The readers of the floor have both cores that those of ours had.
  const rowids = [...shouted.committed.keys()]
  const bareMs = await bareStreams({ journalFile: journalOf(simulated), after, rowids })
  const eventsPerS = (ms: number) => (atOnce * streams * 1000) / ms
  const work = `commit → the last of ${streams} streams, ${perSecond} messages a second`
  return [
    { work: `${work}, p50`, measured: median(talked.latencies), unit: 'ms' },
    { work: `${work}, p99`, measured: percentile(talked.latencies, 0.99), unit: 'ms', target: 150 },
    { work: 'events that a stream missed', measured: talked.missed + shouted.missed, unit: '', target: 0 },
    { work: 'streams that were dropped', measured: dropped, unit: '', target: 0 },
    {
      work: `${atOnce.toLocaleString('en')} messages at once to ${streams} streams, events`,
      measured: eventsPerS(shouted.slowestMs),
      unit: '/s',
      target: 2_000_000,
      floor: { what: 'journalled before, from a bare server', measured: eventsPerS(bareMs) },
    },
    { work: `web process with ${streams} streams: resident`, measured: webMb, unit: 'MB', target: 160 },
  ]
}

async function ours(simulated: SimulatedHome) {
  await using heard = await listening(simulated, { clients: streams })
  const talked = await heard.to(talk)
  const after = newestEvent(journalOf(simulated))
  const shouted = await heard.to(async ({ mac }) => shout(mac))
  return { talked, after, shouted, dropped: heard.dropped(), webMb: residentMb(heard.pid) }
}

/** Measures what clients that do not read cost those that do. */
export async function slowReaders(simulated: SimulatedHome): Promise<Figure[]> {
  await using heard = await listening(simulated, { clients: streams - deafStreams, deaf: deafStreams })
  const before = residentMb(heard.pid)
  const { latencies, missed } = await heard.to(talk)
  const work = `beside ${deafStreams} of ${streams} streams that nobody reads`
  return [
    {
      work: `${work}: commit → the last of the others, p99`,
      measured: percentile(latencies, 0.99),
      unit: 'ms',
      target: 150,
    },
    { work: `${work}: events that the others missed`, measured: missed, unit: '', target: 0 },
    { work: `${work}: growth of the web process`, measured: residentMb(heard.pid) - before, unit: 'MB', target: 25 },
  ]
}

interface Heard {
  committed: ReadonlyMap<number, number>
  latencies: number[]
  slowestMs: number
  missed: number
}

interface Listening extends AsyncDisposable {
  pid: number
  /** The number of dropped streams so far. */
  dropped(): number
  /** Reports how the messages that `speak` commits were received. */
  to(speak: (simulated: SimulatedHome) => Promise<Map<number, number>>): Promise<Heard>
}

interface Audience {
  clients: number
  deaf?: number
}

async function listening(simulated: SimulatedHome, audience: Audience): Promise<Listening> {
  const relay = await measuredRelay(simulated)
  const web = await startWeb(simulated.home)
  await indexed(web.url)
  const readers = await readersOf(web.url, audience)
  return {
    pid: web.pid,
    dropped: readers.dropped,
    to: async (speak) => readers.heard(await speak(simulated)),
    async [Symbol.asyncDispose]() {
      await readers[Symbol.asyncDispose]()
      await web[Symbol.asyncDispose]()
      await relay[Symbol.asyncDispose]()
    },
  }
}

interface Readers extends AsyncDisposable, Pick<Listening, 'dropped'> {
  heard(committed: ReadonlyMap<number, number>): Promise<Heard>
}

/** Resolves once all of them are connected. */
async function readersOf(url: string, { clients, deaf = 0 }: Audience): Promise<Readers> {
  const child = fork(fileURLToPath(new URL('stream-clients.ts', import.meta.url)), [url, String(clients), String(deaf)])
  let dropped = 0
  child.on('message', ({ ended }: Told) => {
    dropped += ended ? 1 : 0
  })
  await once(child, 'message')
  return {
    dropped: () => dropped,
    async heard(committed) {
      const arrivals = await collect(child, { committed, clients })
      const latencies = [...committed].map(
        ([rowid, ms]) => (arrivals.get(rowid)?.lastMs ?? Number.POSITIVE_INFINITY) - ms,
      )
      const missed = [...committed.keys()].reduce(
        (sum, rowid) => sum + clients - (arrivals.get(rowid)?.clients ?? 0),
        0,
      )
      return { committed, latencies, slowestMs: Math.max(...latencies), missed }
    },
    async [Symbol.asyncDispose]() {
      child.kill()
      await once(child, 'exit')
    },
  }
}

function newestEvent(journalFile: string): number {
  const events = readEvents(journalFile)
  try {
    return events.newest()
  } finally {
    events.close()
  }
}

const journalOf = ({ home }: SimulatedHome): string => serviceDir(dirOf(home).base).journalFile

/**
 * Lets the bare server write the journal's events after this one. Returns the milliseconds until the last reader has
 * them.
 */
async function bareStreams({ journalFile, after, rowids }: Journalled): Promise<number> {
  const server = fork(fileURLToPath(new URL('../floors/bare-streams.ts', import.meta.url)), [journalFile])
  const [url] = (await once(server, 'message')) as [string]
  await using readers = await readersOf(url, { clients: streams })
  server.send(after)
  const [startMs] = (await once(server, 'message')) as [number]
  const { slowestMs } = await readers.heard(new Map(rowids.map((rowid) => [rowid, startMs])))
  server.kill()
  await once(server, 'exit')
  return slowestMs
}

interface Journalled {
  journalFile: string
  after: number
  rowids: readonly number[]
}

/** Commits all messages at once. */
function shout({ messages }: SimulatedHome['mac']): Map<number, number> {
  const rowids = messages.transaction(() =>
    Array.from({ length: atOnce }, (_, index) => {
      const { rowid } = messages.receive({ from: '+12025550177', text: `Shout ${index}` })
      return rowid
    }),
  )
  const committedMs = performance.timeOrigin + performance.now()
  return new Map(rowids.map((rowid) => [rowid, committedMs]))
}

/** Returns the time of each commit by ROWID, in milliseconds since the epoch. */
async function talk({ mac }: SimulatedHome): Promise<Map<number, number>> {
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

interface Expected {
  committed: ReadonlyMap<number, number>
  clients: number
}

async function collect(child: ReturnType<typeof fork>, { committed, clients }: Expected) {
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

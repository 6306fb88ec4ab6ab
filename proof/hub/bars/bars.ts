/** Measures a hub that has ten million messages, while Macs write to it and people read from it. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Msg } from '@nats-io/transport-node'
import { findConversation, listConversations, listMessages } from '../../../src/hub/store/history.ts'
import { hubRowid } from '../../../src/hub/store/ids.ts'
import { search } from '../../../src/hub/store/search.ts'
import { type MacHere, macHere } from '../../../test/harness/hub-here.ts'
import { until } from '../../../test/harness/until.ts'
import { peakResidentMb, processorSeconds } from '../../process-figures.ts'
import { percentile } from '../../statistics.ts'
import { HubWorld } from '../hub-world.ts'
import { RimMac } from '../rim-mac.ts'
import { startWriting } from '../rim-writing.ts'
import type { Asked, HubTrial, Outcome } from '../trial.ts'
import { populatedLines } from './populate.ts'

const manyMacs = 200

const inMs = (ms: number): string => (ms < 10 ? ms.toFixed(1) : ms.toFixed(0))
const p50And99 = (samples: readonly number[]): string =>
  `p50 ${inMs(percentile(samples, 0.5))}, p99 ${inMs(percentile(samples, 0.99))} ms`

/** Processor time of this process and of PostgreSQL’s sessions, which does not grow with the load of the machine. */
async function processorMs({ database }: HubWorld): Promise<number> {
  const sessions = await database.query<{ pid: number }>(
    "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND datname = current_database()",
  )
  return [{ pid: process.pid }, ...sessions].reduce((sum, { pid }) => sum + processorSeconds(pid) * 1_000, 0)
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now()
  await work()
  return performance.now() - startMs
}

const words = (n: number): string => `w${n}`
/** Common and rare words, phrases, beginnings of words, people and lines. */
const queries = (n: number): string =>
  [
    words(n % 20),
    words(5_000 + (n % 5_000)),
    `${words(n % 50)} ${words(100 + (n % 400))}`,
    `w${1_000 + (n % 9_000)}*`,
    `from:"person ${1 + ((n * 37) % 9_999)}" ${words(n % 100)}`,
    `in:+1${2_025_550_001 + ((n * 91) % 9_999)} ${words(n % 30)}`,
    `${words(n % 200)} -${words(n % 20)} is:sent`,
    `"${words(n % 8)} ${words((n + 1) % 8)}"`,
  ][n % 8] ?? ''

async function searching({ isQuick, loaded }: Asked): Promise<Outcome> {
  const world = await loaded.world()
  const { database } = world
  const once = (n: number) => timed(() => search(database, { q: queries(n), limit: 20 }, Date.now()))
  for (let n = 0; n < 40; n++) await once(n * 13)
  const samples: number[] = []
  const beforeMs = await processorMs(world)
  for (let n = 0; n < (isQuick ? 200 : 600); n++) samples.push(await once(n * 7))
  const eachMs = ((await processorMs(world)) - beforeMs) / samples.length
  const slowest = Array.from({ length: 8 }, (_, kind) =>
    percentile(
      samples.filter((_, n) => (n * 7) % 8 === kind),
      0.99,
    ),
  ).map(inMs)
  return {
    figure: `${loaded.rows}: ${p50And99(samples)}; ${inMs(eachMs)} ms of processor time each; p99 of each kind of query ${slowest.join(', ')}`,
    reached: percentile(samples, 0.5) <= 20 && percentile(samples, 0.99) <= 200,
  }
}

async function listing({ isQuick, loaded }: Asked): Promise<Outcome> {
  const world = await loaded.world()
  const { database } = world
  const count = isQuick ? 200 : 500
  const lists: number[] = []
  const pages: number[] = []
  const rows = await database.query<{ line: number; guid: string }>(
    'SELECT line, guid FROM conversation WHERE more IS NOT NULL ORDER BY random() LIMIT $1',
    [count],
  )
  let beforeMs = 0
  for (let n = -20; n < count; n++) {
    if (n === 0) beforeMs = await processorMs(world)
    const { line, guid } = rows[Math.abs(n) % rows.length] ?? { line: 1, guid: '' }
    const named = `${line}~${guid}`
    const list = await timed(() => listConversations(database, { limit: 50, offset: (Math.abs(n) % 4) * 50 }))
    let before: number | undefined
    // As the API does: a page begins with its conversation.
    const page = async (anchor: object) => {
      const found = await findConversation(database, named)
      return found === undefined ? [] : listMessages(database, found.chat_rowid, { limit: 50, ...anchor })
    }
    const first = await timed(async () => {
      before = (await page({}))[0]?.rowid
    })
    const second = await timed(() => page({ before_rowid: before }))
    if (n < 0) continue
    lists.push(list)
    pages.push(first, second)
  }
  const eachMs = ((await processorMs(world)) - beforeMs) / count
  return {
    figure: `${loaded.rows}: one list and two pages take ${inMs(eachMs)} ms of processor time; list ${p50And99(lists)}; page ${p50And99(pages)}`,
    reached: percentile(lists, 0.5) <= 5 && percentile(pages, 0.5) <= 5,
  }
}

/** Macs with lines of their own, each over a connection of its own. */
async function connectMacs(world: HubWorld, prefix: string, count: number): Promise<RimMac[]> {
  const macs: RimMac[] = []
  for (let n = 1; n <= count; n++) {
    const [name, mac] = [`${prefix}-${n}`, new RimMac({ name: `${prefix}-${n}` })]
    mac.write(undefined, false)
    await world.add(name)
    await world.connect(name, mac)
    macs.push(mac)
  }
  await until(async () => (await donePasts(world, prefix)) === count, { withinMs: 300_000, everyMs: 200 })
  return macs
}

async function donePasts({ database }: HubWorld, prefix: string): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    "SELECT count(*) AS count FROM mac WHERE past_done AND name LIKE $1 || '-%'",
    [prefix],
  )
  return row?.count ?? 0
}

const marksOf = async ({ database }: HubWorld, prefix: string): Promise<number> => {
  const [row] = await database.query<{ sum: number }>(
    "SELECT coalesce(sum(mark), 0)::bigint AS sum FROM mac WHERE name LIKE $1 || '-%'",
    [prefix],
  )
  return row?.sum ?? 0
}

/** The reader is away while Macs publish; then it has everything to do at once. */
async function backlog({ isQuick, loaded }: Asked): Promise<Outcome> {
  const world = await loaded.world()
  const events = isQuick ? 20_000 : 100_000
  const macs = await connectMacs(world, 'behind', 20)
  await world.reader.kill()
  for (let n = 0; n < events; n++) (macs[n % macs.length] as RimMac).write()
  const nats = await world.connection()
  const waiting = async () => {
    const said = await nats.request('$JS.API.STREAM.INFO.UP_0', '', { timeout: 10_000 })
    return said.json<{ state: { last_seq: number; messages: number } }>().state
  }
  let before = -1
  await until(
    async () => {
      const { last_seq } = await waiting()
      const isStill = last_seq === before
      before = last_seq
      return isStill
    },
    { withinMs: 300_000, everyMs: 2_000 },
  )
  const { messages: envelopes } = await waiting()
  const begin = await marksOf(world, 'behind')
  world.reader.start()
  const startMs = performance.now()
  let movedMs = 0
  await until(
    async () => {
      const marks = await marksOf(world, 'behind')
      if (movedMs === 0 && marks > begin) movedMs = performance.now()
      return marks >= begin + events
    },
    { withinMs: 300_000, everyMs: 10, describe: () => `the backlog; ${world.reader.said.slice(-400)}` },
  )
  const endMs = performance.now()
  const perS = events / ((endMs - movedMs) / 1_000)
  const tookS = (endMs - startMs) / 1_000
  const limitS = isQuick ? 6 : 30
  return {
    figure: `${loaded.rows}: ${Math.round(perS)} events/s; ${events} events in ${envelopes} envelopes ${tookS.toFixed(1)} s after the reader was started (limit ${limitS} s)`,
    reached: perS >= 5_000 && tookS <= limitS,
  }
}

/** Hears when each message is told on the feed. */
async function listenToFeed(world: HubWorld): Promise<Map<number, number>> {
  const heard = new Map<number, number>()
  const nats = await world.connection()
  nats.subscribe('feed.>', {
    callback: (_error: Error | null, { data }: Msg) => {
      const atMs = performance.timeOrigin + performance.now()
      for (const { type, rowid } of JSON.parse(new TextDecoder().decode(data)) as { type: string; rowid: number }[])
        if (type === 'new_message') heard.set(rowid, atMs)
    },
  })
  await nats.flush()
  return heard
}

async function latencies(world: HubWorld, macs: readonly RimMac[], prefix: string, forMs: number): Promise<number[]> {
  const heard = await listenToFeed(world)
  await using writing = startWriting(macs, manyMacs)
  await wait(forMs)
  await writing.stop()
  await wait(3_000)
  const ids = await world.database.query<{ name: string; line: number }>(
    'SELECT name, line FROM mac WHERE name LIKE $1',
    [`${prefix}-%`],
  )
  const lineOf = new Map(ids.map(({ name, line }) => [name, line]))
  return macs.flatMap((mac, n) => {
    const line = lineOf.get(`${prefix}-${n + 1}`) ?? 0
    return [...mac.writtenMs].flatMap(([guid, atMs]) => {
      const toldMs = heard.get(hubRowid(line, Number(guid.split('-').at(-1))))
      return toldMs === undefined ? [] : [toldMs - atMs]
    })
  })
}

/** 200 Macs write once a second each; beside them a simulated Mac with its whole service. */
async function manyAtOnce({ isQuick, loaded }: Asked): Promise<Outcome> {
  const world = await loaded.world()
  await using real = await macHere()
  const written = await realMac(world, real)
  const macs = await connectMacs(world, 'many', manyMacs)
  const heard = await listenToFeed(world)
  const wholes = new Map<number, number>()
  const forMs = isQuick ? 8_000 : 30_000
  let isWriting = true
  const line = (await world.mac('real')).line
  const talking = (async () => {
    while (isWriting) {
      const { rowid } = real.bridge.mac.messages.receive({ from: '+12025550199', text: 'timed' })
      wholes.set(hubRowid(line, rowid), performance.timeOrigin + performance.now())
      await wait(250)
    }
  })()
  const rim = await latencies(world, macs, 'many', forMs)
  isWriting = false
  await talking
  await wait(3_000)
  const whole = [...wholes].flatMap(([rowid, atMs]) => (heard.has(rowid) ? [(heard.get(rowid) ?? 0) - atMs] : []))
  const memoryMb = peakResidentMb(written.uplink.pid)
  const isFast = (samples: readonly number[]) => percentile(samples, 0.5) <= 50 && percentile(samples, 0.99) <= 250
  return {
    figure: `${loaded.rows}, ${macs.length} Macs, ${manyMacs}/s: at their rim ${p50And99(rim)} (${rim.length} messages); a whole Mac from its commit ${p50And99(whole)} (${whole.length}); its uplink at most ${memoryMb.toFixed(0)} MB resident after carrying ${written.before} older messages`,
    reached: isFast(rim) && isFast(whole) && memoryMb <= 120,
  }
}

async function realMac(world: HubWorld, real: MacHere) {
  const before = 5_000
  const { messages } = real.bridge.mac
  messages.transaction(() => {
    for (let n = 0; n < before; n++)
      messages.receive({ from: `+120255501${10 + (n % 80)}`, text: `an older message ${n}` })
  })
  await world.add('real')
  const uplink = world.startUplink('real', real)
  await world.untilHas('real', 0)
  return { uplink, before }
}

async function clusterLatency({ isQuick }: Asked): Promise<Outcome> {
  await using world = await HubWorld.open({ servers: 3 })
  const macs = await connectMacs(world, 'kept', isQuick ? 50 : manyMacs)
  const samples = await latencies(world, macs, 'kept', isQuick ? 8_000 : 30_000)
  return {
    figure: `${macs.length} Macs, ${manyMacs}/s, everything kept by three servers: ${p50And99(samples)} (${samples.length} messages)`,
    reached: percentile(samples, 0.99) <= 300,
  }
}

const blocks = 6

/** Times from the commit of a message to its event in the journal's stream, with and without an uplink that cannot connect. */
async function relayBeside({ isQuick }: Asked): Promise<Outcome> {
  await using world = await HubWorld.open()
  await using mac = await macHere()
  await world.add('one')
  // Its NATS is away for good.
  await world.nats.kill()
  const uplink = world.startUplink('one', mac)
  await uplink.kill()
  const ending = new AbortController()
  const told = new Map<number, () => void>()
  // From the beginning, so that a message which comes before anybody follows is heard of, too.
  const following = (async () => {
    for await (const { value } of mac.web.client.events({ since: 0 }, { signal: ending.signal })) {
      const { type, rowid } = value as { type: string; rowid?: number }
      if (type === 'new_message' && rowid !== undefined) told.get(rowid)?.()
    }
  })()
  const one = async () => {
    const heard = Promise.withResolvers<void>()
    const startMs = performance.now()
    const { rowid } = mac.bridge.mac.messages.receive({ from: '+12025550140', text: 'timed' })
    told.set(rowid, heard.resolve)
    await heard.promise
    return performance.now() - startMs
  }
  for (let n = 0; n < 20; n++) await one()
  const samples: Record<'alone' | 'beside', number[]> = { alone: [], beside: [] }
  for (let block = 0; block < blocks; block++) {
    const kind = block % 2 === 0 ? 'alone' : 'beside'
    if (kind === 'beside') uplink.start()
    await wait(kind === 'beside' ? 2_000 : 500)
    for (let n = 0; n < (isQuick ? 40 : 150); n++) samples[kind].push(await one())
    if (kind === 'beside') await uplink.kill()
  }
  ending.abort()
  await following.catch(() => undefined)
  const ratio = percentile(samples.beside, 0.99) / percentile(samples.alone, 0.99)
  return {
    figure: `without an uplink ${p50And99(samples.alone)}, beside one that cannot connect ${p50And99(samples.beside)}: p99 within ${ratio.toFixed(2)} ×`,
    reached: ratio <= 1.1,
  }
}

export const bars: readonly HubTrial[] = [
  {
    name: 'lists',
    claim: `a list of 50 conversations and a page of 50 messages at 10 M rows of ${populatedLines} lines`,
    target: 'p50 ≤ 5 ms each',
    run: listing,
  },
  {
    name: 'search',
    claim: 'words, phrases, beginnings, people, conversations and exclusions at 10 M rows, 20 results each',
    target: 'p50 ≤ 20, p99 ≤ 200 ms',
    run: searching,
  },
  {
    name: 'backlog',
    claim: 'a backlog of 100,000 events, read by one reader into 10 M rows',
    target: '≥ 5,000 events/s; all within 30 s',
    run: backlog,
  },
  {
    name: 'many-macs',
    claim: `from the commit of a message to the feed of the hub, ${manyMacs} Macs, ${manyMacs} a second, 10 M rows`,
    target: 'p50 ≤ 50, p99 ≤ 250 ms; uplink ≤ 120 MB resident',
    run: manyAtOnce,
  },
  {
    name: 'cluster-latency',
    claim: 'the same with three servers of NATS that keep everything thrice, an empty hub',
    target: 'p99 ≤ 300 ms',
    run: clusterLatency,
  },
  {
    name: 'relay-beside',
    claim: 'a Mac’s own relay beside an uplink that cannot connect: from the commit of a message to its event',
    target: 'p99 within 1.1 × of that without an uplink',
    run: relayBeside,
  },
]

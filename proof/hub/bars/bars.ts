/** Measures a hub that has ten million messages, while Macs write to it and people read from it. */
import { setTimeout as wait } from 'node:timers/promises'
import { utcOffsets } from '../../../src/domain/utc-offsets.ts'
import { findConversation, listConversations, listMessages } from '../../../src/hub/store/history.ts'
import { search } from '../../../src/hub/store/search.ts'
import { writtenAt, writtenWith } from '../../../src/hub/store/tally.ts'
import { everyMessage } from '../../../src/hub/store/view.ts'
import { macHere } from '../../../test/harness/hub-here.ts'
import { until } from '../../../test/harness/until.ts'
import { processorSeconds } from '../../process-figures.ts'
import { percentile } from '../../statistics.ts'
import { HubWorld } from '../hub-world.ts'
import type { RimMac } from '../rim-mac.ts'
import type { Asked, HubTrial, Outcome } from '../trial.ts'
import { connectMacs } from './connect-macs.ts'
import { inMs, p50And99 } from './format-times.ts'
import { latencies } from './latency.ts'
import { populatedLines } from './populate.ts'

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
    // Like the API, this looks up the conversation before it reads a page.
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

/** Asks as the API does for a caller without limits. */
async function counting({ isQuick, loaded }: Asked): Promise<Outcome> {
  const world = await loaded.world()
  const { database } = world
  const newestMs = Date.UTC(2026, 6)
  const offsets = utcOffsets(Date.UTC(2001, 0), newestMs)
  const ask = (fromMs: number | undefined) => {
    const asked = { fromMs, view: everyMessage }
    return timed(() => Promise.all([writtenAt(database, asked, offsets), writtenWith(database, asked)]))
  }
  const count = isQuick ? 10 : 30
  const repeated = async (fromMs: number | undefined) => {
    await ask(fromMs)
    const beforeMs = await processorMs(world)
    const samples: number[] = []
    for (let n = 0; n < count; n++) samples.push(await ask(fromMs))
    return { samples, eachMs: ((await processorMs(world)) - beforeMs) / count }
  }
  const [ofWeek, ofAll] = [await repeated(newestMs - 7 * 86_400_000), await repeated(undefined)]
  const [week, all] = [ofWeek.samples, ofAll.samples]
  const processor = `${inMs(ofWeek.eachMs)} and ${inMs(ofAll.eachMs)} ms of processor time each, without parallel workers`
  return {
    figure: `${loaded.rows}: a week ${p50And99(week)}; all time ${p50And99(all)}; ${processor}`,
    reached: percentile(week, 0.5) <= 100 && percentile(all, 0.5) <= 1_000,
  }
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
  // The stream is read from its beginning, so that messages published before anybody follows are counted as well.
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
    name: 'statistics',
    claim: 'how much was written, with whom and when, at 10 M rows: in the last week, and in all time',
    target: 'p50 ≤ 100 and ≤ 1,000 ms',
    run: counting,
  },
  {
    name: 'backlog',
    claim: 'a backlog of 100,000 events, read by one reader into 10 M rows',
    target: '≥ 5,000 events/s; all within 30 s',
    run: backlog,
  },
  ...latencies,
  {
    name: 'relay-beside',
    claim: 'a Mac’s own relay beside an uplink that cannot connect: from the commit of a message to its event',
    target: 'p99 within 1.1 × of that without an uplink',
    run: relayBeside,
  },
]

/**
 * Measures the time from the commit of a message to the journal and to the webhook, with and without the directory
 * watch.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as soon, setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Mac } from '../../../simulator/mac.ts'
import { chatDbPath } from '../../../simulator/paths.ts'
import { seededRandom } from '../../../simulator/random.ts'
import { dirOf } from '../../../test/harness/bridge-process.ts'
import { median, percentile } from '../../statistics.ts'
import type { World } from '../../world.ts'
import type { Figure } from '../figure.ts'
import { BareChain, bareChainIs } from '../floors/bare-chain.ts'
import { measuredRelay, type SimulatedHome } from '../simulated-relay.ts'
import { works } from '../works.ts'

const warmUps = 30
const samples = 300
const pollSamples = 8
const patienceMs = 10_000
const from = '+12025550177'

export async function relayLatency(home: SimulatedHome): Promise<Figure[]> {
  const watcher = await noticedByBareWatcher(home.mac)
  const chain = await arrivedThroughBareChain(home.mac)
  await using relay = await measuredRelay(home)
  const { journalled, received } = await latencies(relay, home.mac, samples)
  const floor = (share: number) => ({ what: 'bare watcher', measured: percentile(watcher, share) })
  const arrival = (share: number) => ({ what: bareChainIs, measured: percentile(chain, share) })
  return [
    { work: 'commit → journalled, median', measured: median(journalled), unit: 'ms', target: 3, floor: floor(0.5) },
    {
      work: 'commit → journalled, p99',
      measured: percentile(journalled, 0.99),
      unit: 'ms',
      target: 15,
      floor: floor(0.99),
    },
    { work: `${works.commit}, median`, measured: median(received), unit: 'ms', target: 3, floor: arrival(0.5) },
    {
      work: `${works.commit}, p99`,
      measured: percentile(received, 0.99),
      unit: 'ms',
      target: 10,
      floor: arrival(0.99),
    },
  ]
}

/** Makes the kernel refuse every watch, as it does when there are too many; only the poll remains. */
const withoutWatch = [
  'strace',
  // The bridge stays our child, and strace is its grandchild.
  '-D',
  '-f',
  '--seccomp-bpf',
  '-qq',
  '-o',
  '/dev/null',
  '-e',
  'trace=inotify_add_watch',
  '-e',
  'inject=inotify_add_watch:error=ENOSPC',
]

export async function pollLatency(home: SimulatedHome): Promise<Figure[]> {
  await using relay = await measuredRelay(home, withoutWatch)
  const { received } = await latencies(relay, home.mac, pollSamples)
  return [
    {
      work: 'commit → webhook without watcher, longest of 8',
      measured: Math.max(...received),
      unit: 'ms',
      target: 2_200,
    },
  ]
}

interface Latencies {
  journalled: number[]
  received: number[]
}

async function latencies({ home, receiver }: World, { messages }: Mac, count: number): Promise<Latencies> {
  const journal = new DatabaseSync(dirOf(home).journalFile, { readOnly: true })
  const taken = journal.prepare('SELECT count(*) AS n FROM inbox WHERE guid = ?')
  const random = seededRandom('latency')
  const result: Latencies = { journalled: [], received: [] }
  for (let index = -Math.min(warmUps, count); index < count; index++) {
    await wait(5 + random() * 40)
    const arrivals = receiver.delivered.length
    const { guid } = messages.receive({ from, text: `Message ${index}` })
    const committedMs = performance.now()
    lookUntil(() => taken.get(guid)?.n === 1)
    const journalledMs = performance.now() - committedMs
    await spinUntil(() => receiver.delivered.length > arrivals)
    if (index < 0) continue
    result.journalled.push(journalledMs)
    result.received.push(performance.now() - committedMs)
  }
  journal.close()
  return result
}

/** Sleeps a little between checks, since each takes locks of the very file that the bridge is about to write. */
function lookUntil(isSo: () => boolean): void {
  const end = performance.now() + patienceMs
  while (!isSo()) {
    if (performance.now() > end) throw new Error('A message was not taken in within ten seconds.')
    Atomics.wait(sleeper, 0, 0, betweenLooksMs)
  }
}

const sleeper = new Int32Array(new SharedArrayBuffer(4))
const betweenLooksMs = 0.1

/** Checks once per turn of the event loop, since a timer would add a millisecond of its own. */
async function spinUntil(isSo: () => boolean): Promise<void> {
  const end = performance.now() + patienceMs
  while (!isSo()) {
    if (performance.now() > end) throw new Error('A message did not arrive within ten seconds.')
    await soon()
  }
}

/** Measures the floor of bringing a message to a webhook. */
async function arrivedThroughBareChain(mac: Mac): Promise<number[]> {
  await using chain = await BareChain.start(mac.home)
  const { delivered } = chain.receiver
  const random = seededRandom('chain')
  const arrived: number[] = []
  for (let index = -warmUps; index < samples; index++) {
    await wait(5 + random() * 40)
    const arrivals = delivered.length
    mac.messages.receive({ from, text: `Message ${index}` })
    const committedMs = performance.now()
    await spinUntil(() => delivered.length > arrivals)
    if (index >= 0) arrived.push(performance.now() - committedMs)
  }
  return arrived
}

/** Measures the floor of noticing a commit: a process that only watches the folder and checks. */
export async function noticedByBareWatcher(mac: Mac): Promise<number[]> {
  const child = fork(fileURLToPath(new URL('../floors/bare-watcher.ts', import.meta.url)), [chatDbPath(mac.home)])
  await once(child, 'message')
  const random = seededRandom('floor')
  const noticed: number[] = []
  for (let index = -warmUps; index < samples; index++) {
    await wait(5 + random() * 40)
    mac.messages.receive({ from, text: `Message ${index}` })
    const committedMs = performance.now()
    await once(child, 'message')
    if (index >= 0) noticed.push(performance.now() - committedMs)
  }
  child.kill()
  await once(child, 'exit')
  return noticed
}

/**
 * Measures the time from the request to the script, and from the row in chat.db to the response, as well as what
 * sending costs readers meanwhile.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as soon, setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Mac } from '../../../simulator/mac.ts'
import { seededRandom } from '../../../simulator/random.ts'
import { nodeFlags } from '../../../src/cli/node-flags.ts'
import { createClient } from '../../../src/client/client.ts'
import { configure, dirOf } from '../../../test/harness/bridge-process.ts'
import { median, percentile } from '../../statistics.ts'
import type { Figure } from '../figure.ts'
import type { SimulatedHome } from '../simulated-relay.ts'
import { timesOf } from '../timing.ts'
import { ask, indexed, startWeb } from '../web-process.ts'
import { noticedByBareWatcher } from './relay-latency.ts'

const warmUps = 10
const samples = 100
const reads = 300
/** Far more often than any setting allows, so that most reads meet a message in progress. */
const paceMs = 50
const patienceMs = 10_000

export async function sendingSpeed(simulated: SimulatedHome): Promise<Figure[]> {
  const { home, mac } = simulated
  rmSync(dirOf(home).base, { recursive: true, force: true })
  configure(home, { send: { per_minute: 1_000_000, same_text_people: 1_000_000 } })
  const watcher = await noticedByBareWatcher(mac)
  const starts = scriptThatTellsItsStart(mac)
  const bare = await timesOfBareSender(starts, home)
  await using web = await startWeb(home)
  await indexed(web.url)
  const { guid } = mac.messages.directChat({ with: '+12025550177' })
  const send = (text: string) => createClient({ baseUrl: web.url }).send_to_chat({ guid, text })
  const { untilScript, untilAnswer } = await sent(starts, mac, { guid, send })
  const list = () => ask(web.url, '/api/v1/conversations')
  const listed = () => timesOf(Array(reads).fill(0), list)
  const write = (text: string) => void mac.messages.send({ chat: guid, text })
  await listed()
  const written = await during(async (run) => write(`Written ${run}`), listed)
  const busy = await during(async (run) => {
    const before = starts.count()
    const answer = send(`Meanwhile ${run}`)
    await spinUntil(() => starts.count() > before, 1)
    write(`Meanwhile ${run}`)
    await answer
  }, listed)
  const floor = (measured: number) => ({ what: 'bare Node: HTTP, two synced commits, the same script', measured })
  const notice = { what: 'bare watcher', measured: median(watcher) }
  const alone = (share: number) => ({ what: 'the same rows, typed on the Mac', measured: percentile(written, share) })
  return [
    {
      work: 'request → script started, median',
      measured: median(untilScript),
      unit: 'ms',
      target: 12,
      floor: floor(median(bare)),
    },
    {
      work: 'request → script started, p99',
      measured: percentile(untilScript, 0.99),
      unit: 'ms',
      floor: floor(percentile(bare, 0.99)),
    },
    { work: 'row in chat.db → answer, median', measured: median(untilAnswer), unit: 'ms', target: 30, floor: notice },
    { work: 'row in chat.db → answer, p99', measured: percentile(untilAnswer, 0.99), unit: 'ms', floor: notice },
    {
      work: '50 conversations while 20 messages a second are sent, p50',
      measured: median(busy),
      unit: 'ms',
      floor: alone(0.5),
    },
    {
      work: '50 conversations while 20 messages a second are sent, p99',
      measured: percentile(busy, 0.99),
      unit: 'ms',
      target: 20,
      floor: alone(0.99),
    },
  ]
}

export interface Starts {
  program: string
  count(): number
  /** Milliseconds since the epoch. */
  lastMs(): number
}

/** Replaces osascript: it sends nothing, so that each row lands exactly when this bench writes it. */
export function scriptThatTellsItsStart({ home, bin }: Mac): Starts {
  const record = join(home, 'script-starts')
  const program = join(bin, 'osascript')
  writeFileSync(record, '')
  rmSync(program, { force: true })
  writeFileSync(program, `#!/bin/sh\ndate +%s%N >> '${record}'\necho sent\n`)
  chmodSync(program, 0o755)
  const lineBytes = 20
  return {
    program,
    count: () => Math.floor(statSync(record).size / lineBytes),
    lastMs: () => Number(readFileSync(record, 'utf8').trimEnd().split('\n').at(-1)) / 1e6,
  }
}

export const nowMs = (): number => performance.timeOrigin + performance.now()

/** The times from a request to a bare server to the start of the same script. */
async function timesOfBareSender(starts: Starts, home: string): Promise<number[]> {
  const folder = mkdtempSync(join(home, 'bare-sender-'))
  const entry = fileURLToPath(new URL('../floors/bare-sender.ts', import.meta.url))
  const server = fork(entry, [join(folder, 'ledger'), starts.program], { execArgv: [...nodeFlags] })
  const [url] = (await once(server, 'message')) as [string]
  const body = JSON.stringify({ text: 'Hello' })
  const times = await timesOfStarts(starts, async () => (await fetch(url, { method: 'POST', body })).text())
  server.kill()
  await once(server, 'exit')
  rmSync(folder, { recursive: true, force: true })
  return times
}

async function timesOfStarts(starts: Starts, start: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let run = -warmUps; run < samples; run++) {
    const beginMs = nowMs()
    await start()
    if (run >= 0) times.push(starts.lastMs() - beginMs)
  }
  return times
}

interface Correspondence {
  guid: string
  send(text: string): Promise<unknown>
}

async function sent(starts: Starts, mac: Mac, { guid, send }: Correspondence) {
  const random = seededRandom('sending')
  const untilScript: number[] = []
  const untilAnswer: number[] = []
  for (let run = -warmUps; run < samples; run++) {
    await wait(5 + random() * 40)
    const text = `Message ${run}`
    const before = starts.count()
    const askedMs = nowMs()
    const answer = send(text)
    await spinUntil(() => starts.count() > before)
    mac.messages.send({ chat: guid, text })
    const landedMs = nowMs()
    await answer
    const answeredMs = nowMs()
    if (run < 0) continue
    untilScript.push(starts.lastMs() - askedMs)
    untilAnswer.push(answeredMs - landedMs)
  }
  return { untilScript, untilAnswer }
}

/** Runs `each` once in this many milliseconds, one after another, for as long as the work lasts. */
async function during(each: (run: number) => Promise<void>, work: () => Promise<number[]>): Promise<number[]> {
  let isOver = false
  const going = (async () => {
    for (let run = 0; !isOver; run++) await Promise.all([each(run), wait(paceMs)])
  })()
  const times = await work()
  isOver = true
  await going
  return times
}

/** Checks once per turn of the event loop, or with a pause. */
export async function spinUntil(isSo: () => boolean, restMs = 0): Promise<void> {
  const end = performance.now() + patienceMs
  while (!isSo()) {
    if (performance.now() > end) throw new Error('A script did not start within ten seconds.')
    await (restMs === 0 ? soon() : wait(restMs))
  }
}

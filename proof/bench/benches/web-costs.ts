/** Measures the cost of the web process: the time until it responds, and its memory once its index is built. */
import { rmSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { dirOf } from '../../../test/harness/bridge-process.ts'
import { processorSeconds, residentMb } from '../../process-figures.ts'
import { median } from '../../statistics.ts'
import { about, type Figure } from '../figure.ts'
import { bareIdle } from '../floors/bare-resident.ts'
import { bareStart } from '../floors/bare-start.ts'
import { bareResident } from '../floors/bare-web.ts'
import type { SimulatedHome } from '../simulated-relay.ts'
import { sayTwentyTimes } from '../twenty-times.ts'
import { ask, indexed, startWeb, type WebProcess } from '../web-process.ts'
import { works } from '../works.ts'
import { historySpeed } from './history-speed.ts'
import { indexing } from './indexing.ts'
import { searchSpeed } from './search-speed.ts'

const starts = 5
const rareWord = 'kirschkernkissen'
/** Long enough for a hundredth of the target to be told from the clock of the system, which counts hundredths of a second. */
const idleS = 30
/** After anything, this long passes before the process has to be idle. */
const restS = 30
const calmS = 5
/** Comparing takes far more of a core, and idling far less. */
const calmShare = 0.01
const residentTargetMb = 95
/** One thread keeps the index and one searches it; both end when there is nothing to do. */
const searchThreads = 2

/** Measures everything about the web process over a history of one size. */
export async function webOver(simulated: SimulatedHome): Promise<Figure[]> {
  rmSync(dirOf(simulated.home).base, { recursive: true, force: true })
  sayTwentyTimes(simulated.mac, rareWord)
  const figures: Figure[] = []
  {
    await using web = await startWeb(simulated.home)
    figures.push(...about('index', await indexing(simulated, web)))
  }
  figures.push(...about('costs', await startTimes(simulated)))
  await using web = await startWeb(simulated.home)
  const bare = await bareResident(simulated.home)
  const searching = await bareResident(simulated.home, searchThreads)
  figures.push(...about('costs', [{ ...(await atFirst(web)), floor: searching }]))
  figures.push(
    ...(await historySpeed(simulated, web)),
    ...about('search', await searchSpeed({ simulated, web, rareWord })),
  )
  return [...figures, ...about('costs', await rest(web, { messages: simulated.messages, bare }))]
}

/** Sends the requests of a user who opens the page and browses. */
async function atFirst({ url, pid }: WebProcess): Promise<Figure> {
  await indexed(url)
  const list = JSON.parse((await ask(url, '/api/v1/conversations')).body) as { guid: string }[]
  for (const { guid } of list) await ask(url, `/api/v1/conversations/${encodeURIComponent(guid)}/messages`)
  for (const q of ['dinner', '"see you"', 'tom*']) await ask(url, `/api/v1/search?q=${encodeURIComponent(q)}`)
  return { work: works.webResident, measured: residentMb(pid), unit: 'MB', target: residentTargetMb }
}

async function startTimes({ home }: SimulatedHome): Promise<Figure[]> {
  const times: number[] = []
  for (let start = 0; start < starts; start++) {
    await using web = await startWeb(home)
    times.push(web.firstAnswerMs)
  }
  const work = `${works.webStart}, median`
  return [{ work, measured: median(times), unit: 'ms', target: 400, floor: await bareStart() }]
}

/**
 * After a start the index is compared with every message once, a little at a time; the process is idle only after that.
 * Nobody waits here for the half hour that this takes over ten million.
 */
const comparingMs = (messages: number): number => 3_000 + Math.min(messages, 1_000_000) * 0.16

/** Resolves with whether the process came to rest. */
async function calm(pid: number, atLatestMs: number): Promise<boolean> {
  for (let before = processorSeconds(pid); performance.now() < atLatestMs; before = processorSeconds(pid)) {
    await wait(calmS * 1000)
    if (processorSeconds(pid) - before < calmShare * calmS) return true
  }
  return false
}

interface Rest {
  messages: number
  /** The memory of bare Node. */
  bare: { what: string; measured: number }
}

async function rest({ pid }: WebProcess, { messages, bare }: Rest): Promise<Figure[]> {
  const lastAskedMs = performance.now()
  const isCalm = await calm(pid, lastAskedMs + comparingMs(messages))
  await wait(Math.max(0, lastAskedMs + restS * 1000 - performance.now()))
  const before = processorSeconds(pid)
  await wait(idleS * 1000)
  const share = ((processorSeconds(pid) - before) / idleS) * 100
  const resident: Figure = {
    work: 'web process after all this: resident',
    measured: residentMb(pid),
    unit: 'MB',
    target: residentTargetMb,
    floor: bare,
  }
  if (!isCalm) return [resident, { work: 'web process, comparing its index: of one core', measured: share, unit: '%' }]
  return [
    resident,
    { work: 'web process, idle: of one core', measured: share, unit: '%', target: 0.2, floor: await bareIdle() },
  ]
}

/** What the web process costs: the time until it answers, and its memory once its index is built. */
import { rmSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { dirOf } from '../test/harness/bridge-process.ts'
import type { Figure } from './harness/figure.ts'
import { processorSeconds, residentMb } from './harness/process-figures.ts'
import type { SimulatedHome } from './harness/simulated-relay.ts'
import { median } from './harness/statistics.ts'
import { ask, indexed, startWeb, type WebProcess } from './harness/web-process.ts'
import { historySpeed } from './history-speed.ts'
import { indexing } from './indexing.ts'
import { searchSpeed } from './search-speed.ts'

const starts = 7
const idleS = 20
const residentTargetMb = 160

/** Everything that is measured of the web process over a history of one size. */
export const webOver =
  (size: string) =>
  async (simulated: SimulatedHome): Promise<Figure[]> => {
    rmSync(dirOf(simulated.home).base, { recursive: true, force: true })
    const figures: Figure[] = []
    {
      await using web = await startWeb(simulated.home)
      figures.push(...(await indexing(simulated, web, size)))
    }
    figures.push(...(await startTimes(simulated, size)))
    await using web = await startWeb(simulated.home)
    figures.push(await atFirst(web, size))
    figures.push(...(await historySpeed(simulated, web, size)), ...(await searchSpeed(simulated, web, size)))
    return [...figures, ...(await rest(web, size))]
  }

/** What somebody who opens the page and looks around has asked for. */
async function atFirst({ url, pid }: WebProcess, size: string): Promise<Figure> {
  await indexed(url)
  const list = JSON.parse((await ask(url, '/api/v1/conversations')).body) as { guid: string }[]
  for (const { guid } of list) await ask(url, `/api/v1/conversations/${encodeURIComponent(guid)}/messages`)
  for (const q of ['dinner', '"see you"', 'tom*']) await ask(url, `/api/v1/search?q=${encodeURIComponent(q)}`)
  const work = `${size}: web process after fifty conversations and three searches, resident`
  return { work, measured: residentMb(pid), unit: 'MB', target: residentTargetMb }
}

async function startTimes({ home }: SimulatedHome, size: string): Promise<Figure[]> {
  const times: number[] = []
  for (let start = 0; start < starts; start++) {
    await using web = await startWeb(home)
    times.push(web.firstAnswerMs)
  }
  const work = `${size}: start of the web process → first conversations, median`
  return [{ work, measured: median(times), unit: 'ms', target: 700 }]
}

/** After a start the index is compared with every message once, a little at a time; only then nothing is left to do. */
const comparingMs = (size: string): number => 3_000 + Number(size.replaceAll(',', '')) * 0.16

async function rest({ pid }: WebProcess, size: string): Promise<Figure[]> {
  await wait(comparingMs(size))
  const before = processorSeconds(pid)
  await wait(idleS * 1000)
  const share = ((processorSeconds(pid) - before) / idleS) * 100
  return [
    {
      work: `${size}: web process after all this, resident`,
      measured: residentMb(pid),
      unit: 'MB',
      target: residentTargetMb,
    },
    { work: `${size}: web process, idle: of one core`, measured: share, unit: '%', target: 1 },
  ]
}

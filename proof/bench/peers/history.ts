/** Measures the history of imessage-kit: the same list, pages and searches as ours, with what it finds and shows. */

import { residentMb } from '../../process-figures.ts'
import { median } from '../../statistics.ts'
import { about, type Figure } from '../figure.ts'
import { bareRows } from '../floors/bare-rows.ts'
import type { SimulatedHome } from '../simulated-relay.ts'
import { judgedTexts, wrongTexts } from '../true-texts.ts'
import { sayTwentyTimes } from '../twenty-times.ts'
import { works } from '../works.ts'
import { startImessageKit } from './imessage-kit.ts'
import { peers } from './peers.ts'

/** Each piece of work is repeated until one of these limits is reached. */
const enough = { runs: 40, ms: 5_000 }
const patienceMs = 15_000
const word = 'quittengelee'
/** 1 January 2001, the epoch of Messages. */
const appleEpochMs = 978_307_200_000

export async function peerHistory(simulated: SimulatedHome): Promise<Figure[]> {
  sayTwentyTimes(simulated.mac, word)
  const figures = [
    ...(await reading(simulated)),
    ...about('search', [
      (await searching(simulated, { search: 'the', limit: 20 })).figure(works.common),
      ...(await searchingRareWord(simulated)),
    ]),
  ]
  return figures.map((figure) => ({ ...figure, by: peers.imessageKit }))
}

async function reading({ home }: SimulatedHome): Promise<Figure[]> {
  using rows = await bareRows(home)
  const startMs = performance.now()
  await using kit = await startImessageKit(home)
  await kit.chats({ limit: 50 })
  const startedMs = performance.now() - startMs
  const list = await repeated(async () => (await kit.chats({ limit: 50 })).ms)
  const anchors = rows.anchors(enough.runs)
  const pages = await repeated(async (run) => {
    const { guid, date } = anchors[run % anchors.length] ?? { guid: '', date: 0n }
    const page = await kit.messages({ chatId: guid, before: Number(date / 1_000_000n) + appleEpochMs, limit: 100 })
    return page?.ms ?? Number.NaN
  })
  const newest = await kit.messages({ limit: judgedTexts })
  const texts = new Map(newest?.rows.map(({ rowId, text }) => [rowId, text]))
  return [
    { work: `${works.list}, p50`, measured: median(list), unit: 'ms' },
    { work: `${works.page}, p50`, measured: median(pages), unit: 'ms' },
    { work: works.wrongTexts, measured: wrongTexts(home, texts), unit: '' },
    ...about('costs', [
      { work: `${works.webStart}, median`, measured: startedMs, unit: 'ms' },
      { work: works.webResident, measured: residentMb(kit.pid), unit: 'MB' },
    ]),
  ]
}

async function searchingRareWord(simulated: SimulatedHome): Promise<Figure[]> {
  const { found, figure } = await searching(simulated, { search: word, limit: 50 })
  return [
    figure(works.rare),
    ...(found === undefined ? [] : [{ work: works.found, measured: found, unit: '' as const }]),
  ]
}

/**
 * A search with fewer results than its limit has read everything. Each runs once, in a process of its own that is ended
 * when it takes too long.
 */
async function searching({ home }: SimulatedHome, query: { search: string; limit: number }) {
  await using kit = await startImessageKit(home)
  await kit.messages({ limit: 50 })
  const answer = await kit.messages(query, patienceMs)
  const measured = answer?.ms ?? patienceMs
  return {
    found: answer?.rows.length,
    figure: (work: string): Figure => ({
      work: `${work}, p50`,
      measured,
      unit: 'ms',
      ...(answer === undefined && { isAtLeast: true }),
    }),
  }
}

async function repeated(work: (run: number) => Promise<number>): Promise<number[]> {
  const times: number[] = []
  const endMs = performance.now() + enough.ms
  while (times.length < enough.runs && (times.length === 0 || performance.now() < endMs))
    times.push(await work(times.length))
  return times
}

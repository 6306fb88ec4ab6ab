/** Measures searches over HTTP, beside the same hits and rows by bare statements on the index file and on chat.db. */

import type { Figure } from '../figure.ts'
import { bareSearch } from '../floors/bare-index.ts'
import type { SimulatedHome } from '../simulated-relay.ts'
import { p50AndP99, timesOf } from '../timing.ts'
import { ask, indexed, type WebProcess } from '../web-process.ts'
import { works } from '../works.ts'

const runs = 100
/** The default of the endpoint. */
const shownAtOnce = 20
const targets = { p50: 6, p99: 40 }

interface Found {
  results: { message: { rowid: number } }[]
}

/** `bare` is the part of the query that FTS5 understands. */
const queries = (rareWord: string, name: string) => [
  { kind: works.rare, q: rareWord, bare: rareWord },
  { kind: works.common, q: 'the', bare: 'the' },
  { kind: 'a phrase', q: '"see you"', bare: '"see you"' },
  { kind: 'a prefix', q: 'tom*', bare: 'tom*' },
  { kind: 'a common word of one sender', q: `from:"${name}" the`, bare: 'the' },
  { kind: 'a word that nobody wrote', q: 'zyzzyvax', bare: 'zyzzyvax' },
]

interface Searched {
  simulated: SimulatedHome
  web: WebProcess
  /** A word in twenty messages, which existed when the bare index was made. */
  rareWord: string
}

export async function searchSpeed({ simulated, web: { url }, rareWord }: Searched): Promise<Figure[]> {
  await indexed(url)
  const newestFound = await becomesFound(simulated.mac, url)
  using floor = bareSearch(simulated.home)
  const figures: Figure[] = [
    { work: 'a new message can be searched', measured: newestFound, unit: 'ms', target: 1_000 },
    { work: works.found, measured: await countFound(url, rareWord), unit: '' },
  ]
  for (const { kind, q, bare } of queries(rareWord, await someName(url))) {
    const path = `/api/v1/search?q=${encodeURIComponent(q)}`
    const repeats = Array.from({ length: runs }, () => path)
    figures.push(
      ...p50AndP99({
        work: kind,
        times: await timesOf(repeats, (each) => ask(url, each)),
        floor: { what: 'bare FTS5', times: await timesOf(repeats, () => floor.find(bare, shownAtOnce)) },
        targets,
      }),
    )
  }
  return figures
}

async function countFound(url: string, word: string): Promise<number> {
  const { results } = JSON.parse((await ask(url, `/api/v1/search?q=${word}`)).body) as Found
  return results.length
}

/** Returns the time from a commit until the search finds it. */
async function becomesFound(mac: SimulatedHome['mac'], url: string): Promise<number> {
  const word = 'kohlrabifeldweg'
  mac.messages.receive({ from: '+12025550177', text: `Meet me at ${word} 7` })
  const startMs = performance.now()
  while (!(await ask(url, `/api/v1/search?q=${word}`)).body.includes(word)) {
    if (performance.now() - startMs > 30_000) throw new Error('A new message was not found within 30 seconds.')
  }
  return performance.now() - startMs
}

async function someName(url: string): Promise<string> {
  const conversations = JSON.parse((await ask(url, '/api/v1/conversations?limit=20')).body) as {
    display_name: string
    is_group: boolean
  }[]
  return (
    conversations.find(({ is_group, display_name }) => !is_group && /^[A-Za-z ]+$/.test(display_name))?.display_name ??
    'Anna'
  )
}

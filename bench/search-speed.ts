/** Searches over HTTP, beside the same hits and rows by bare statements on the index file and on chat.db. */
import { bareRows } from './harness/bare-rows.ts'
import type { Figure } from './harness/figure.ts'
import type { SimulatedHome } from './harness/simulated-relay.ts'
import { p50AndP99, timesOf } from './harness/timing.ts'
import { ask, indexed, type WebProcess } from './harness/web-process.ts'

const runs = 100
const targets = { p50: 6, p99: 40 }

interface Found {
  results: { message: { rowid: number } }[]
}

const queries = (rareWord: string, name: string) => [
  { kind: 'a rare word', q: rareWord },
  { kind: 'a common word', q: 'the' },
  { kind: 'a phrase', q: '"see you"' },
  { kind: 'a prefix', q: 'tom*' },
  { kind: 'a common word of one sender', q: `from:"${name}" the` },
  { kind: 'a word that nobody wrote', q: 'zyzzyvax' },
]

export async function searchSpeed({ home, mac }: SimulatedHome, { url }: WebProcess, size: string): Promise<Figure[]> {
  const rareWord = 'kohlrabifeldweg'
  await indexed(url)
  const found = await becomesFound(mac, url, rareWord)
  const name = await someName(url)
  using floor = bareRows(home)
  const figures: Figure[] = [
    { work: `${size}: a new message can be searched`, measured: found, unit: 'ms', target: 1_000 },
  ]
  for (const { kind, q } of queries(rareWord, name)) {
    const path = `/api/v1/search?q=${encodeURIComponent(q)}`
    const { results } = JSON.parse((await ask(url, path)).body) as Found
    const rowids = results.map(({ message }) => message.rowid)
    const repeats = Array.from({ length: runs }, () => path)
    figures.push(
      ...p50AndP99({
        work: `${size}: ${kind} (${rowids.length} shown)`,
        times: await timesOf(repeats, (each) => ask(url, each)),
        floor: { what: 'its rows alone', times: await timesOf(repeats, () => floor.rows(rowids)) },
        targets,
      }),
    )
  }
  return figures
}

/** From a commit until the search gives it. */
async function becomesFound(mac: SimulatedHome['mac'], url: string, word: string): Promise<number> {
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

/** Measures conversations and pages of messages over HTTP, beside the same rows read by bare prepared statements. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Figure } from '../figure.ts'
import { type BareRows, bareRows } from '../floors/bare-rows.ts'
import type { SimulatedHome } from '../simulated-relay.ts'
import { p50AndP99, timesOf } from '../timing.ts'
import { judgedTexts, wrongTexts } from '../true-texts.ts'
import { ask, indexed, type WebProcess } from '../web-process.ts'
import { works } from '../works.ts'

const runs = 200
const warmUps = 30
const targets = { p50: 4, p99: 20 }
const bare = 'bare statement'

export async function historySpeed({ home, mac }: SimulatedHome, { url }: WebProcess): Promise<Figure[]> {
  using floor = await bareRows(home)
  const list = () => ask(url, '/api/v1/conversations')
  const bareList = { what: bare, times: await timesOf(many, () => floor.conversations(50)) }
  await timesOf(many.slice(0, warmUps), list)
  const quiet = await timesOf(many, list)
  const ofPages = await pages(url, floor)
  const stirred: number[] = []
  for (const index of many) {
    mac.messages.receive({ from: '+12025550177', text: `Message ${index}` })
    stirred.push((await list()).ms)
  }
  await indexed(url)
  return [
    ...(await asking(url)),
    ...p50AndP99({ work: works.list, times: quiet, floor: bareList, targets }),
    ...ofPages,
    { work: works.wrongTexts, measured: wrongTexts(home, await shownTexts(url)), unit: '', target: 0 },
    ...p50AndP99({
      work: '50 conversations, each after a new message',
      times: stirred,
      floor: bareList,
      targets,
    }),
  ]
}

const many = Array.from({ length: runs }, (_, index) => index)

/** Measures the cost of any request, whatever it requests. */
async function asking(url: string): Promise<Figure[]> {
  const server = fork(fileURLToPath(new URL('../floors/bare-server.ts', import.meta.url)))
  const [bareUrl] = (await once(server, 'message')) as [string]
  await timesOf(many, () => ask(bareUrl, '/'))
  const bareTimes = await timesOf(many, () => ask(bareUrl, '/'))
  server.kill()
  await once(server, 'exit')
  await timesOf(many, () => ask(url, '/healthz'))
  const times = await timesOf(many, () => ask(url, '/healthz'))
  const floor = { what: 'bare HTTP server', times: bareTimes }
  return p50AndP99({ work: 'the least request, /healthz', times, floor, targets: { p50: 1, p99: 5 } })
}

/** Returns the texts of the most recent conversations, page by page. */
async function shownTexts(url: string): Promise<Map<number, string | null>> {
  const list = JSON.parse((await ask(url, '/api/v1/conversations')).body) as { guid: string }[]
  const texts = new Map<number, string | null>()
  for (const { guid } of list) {
    if (texts.size >= judgedTexts) break
    const { body } = await ask(url, `/api/v1/conversations/${encodeURIComponent(guid)}/messages`)
    for (const { rowid, text, kind } of messagesIn(body)) if (kind === 'text') texts.set(rowid, text)
  }
  return texts
}

const messagesIn = (body: string) => JSON.parse(body) as { rowid: number; text: string | null; kind: string }[]

async function pages(url: string, floor: BareRows): Promise<Figure[]> {
  const anchors = floor.anchors(runs + warmUps)
  const page = ({ guid, rowid }: (typeof anchors)[number]) =>
    ask(url, `/api/v1/conversations/${encodeURIComponent(guid)}/messages?before_rowid=${rowid}`)
  await timesOf(anchors.slice(0, warmUps), page)
  // These pages differ from those of the warm-up, so that only the system may have them in memory.
  const asked = anchors.slice(warmUps)
  return p50AndP99({
    work: works.page,
    times: await timesOf(asked, page),
    floor: { what: bare, times: await timesOf(asked, (anchor) => floor.page(anchor, 100)) },
    targets,
  })
}

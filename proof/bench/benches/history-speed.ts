/** Measures conversations and pages of messages over HTTP, beside the same rows read by bare prepared statements. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { History } from '../../../src/mac/history/history.ts'
import { processorSeconds } from '../../process-figures.ts'
import { median } from '../../statistics.ts'
import type { Figure } from '../figure.ts'
import { type BareRows, bareRows } from '../floors/bare-rows.ts'
import { bareWeb } from '../floors/bare-web.ts'
import { type HeardAnswer, HeardHistory, sameStatements } from '../floors/same-statements.ts'
import type { SimulatedHome } from '../simulated-relay.ts'
import { p50AndP99, timesOf } from '../timing.ts'
import { judgedTexts, wrongTexts } from '../true-texts.ts'
import { ask, indexed, type WebProcess } from '../web-process.ts'
import { works } from '../works.ts'

const runs = 200
const warmUps = 30
const targets = { list: { p50: 1.2, p99: 20 }, afterMessage: { p50: 2.5, p99: 20 }, page: { p50: 2, p99: 20 } }
const bare = 'bare statement'

export async function historySpeed({ home, mac }: SimulatedHome, web: WebProcess): Promise<Figure[]> {
  const { url } = web
  using floor = await bareRows(home)
  const list = () => ask(url, '/api/v1/conversations')
  const bareList = { what: bare, times: await timesOf(many, () => floor.conversations(50)) }
  await timesOf(many.slice(0, warmUps), list)
  const quiet = await timesOf(many, list)
  using heard = new HeardHistory(home, newest)
  const { body } = await list()
  const unchanged = await timesOfSame(home, [{ statements: heard.statementsOf(newest), body }])
  const ofPages = await pages(home, web, { floor, heard })
  const stirred: number[] = []
  const answers: HeardAnswer[] = []
  for (const index of many) {
    mac.messages.receive({ from: '+12025550177', text: `Message ${index}` })
    const { ms, body } = await list()
    stirred.push(ms)
    answers.push({ statements: heard.statementsOf(newest), body })
  }
  await indexed(url)
  const changed = await timesOfSame(home, answers)
  return [
    ...(await asking(url)),
    ...p50AndP99({ work: works.list, times: quiet, floor: bareList, targets: targets.list }),
    ofSame(works.list, unchanged),
    ...ofPages,
    { work: works.wrongTexts, measured: wrongTexts(home, await shownTexts(url)), unit: '', target: 0 },
    ...p50AndP99({
      work: afterMessage,
      times: stirred,
      floor: bareList,
      targets: targets.afterMessage,
    }),
    ofSame(afterMessage, changed),
  ]
}

const afterMessage = `${works.list}, each after a new message`
/** Reads the list as the action does. */
const newest = (history: History) => history.conversations({ limit: 50, offset: 0 })

/** Returns the times of a bare HTTP server, which asks for these answers one after the other. */
async function timesOfSame(home: string, answers: readonly HeardAnswer[]): Promise<number[]> {
  await using same = await sameStatements(home, answers)
  const answer = (index: number) => same.answer(index % answers.length)
  await timesOf(many.slice(0, warmUps), answer)
  return await timesOf(many, answer)
}

const ofSame = (work: string, times: readonly number[]): Figure => ({
  work: `${work}, of it what a bare HTTP server takes for the same statements and answer, p50`,
  measured: median(times),
  unit: 'ms',
})

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

async function pages(
  home: string,
  { url, pid }: WebProcess,
  { floor, heard }: { floor: BareRows; heard: HeardHistory },
): Promise<Figure[]> {
  const anchors = floor.anchors(runs + warmUps)
  const page = ({ guid, rowid }: (typeof anchors)[number]) =>
    ask(url, `/api/v1/conversations/${encodeURIComponent(guid)}/messages?before_rowid=${rowid}`)
  await timesOf(anchors.slice(0, warmUps), page)
  // These pages differ from those of the warm-up, so that only the system may have them in memory.
  const asked = anchors.slice(warmUps)
  const beforeS = processorSeconds(pid)
  const bodies: string[] = []
  const times = await timesOf(asked, async (anchor) => void bodies.push((await page(anchor)).body))
  const tookS = processorSeconds(pid) - beforeS
  const bareBefore = process.cpuUsage()
  for (const anchor of asked) floor.page(anchor, 100)
  const bareTook = process.cpuUsage(bareBefore)
  await using server = await bareWeb(home)
  await timesOf(anchors.slice(0, warmUps), server.page)
  const overHttp = await timesOf(asked, server.page)
  const answers = asked.map(({ guid, rowid }, index) => ({
    statements: heard.statementsOf((history) => history.messages(guid, { limit: 100, before_rowid: rowid })),
    body: bodies[index] ?? '',
  }))
  const withSame = await timesOfSame(home, answers)
  return [
    ...p50AndP99({
      work: works.page,
      times,
      floor: { what: `${bare}, over HTTP`, times: overHttp },
      targets: targets.page,
    }),
    ofSame(works.page, withSame),
    {
      // Other load on the machine spoils the times, and hardly this.
      work: `${works.page}, processor time of the web process`,
      measured: (tookS * 1000) / asked.length,
      unit: 'ms',
      floor: { what: bare, measured: (bareTook.user + bareTook.system) / 1000 / asked.length },
    },
  ]
}

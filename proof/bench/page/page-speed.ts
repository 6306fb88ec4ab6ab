/**
 * Measures the page in Chromium against the real web process: over 10,000 conversations, and over one of a million
 * messages.
 */
import { rmSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { dirOf } from '../../../test/harness/bridge-process.ts'
import { openBrowser } from '../../../test/harness/browser.ts'
import type { Figure } from '../figure.ts'
import { bareRows } from '../floors/bare-rows.ts'
import { type SimulatedHome, simulatedHome } from '../simulated-relay.ts'
import { ask, indexed, startWeb } from '../web-process.ts'
import { arriving } from './arriving.ts'
import { sitting } from './inputs.ts'
import { loading } from './loading.ts'
import { logFlood } from './log-flood.ts'
import { fillDeliveries } from './many-deliveries.ts'
import { measuredPage, rows } from './measured-page.ts'
import { flinging, scrollingBack } from './moving.ts'
import { coldOpening, conversationOpening, jumping, listOpening } from './opening.ts'

const conversations = 10_000
const deliveries = 100_000
const manyMessages = 200_000
const million = 1_000_000
const jumps = 7
const scrolled = 20_000

type Work = (browser: Browser) => Promise<Figure[]>

const inChromium = (work: Work) => async (): Promise<Figure[]> => {
  const browser = await openBrowser()
  try {
    return await work(browser)
  } finally {
    await browser.close()
  }
}

async function overMany(browser: Browser): Promise<Figure[]> {
  using simulated = simulatedHome({ messages: manyMessages, chats: conversations })
  const figures: Figure[] = []
  {
    await using web = await startWeb(simulated.home)
    await indexed(web.url)
    const count = await filledUp(simulated, web.url)
    figures.push(...(await loading(browser, web.url)))
    const work = `fling through ${count.toLocaleString('en')} conversations`
    const path = `${web.url}/app/messages`
    await using looked = await measuredPage({ browser, url: path })
    figures.push(await conversationOpening(looked))
    figures.push(await listOpening(looked, count))
    await using flung = await measuredPage({ browser, url: path })
    figures.push(...(await flinging(flung, { work, over: rows.conversation, isBack: false })))
    fillDeliveries(simulated.home, deliveries)
    await using followed = await measuredPage({ browser, url: `${web.url}/app/relay/deliveries` })
    const through = `fling through ${deliveries.toLocaleString('en')} deliveries`
    figures.push(...(await flinging(followed, { work: through, over: rows.delivery, isBack: false })))
    for (const isSlow of [false, true]) figures.push(await sitting({ browser, url: path, isSlow }))
    figures.push(...(await logFlood({ browser, url: web.url, home: simulated.home })))
  }
  return [...figures, ...(await arriving(browser, simulated))]
}

/** Adds conversations until there are as many as are to be measured; returns how many are listed. */
async function filledUp({ mac }: SimulatedHome, url: string): Promise<number> {
  for (let person = await listed(url); person < conversations; person++)
    mac.messages.receive({ from: `+1202${5_550_000 + person}`, text: 'Are you there?' })
  await indexed(url)
  return listed(url)
}

const pageOfConversations = 200

async function listed(url: string): Promise<number> {
  for (let offset = 0; ; offset += pageOfConversations) {
    const { body } = await ask(url, `/api/v1/conversations?limit=${pageOfConversations}&offset=${offset}`)
    const { length } = JSON.parse(body) as unknown[]
    if (length < pageOfConversations) return offset + length
  }
}

async function overAMillion(browser: Browser): Promise<Figure[]> {
  using simulated = simulatedHome({ messages: million, chats: 1 })
  rmSync(dirOf(simulated.home).base, { recursive: true, force: true })
  await using web = await startWeb(simulated.home)
  await indexed(web.url)
  const figures = [await coldOpening(browser, web.url)]
  using bare = await bareRows(simulated.home)
  const far = bare.anchors(jumps * 10).filter(({ rowid }) => rowid < million / 10)
  const guid = far[0]?.guid ?? ''
  const url = `${web.url}/app/c/${encodeURIComponent(guid)}`
  await using jumped = await measuredPage({ browser, url })
  figures.push(await jumping(jumped, { guid, rowids: far.map(({ rowid }) => rowid) }))
  await using flung = await measuredPage({ browser, url })
  figures.push(
    ...(await flinging(flung, { work: 'fling back through a conversation', over: rows.message, isBack: true })),
  )
  await using scrolledBack = await measuredPage({ browser, url })
  return [...figures, ...(await scrollingBack(scrolledBack, scrolled))]
}

export const pageOverMany = inChromium(overMany)
export const pageOverAMillion = inChromium(overAMillion)

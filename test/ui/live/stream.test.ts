import type { Browser, BrowserContext, Page, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type BridgeHere, bridgeHere } from '../../harness/bridge-here.ts'
import { guard, hasBrowser, openBrowser } from '../../harness/ui.ts'
import { until } from '../../harness/until.ts'
import { cookiesAt, signIn, type WebHere, webHere } from '../../harness/web-here.ts'

/** Counts the event streams that the tabs of a profile hold open. */
function streamsOf(context: BrowserContext): () => number {
  const open = new Set<Request>()
  const isStream = (request: Request) => new URL(request.url()).pathname === '/api/v1/events'
  context.on('request', (request) => isStream(request) && open.add(request))
  context.on('requestfinished', (request) => open.delete(request))
  context.on('requestfailed', (request) => open.delete(request))
  context.on('page', (page) =>
    page.on('close', () => {
      for (const request of open) if (request.frame().page() === page) open.delete(request)
    }),
  )
  return () => open.size
}

describe.skipIf(!hasBrowser)('the event stream', () => {
  let browser: Browser
  let bridge: BridgeHere
  let web: WebHere
  let session: Record<string, string>
  beforeAll(async () => {
    browser = await openBrowser()
    bridge = await bridgeHere()
    web = await webHere({ over: bridge.mac, config: { web: { allowed_hosts: ['relay.test'] } } })
    session = await signIn(web)
    bridge.mac.messages.receive({ from: '+12025550123', text: 'Hello' })
  })
  afterAll(async () => {
    await browser?.close()
    await web?.[Symbol.asyncDispose]()
    await bridge?.[Symbol.asyncDispose]()
  })

  const says = (page: Page, text: string) =>
    page.getByRole('navigation', { name: 'Conversations' }).getByText(text).waitFor()

  async function tabs(count: number, url = web.url) {
    const context = await browser.newContext({ locale: 'en-GB', serviceWorkers: 'block' })
    await context.addCookies(cookiesAt(url, session))
    onTestFinished(() => context.close())
    const streams = streamsOf(context)
    const pages: Page[] = []
    const wrong: string[][] = []
    const open = async () => {
      const page = await context.newPage()
      const ofPage = guard(page, url)
      wrong.push(ofPage)
      onTestFinished(() => expect(ofPage).toEqual([]))
      await page.goto(`${url}/app/messages`)
      await says(page, '+12025550123')
      return page
    }
    for (let n = 0; n < count; n++) pages.push(await open())
    return { pages, streams, wrong }
  }

  let last = 200
  /** Receives a message of a new person, and waits until every list shows it. */
  async function everyoneHears(pages: readonly Page[]): Promise<void> {
    const from = `+12025550${++last}`
    bridge.mac.messages.receive({ from, text: 'Hello' })
    await Promise.all(pages.map((page) => says(page, from)))
  }

  test('is one for eight tabs, and passes to another tab when its tab closes or hangs, so that no tab misses anything', async () => {
    const { pages, streams } = await tabs(8)
    await until(() => streams() === 1)
    await everyoneHears(pages)
    // Tabs wait in the order in which they were opened.
    for (let gone = 0; gone < 2; gone++) {
      const closing = pages.shift()?.close()
      await everyoneHears(pages)
      await closing
    }
    await until(() => streams() === 1)
    const [holder, ...rest] = pages
    await holder?.evaluate((hang) => {
      setTimeout(() => {
        const end = performance.now() + hang
        while (performance.now() < end);
      })
    }, 4_000)
    await everyoneHears(rest)
    await everyoneHears(pages)
    await until(() => streams() === 1)
  })

  test('without locks, a visible tab has its own stream, and every tab gets the events', async () => {
    const { pages, wrong } = await tabs(2, web.url.replace('127.0.0.1', 'relay.test'))
    expect(await pages[0]?.evaluate(() => 'locks' in navigator)).toBe(false)
    await everyoneHears(pages)
    // The browser warns that plain http is less trustworthy.
    for (const one of wrong) one.splice(0)
  })
})

/** The page in a real browser: whatever goes wrong in it, a violation of its policy or a word to another origin included, fails the test. */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'

export { hasBrowser } from './browser.ts'
export { openBrowser } from './one-browser.ts'

export interface UiPage {
  page: Page
  /** What went wrong so far; empty it where a test provokes something on purpose. */
  wrong: string[]
}

interface Opening {
  browser: Browser
  /** Of the service: `http://127.0.0.1:1234`. */
  url: string
  /** Below it. */
  path?: string
  context?: BrowserContextOptions
  /** Before anything is loaded. */
  prepare?(page: Page): Promise<unknown>
}

const surroundings: BrowserContextOptions = {
  locale: 'en-GB',
  timezoneId: 'Europe/London',
  reducedMotion: 'reduce',
  viewport: { width: 1280, height: 800 },
  // What the browser keeps would hide what the service says; the tests of it ask for it.
  serviceWorkers: 'block',
}

/** Checks at the end of the test; close the page before its server, with `await using page = opened.page`. */
export async function openPage(opening: Opening): Promise<UiPage> {
  const opened = await openWatched(opening)
  onTestFinished(() => expect(opened.wrong).toEqual([]))
  return opened
}

/** For more than one test: whoever opens it looks at what went wrong. */
export async function openWatched({ browser, url, path = '/app/', context, prepare }: Opening): Promise<UiPage> {
  const page = await (await browser.newContext({ ...surroundings, ...context })).newPage()
  const wrong = guard(page, url)
  await prepare?.(page)
  await page.goto(`${url}${path}`)
  return { page, wrong }
}

const wrongKinds = ['error', 'warning']
/** Said where a context keeps none, as most do. */
const blocked = 'Service Worker registration blocked by Playwright'

/** What goes wrong from now on. */
export function guard(page: Page, url: string): string[] {
  const wrong: string[] = []
  page.on('pageerror', (error) => wrong.push(String(error.stack ?? error.message)))
  page.on('console', (message) => {
    if (!wrongKinds.includes(message.type()) || message.text() === blocked) return
    wrong.push(message.text())
  })
  page.on('dialog', (dialog) => {
    wrong.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    const to = request.url()
    if (!to.startsWith(url) && !/^(data|blob):/.test(to)) wrong.push(`asked ${to}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400) wrong.push(`${response.status()} for ${response.url()}`)
  })
  return wrong
}

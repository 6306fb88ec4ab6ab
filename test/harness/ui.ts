/**
 * Opens the page in a real browser and fails the test on any error in it, including a violation of its policy or a
 * request to another origin.
 */
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { expect, onTestFinished, type RunnerTask } from 'vitest'

import { openInKept } from './kept-context.ts'
import { type Settling, settling } from './settled.ts'
import { until } from './until.ts'

export { hasBrowser } from './browser.ts'
export { openBrowser } from './one-browser.ts'

export interface UiPage extends Settling {
  page: Page
  /** The errors so far; a test that provokes an error on purpose empties it. */
  wrong: string[]
}

export interface Opening {
  browser: Browser
  /** The origin of the service: `http://127.0.0.1:1234`. */
  url: string
  /** The path below the origin. */
  path?: string
  /** A caller that passes options, even none, gets a context of its own. */
  context?: BrowserContextOptions
  /** Runs before anything is loaded. */
  prepare?(page: Page): Promise<unknown>
}

const surroundings: BrowserContextOptions = {
  locale: 'en-GB',
  timezoneId: 'Europe/London',
  reducedMotion: 'reduce',
  viewport: { width: 1280, height: 800 },
  // A service worker's cache would hide what the service responds; only tests of the cache allow one.
  serviceWorkers: 'block',
}

/**
 * Checks for errors at the end of the test; close the page before its server, with `await using page = opened.page`.
 */
export async function openPage(opening: Opening): Promise<UiPage> {
  const opened = await openWatched(opening)
  onTestFinished(({ task }) => judge(opened, task))
  return opened
}

/**
 * Fails the finished test for the errors of its page, and empties their list. Where the test has failed already, both
 * are printed beside what the page shows: the last error decides whether a test is tried again.
 */
export async function judge({ page, wrong }: UiPage, { result }: RunnerTask): Promise<void> {
  const reported = wrong.splice(0)
  if (result?.state !== 'fail') return expect(reported).toEqual([])
  const shown = page.isClosed()
    ? 'is closed'
    : await page.locator('body').ariaSnapshot({ timeout: 5_000 }).catch(String)
  const errors = [...new Set(reported)].map((error) => `  ${error}\n`).join('')
  process.stderr.write(`${page.url()} reported ${reported.length} errors:\n${errors}and showed:\n${shown}\n`)
}

/** Opens a page that several tests share; the caller checks for errors. */
export async function openWatched({
  browser,
  url,
  path = '/app/messages',
  context,
  prepare,
}: Opening): Promise<UiPage> {
  const page =
    context === undefined
      ? await openInKept(browser, surroundings)
      : await (await browser.newContext({ ...surroundings, ...context })).newPage()
  const wrong = guard(page, url)
  const settles = settling(page)
  await prepare?.(page)
  await page.goto(`${url}${path}`)
  return { page, wrong, ...settles }
}

const wrongKinds = ['error', 'warning']
/** The message of a context that blocks service workers, as most do. */
const blocked = 'Service Worker registration blocked by Playwright'

/** Collects the errors from now on. */
export function guard(page: Page, url: string): string[] {
  const wrong: string[] = []
  page.on('pageerror', (error) => wrong.push(String(error.stack ?? error.message)))
  page.on('console', (message) => {
    if (!wrongKinds.includes(message.type()) || message.text() === blocked) return
    // The text of a request without a response does not say what was asked for.
    wrong.push(message.text().replace(/net::ERR_\w+$/, `$& for ${message.location().url}`))
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

/** Tries again by the button, unless the page has done so by itself before the button is hit. */
export const tryAgain = (button: Locator): Promise<void> =>
  Promise.race([button.click(), button.waitFor({ state: 'detached' })])

/** The types of the browser are not available here. */
interface Frames {
  requestAnimationFrame(then: (atMs: number) => void): number
}

/** Returns how far down an element is once it rests there from one frame to the next. */
export async function restingYOf(place: Locator): Promise<number> {
  const y = () =>
    place.evaluate(async (element) => {
      const { requestAnimationFrame } = globalThis as unknown as Frames
      await new Promise((then) => requestAnimationFrame(then))
      return element.getBoundingClientRect().top
    })
  let last = await y()
  await until(async () => {
    const before = last
    last = await y()
    return last === before
  })
  return last
}

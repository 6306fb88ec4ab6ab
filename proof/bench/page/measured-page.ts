/** Opens a page in Chromium that records its own timings. */
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContextOptions, CDPSession, Page } from 'playwright-core'

export interface Noted {
  largestPaintMs: number
  /** The sum of unexpected movements, as Cumulative Layout Shift counts them. */
  shift: number
  /** The time above 50 ms of each long task. */
  blockedMs: number
  /** Milliseconds from each key down and each end of a press to the frame after it, handed over. */
  inputs: number[]
}

export interface MeasuredPage extends AsyncDisposable {
  page: Page
  /** Chromium's DevTools protocol. */
  controls: CDPSession
  /** Calls a function of in-browser.js. */
  ask<T>(name: string, argument?: unknown): Promise<T>
}

interface Opening {
  browser: Browser
  url: string
  context?: BrowserContextOptions
  /** Runs before the page is loaded. */
  prepare?(controls: CDPSession): Promise<unknown>
}

const inBrowser = fileURLToPath(new URL('in-browser.js', import.meta.url))

export async function measuredPage({ browser, url, context, prepare }: Opening): Promise<MeasuredPage> {
  const profile = await browser.newContext({
    locale: 'en-GB',
    viewport: { width: 1280, height: 800 },
    serviceWorkers: 'block',
    ...context,
  })
  await profile.addInitScript({ path: inBrowser })
  const page = await profile.newPage()
  const controls = await profile.newCDPSession(page)
  await prepare?.(controls)
  await page.goto(url)
  return {
    page,
    controls,
    ask: (name, argument) => page.evaluate(`bench.${name}(${argument === undefined ? '' : JSON.stringify(argument)})`),
    [Symbol.asyncDispose]: () => profile.close(),
  }
}

/** Selectors of the rows that the lists of conversations and deliveries and a conversation draw. */
export const rows = {
  conversation: 'a[data-guid]',
  message: '[data-thread] li[tabindex]',
  target: '[data-thread] li[aria-current]',
  delivery: '[data-deliveries] li',
} as const

export const conversationRow = (guid: string): string => `a[data-guid=${JSON.stringify(guid)}]`

export const shown = (page: Page, selector: string) => page.locator(selector).first().waitFor()

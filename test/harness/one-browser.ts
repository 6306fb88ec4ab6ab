/** One browser for all files that a worker runs: to start one takes longer than most of what is done in it. */
import type { Browser } from 'playwright-core'
import { openBrowser as launch } from './browser.ts'

let launched: Promise<Browser> | undefined

/** Whoever opens it closes what they opened in it; the browser ends with the worker. */
export async function openBrowser(): Promise<Browser> {
  launched ??= launch()
  const browser = await launched
  browser.close = async () => {
    await Promise.all(browser.contexts().map((context) => context.close()))
  }
  return browser
}

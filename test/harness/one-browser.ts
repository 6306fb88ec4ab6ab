/** Shares one browser among all test files of a worker, since starting one takes longer than most tests. */
import type { Browser } from 'playwright-core'
import { openBrowser as launch } from './browser.ts'
import { closeOpened } from './kept-context.ts'

let launched: Promise<Browser> | undefined

/** Callers close what they open in it; the browser itself ends with the worker. */
export async function openBrowser(): Promise<Browser> {
  launched ??= launch()
  const browser = await launched
  browser.close = () => closeOpened(browser)
  return browser
}

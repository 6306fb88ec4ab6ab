/** Starts Debian's Chromium, which resolves every name below .test to this machine. */
import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { patienceMs } from './until.ts'
import { password } from './web-here.ts'

const whole = '/usr/bin/chromium'
/** The form without windows takes less than half the time for a page. It has neither sound nor notifications. */
const light = '/usr/lib/chromium/chromium-headless-shell'

/** Always true where the tests run as root on Linux; see test/setup/programs.ts. */
export const hasBrowser = existsSync(whole)

export const openBrowser = (): Promise<Browser> => launch(existsSync(light) ? light : whole)
export const openWholeBrowser = (): Promise<Browser> => launch(whole)

/** The factor by which pages run slower than this machine: 6 shows races that otherwise need a busy machine. */
const slowness = Number(process.env.PAGE_SLOWNESS ?? 1)

async function slowDown(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowness })
}

async function launch(executablePath: string): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath,
    timeout: patienceMs,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--host-resolver-rules=MAP *.test 127.0.0.1',
      // As for users: without site isolation, the headless Chromium runs the frames of plugins in the page's own
      // thread.
      '--site-per-process',
      // See kept-context.ts.
      '--process-per-site',
    ],
  })
  browser.on('context', (context) => {
    context.setDefaultTimeout(patienceMs)
    if (slowness > 1) context.on('page', (page) => void slowDown(page).catch(() => undefined))
  })
  return browser
}

/** Returns a new browser profile that has signed in at `origin`, whose cookie it got as from the form. */
export async function signedInAt(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext(options)
  const answer = await context.request.post(`${origin}/login`, { data: { password } })
  if (!answer.ok()) throw new Error(`The service answered ${answer.status()} to the password.`)
  return context
}

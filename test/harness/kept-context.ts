/**
 * Opens pages one after the other in one context of a browser, which is emptied in between. A blank page stays open in
 * it and so keeps the process of the site alive, with what that has loaded and compiled: such a page takes about 0.7 of
 * the processor time of one in a new context.
 */
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Frame, Page } from 'playwright-core'

interface Kept {
  context: BrowserContext
  blank: Page
  devtools: CDPSession
  isLent: boolean
  /** The origins that its pages have visited. */
  origins: Set<string>
}

const keptBy = new WeakMap<Browser, Kept>()

/** An address of the site of every service that tests start: ports make no difference to a browser there. */
const blankUrl = 'http://127.0.0.1/blank-page-of-tests'

/** Opens a page in the kept context of a browser, or in another one while a page is open in that. */
export async function openInKept(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  const before = keptBy.get(browser)
  if (before !== undefined && isInUse(before)) return (await browser.newContext(options)).newPage()
  if (before !== undefined) before.isLent = true
  const kept = before ?? (await keep(browser, options))
  await empty(kept)
  const page = await kept.context.newPage()
  page.once('close', () => {
    kept.isLent = false
  })
  page.on('framenavigated', (frame: Frame) => {
    if (frame === page.mainFrame() && frame.url().startsWith('http')) kept.origins.add(new URL(frame.url()).origin)
  })
  return page
}

const isInUse = (kept: Kept): boolean => kept.isLent || openedIn(kept).length > 0

/** Closes all that is open in a browser, except for the kept context itself. */
export async function closeOpened(browser: Browser): Promise<void> {
  const kept = keptBy.get(browser)
  const others = browser.contexts().filter((context) => context !== kept?.context)
  const pages = kept === undefined ? [] : openedIn(kept)
  await Promise.all([...others, ...pages].map((one) => one.close()))
}

const openedIn = ({ context, blank }: Kept): Page[] => context.pages().filter((page) => page !== blank)

async function keep(browser: Browser, options: BrowserContextOptions): Promise<Kept> {
  const context = await browser.newContext(options)
  const blank = await context.newPage()
  await blank.route(blankUrl, (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }))
  await blank.goto(blankUrl)
  const devtools = await context.newCDPSession(blank)
  const kept: Kept = { context, blank, devtools, isLent: true, origins: new Set() }
  keptBy.set(browser, kept)
  const forget = () => void (keptBy.get(browser) === kept && keptBy.delete(browser))
  context.once('close', forget)
  beforeLasting(context, forget)
  return kept
}

const lasting = ['addInitScript', 'exposeBinding', 'exposeFunction']
const ofClock = ['fastForward', 'install', 'pauseAt', 'resume', 'runFor', 'setFixedTime', 'setSystemTime']

/** Calls `act` before each call whose effect on a context cannot be undone: its next pages need another one. */
function beforeLasting(context: BrowserContext, act: () => void): void {
  observe(context, lasting, act)
  observe(context.clock, ofClock, act)
}

function observe(target: object, names: readonly string[], act: () => void): void {
  const methods = target as Record<string, (...input: unknown[]) => unknown>
  for (const name of names) {
    const original = methods[name]?.bind(target)
    methods[name] = (...input) => {
      act()
      return original?.(...input)
    }
  }
}

async function empty({ context, devtools, origins }: Kept): Promise<void> {
  for (const origin of origins) await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  origins.clear()
  await context.unrouteAll()
  await context.setOffline(false)
  await context.clearPermissions()
  await context.clearCookies()
}

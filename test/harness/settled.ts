/**
 * Tells when a page has come to rest, for a test whose next step needs all of it: a page that is still loading parts
 * acts in another way than one that is ready.
 */
import type { Page, Request } from 'playwright-core'
import { until } from './until.ts'

const quietMs = 120
const events = /\/api\/v1\/events(\?|$)/
const streams = /\/api\/(v1\/events|logs)(\?|$)/

/**
 * Resolves when the browser has nothing left to do, and has drawn it. A browser that draws nothing at the moment calls
 * neither back, so neither is waited for long.
 */
const idle = `new Promise((done) => {
  requestIdleCallback(() => requestAnimationFrame(done), { timeout: 2_000 })
  setTimeout(done, 4_000)
})`

/**
 * Whether the page has what it opens with. It loads more only after that, so a page that is quiet before may yet begin
 * with something. A page that asked for nothing, such as the login, waits for nothing.
 */
const isOpened = `performance.getEntriesByName('asked').length === 0 || performance.getEntriesByName('answered').length > 0`

export interface Settling {
  /** Resolves once the heading is shown, no request but the streams is running, and the page has nothing left to do. */
  settled(): Promise<void>
  /** Resolves once this tab follows the events, so that it hears whatever happens from then on. */
  connected(): Promise<void>
}

/** Watches from now on: before the page goes anywhere. */
export function settling(page: Page): Settling {
  const asked = new Set<Request>()
  let changed = performance.now()
  let isConnected = false
  const note = (change: (request: Request) => unknown) => (request: Request) => {
    if (streams.test(request.url())) return
    change(request)
    changed = performance.now()
  }
  page.on(
    'request',
    note((request) => asked.add(request)),
  )
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(
      end as 'requestfinished',
      note((request) => asked.delete(request)),
    )
  page.on('response', (response) => {
    if (events.test(response.url()) && response.ok()) isConnected = true
  })
  const isQuiet = () => asked.size === 0 && performance.now() - changed > quietMs
  return {
    async settled() {
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await until(
        async () => {
          if (!isQuiet() || !(await page.evaluate(isOpened))) return false
          await page.evaluate(idle)
          return isQuiet()
        },
        { describe: () => `${page.url()} to be quiet; asked are ${[...asked].map((one) => one.url())}` },
      )
    },
    connected: () => until(() => isConnected, { describe: () => `${page.url()} to follow the events` }),
  }
}

/** Recognises when a page has finished drawing: its heading is shown, and no request but the streams is running. */
import type { Page, Request } from 'playwright-core'
import { until } from '../../harness/until.ts'

const quietMs = 120
const streams = /\/api\/(v1\/events|logs)(\?|$)/

/** Watches from now on; await the function that it returns after every step. */
export function settling(page: Page): () => Promise<void> {
  const asked = new Set<Request>()
  let changed = performance.now()
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
  return async () => {
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await until(() => asked.size === 0 && performance.now() - changed > quietMs, {
      describe: () => `${page.url()} to be quiet; asked are ${[...asked].map((one) => one.url())}`,
    })
  }
}

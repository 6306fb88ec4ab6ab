import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { goTo } from '../../harness/one-page.ts'
import { isWhole } from '../../harness/told.ts'
import { hasBrowser, openBrowser, openPage, tryAgain } from '../../harness/ui.ts'
import { until } from '../../harness/until.ts'
import { type Launched, launchWeb, type WebProcess, webProcess } from '../../harness/web-process.ts'

const anna = '+12025550123'

/** Each part of the page that loads something, with a text that is shown once it has loaded. */
const places: readonly (readonly [path: string, loaded: string | RegExp])[] = [
  [`/app/c/${encodeURIComponent(`any;-;${anna}`)}`, /^Hello, you$/],
  ['/app/search?q=Hello', /^Messages 1$/],
  ['/app/settings/general', 'Check for messages every'],
  ['/app/settings/people', 'Only people and groups I choose'],
  ['/app/settings/security', /^No password is set/],
  ['/app/settings/sending', 'Method'],
  ['/app/settings/web', 'Warnings'],
  ['/app/settings/appearance', 'Light or dark'],
  ['/app/settings/advanced', 'Edit as JSON'],
  ['/app/plugins', 'No plugins are known yet'],
  ['/app/plugins/webhook', 'There is no plugin of that name'],
  ['/app/rules/new', 'When a message arrives'],
  ['/app/rules', 'No rules yet'],
  ['/app/logs', 'web process started'],
  ['/app/stats', /^Nothing was relayed yet/],
  ['/app/health', 'Versions'],
]

const unanswered = 'The service doesn’t answer.'
const failing = 'The service reports an error.'
const offline = 'This device is offline.'

/** A closed panel contains the same words, but is not visible. */
const seen = (page: Page, text: string | RegExp) => page.getByText(text).filter({ visible: true }).first()

interface OpenedPage extends AsyncDisposable {
  page: Page
}

describe.skipIf(!hasBrowser)('a place that cannot load says why, and loads automatically afterwards,', () => {
  let browser: Browser
  let web: WebProcess
  let again: Launched | undefined
  beforeAll(async () => {
    browser = await openBrowser()
    web = await webProcess({
      hasPassword: false,
      prepare: ({ messages }) => void messages.receive({ from: anna, text: 'Hello, you' }),
    })
  })
  afterAll(async () => {
    await browser?.close()
    again?.child.kill()
    await again?.ended
    await web?.[Symbol.asyncDispose]()
  })

  async function open(context: BrowserContextOptions = {}): Promise<OpenedPage> {
    const { page, wrong } = await openPage({ browser, url: web.url, context })
    await page.getByText('Hello, you').first().waitFor()
    return {
      page,
      async [Symbol.asyncDispose]() {
        await page.close()
        // The browser itself reports the failed requests.
        wrong.splice(0)
      },
    }
  }

  let walks = 0
  /** Every fourth place, others the next time; `npm run proof -- whole` walks through all each time. */
  const nextPlaces = () => {
    const turn = walks++ % 4
    return places.filter((_, at) => isWhole || at % 4 === turn)
  }

  /** The last place recovers while it is open, the others before they are opened again. */
  async function walk(page: Page, said: string, recover: () => Promise<unknown>): Promise<void> {
    const places = nextPlaces()
    for (const [path] of places) {
      await goTo(page, path)
      await seen(page, said).waitFor()
    }
    await recover()
    for (const [path, loaded] of places.toReversed()) {
      await seen(page, loaded).waitFor()
      await seen(page, said).waitFor({ state: 'detached' })
      const next = places[places.findIndex(([one]) => one === path) - 1]
      if (next !== undefined) await goTo(page, next[0])
    }
  }

  test('while the service hangs', async () => {
    await using opened = await open()
    process.kill(web.pid, 'SIGSTOP')
    try {
      await walk(opened.page, unanswered, async () => process.kill(web.pid, 'SIGCONT'))
    } finally {
      process.kill(web.pid, 'SIGCONT')
    }
  })

  /** The suite takes turns with the two; `npm run proof -- whole` walks through all with each. */
  const answers = (isWhole ? [[500], [503]] : [[500, 503]]).map((statuses) => ({ statuses }))
  test.each(answers)('while every request is answered with $statuses', async ({ statuses }) => {
    await using opened = await open()
    const { page } = opened
    let answered = 0
    await page.route('**/api/**', (route) =>
      route.fulfill({ status: statuses[answered++ % statuses.length], body: 'Out of order' }),
    )
    await seen(page, 'Service error').waitFor()
    await walk(page, failing, async () => {
      await page.unroute('**/api/**')
      await tryAgain(page.getByRole('button', { name: 'Try again' }).first())
    })
  })

  test('after it was opened without a network', async () => {
    await using opened = await open({ serviceWorkers: 'allow' })
    const { page } = opened
    await until(() =>
      page.evaluate<boolean>(
        `navigator.serviceWorker.getRegistrations().then(([worker]) => worker?.active?.state === 'activated')`,
      ),
    )
    await page.context().setOffline(true)
    await page.reload()
    await seen(page, 'This page loads when you’re back online.').waitFor()
    await walk(page, offline, () => page.context().setOffline(false))
  })

  test('while the service is not running', async () => {
    await using opened = await open()
    const { port } = web
    await web.stop()
    await walk(opened.page, unanswered, async () => {
      again = launchWeb(web.mac.home, { port })
      await again.ready()
      await tryAgain(opened.page.getByRole('button', { name: 'Try again' }).first())
    })
  })
})

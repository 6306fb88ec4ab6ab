import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { temporaryMac } from '../../../simulator/temporary-mac.ts'
import { bridgeHere } from '../../harness/bridge-here.ts'
import { hasBrowser, openBrowser, openPage, tryAgain } from '../../harness/ui.ts'
import { until } from '../../harness/until.ts'
import { password, webHere } from '../../harness/web-here.ts'

const withWorker = { serviceWorkers: 'allow' } as const

/** Types of the browser that tests do not have. */
interface InBrowser {
  caches: { keys(): Promise<string[]>; open(name: string): Promise<{ keys(): Promise<{ url: string }[]> }> }
  navigator: { serviceWorker: { getRegistrations(): Promise<{ active?: { state: string } }[]> } }
}

/** Returns the addresses that this browser could show without the service. */
const keptIn = (page: Page) =>
  page.evaluate(async () => {
    const { caches } = globalThis as unknown as InBrowser
    const opened = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
    const requests = await Promise.all(opened.map((cache) => cache.keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })

const workersIn = (page: Page) =>
  page.evaluate(async () => {
    const { navigator } = globalThis as unknown as InBrowser
    return (await navigator.serviceWorker.getRegistrations()).map(({ active }) => active?.state)
  })

const isKept = (page: Page) => until(async () => (await workersIn(page))[0] === 'activated')

/** Copies the built page, so that a test can make an update of it. */
function builtPage() {
  const folder = mkdtempSync(join(tmpdir(), 'page-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync(new URL('../../../ui/dist/', import.meta.url), folder, { recursive: true })
  const script = /src="\/app\/(assets\/[^"]+\.js)"/
  return {
    url: pathToFileURL(`${folder}/`),
    update() {
      const [, main = ''] = script.exec(readFileSync(join(folder, 'index.html'), 'utf8')) ?? []
      const next = main.replace('.js', '-next.js')
      renameSync(join(folder, main), join(folder, next))
      const naming = [
        'index.html',
        'service-worker.js',
        ...readdirSync(join(folder, 'assets')).map((name) => `assets/${name}`),
      ]
      for (const name of naming.filter((name) => /\.(html|js)$/.test(name))) {
        const text = readFileSync(join(folder, name), 'utf8')
        writeFileSync(
          join(folder, name),
          text.replaceAll(main, next).replaceAll(main.slice('assets/'.length), next.slice('assets/'.length)),
        )
      }
      return `/app/${next}`
    },
  }
}

describe.skipIf(!hasBrowser)('without the service', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(() => browser?.close())

  test('the page opens, says what does not work, and recovers automatically; nothing of the API is cached', async () => {
    await using bridge = await bridgeHere()
    bridge.mac.messages.receive({ from: '+12025550123', text: 'Hello' })
    const first = await webHere({ over: bridge.mac })
    const { page, wrong } = await openPage({ browser, url: first.url, context: withWorker })
    await using _ = page
    const list = page.getByRole('navigation', { name: 'Conversations' })
    await list.getByRole('link', { name: /2025550123/ }).click()
    await isKept(page)
    await page.reload()
    await list.getByText('Hello').waitFor()
    await first[Symbol.asyncDispose]()
    await page.reload()
    await page.getByText('The service doesn’t answer.').first().waitFor()
    const kept = await keptIn(page)
    expect(kept).toContain('/app/index.html')
    expect(kept.filter((path) => !path.startsWith('/app/') || path.includes('/api/'))).toEqual([])
    await using _again = await webHere({ over: bridge.mac, port: Number(new URL(first.url).port) })
    await tryAgain(page.getByRole('button', { name: 'Try again' }).first())
    await list.getByText('Hello').waitFor()
    await page.close()
    // The browser itself reports the failed requests.
    wrong.splice(0)
  })

  test('an update is announced, and one press loads it, once', async () => {
    const built = builtPage()
    using mac = temporaryMac()
    const before = await webHere({ over: mac, page: built.url })
    const { page, wrong } = await openPage({ browser, url: before.url, context: withWorker })
    await using _ = page
    await isKept(page)
    let loads = 0
    page.on('request', (request) => request.isNavigationRequest() && loads++)
    await before[Symbol.asyncDispose]()
    const script = built.update()
    await using _after = await webHere({ over: mac, page: built.url, port: Number(new URL(before.url).port) })
    await page.getByRole('button', { name: 'Reload' }).click()
    await page.locator(`script[src="${script}"]`).waitFor({ state: 'attached' })
    await until(async () => (await keptIn(page)).includes(script))
    expect(await page.getByRole('button', { name: 'Reload' }).count()).toBe(0)
    expect(loads).toBe(1)
    await page.close()
    // The browser itself reports the failed requests.
    wrong.splice(0)
  })

  test('nothing stays in the browser after signing out, and neither the login nor the setup is cached', async () => {
    await using web = await webHere()
    await web.client.change_password({ password })
    const { page, wrong, settled } = await openPage({ browser, url: web.url, path: '/login', context: withWorker })
    await using _ = page
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL('**/app/**')
    await isKept(page)
    await page.goto(`${web.url}/app/health`)
    await settled()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL('**/login')
    await expect.poll(() => keptIn(page)).toEqual([])
    await expect.poll(() => workersIn(page)).toEqual([])
    // Requests that the page makes some seconds later may come after signing out.
    expect(wrong.splice(0).filter((one) => !/401|MIME type/.test(one))).toEqual([])
  })
})

import { appendFileSync, readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { temporaryMac } from '../../../simulator/temporary-mac.ts'
import type { LogEntry } from '../../../src/contract/log-entry.ts'
import { dirOf } from '../../harness/bridge-process.ts'
import { goTo, OnePage } from '../../harness/one-page.ts'
import { hasBrowser, openBrowser, openPage } from '../../harness/ui.ts'
import { until } from '../../harness/until.ts'
import { type WebHere, webHere } from '../../harness/web-here.ts'

/** Writes log lines as another process of the service does. */
function write({ mac }: Pick<WebHere, 'mac'>, count: number, change: (n: number) => Partial<LogEntry>): void {
  const startMs = Date.now()
  const lines = Array.from({ length: count }, (_, n) => {
    const entry = { ts: new Date(startMs + n).toISOString(), source: 'bridge', level: 'info', msg: '', ...change(n) }
    return `${JSON.stringify(entry)}\n`
  })
  appendFileSync(dirOf(mac.home).logFile, lines.join(''))
}

const logIn = (page: Page) => page.getByRole('log', { name: 'Log entries' })

async function downloaded(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Download …' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download', exact: true }).click()
  return readFileSync(await (await download).path(), 'utf8')
}

const shownAsInfo = async (page: Page) =>
  Number((await page.getByRole('button', { name: /^info / }).textContent())?.replaceAll(/\D/g, ''))

describe.skipIf(!hasBrowser)('the log page', () => {
  let browser: Browser
  let web: WebHere
  let pages: OnePage
  beforeAll(async () => {
    ;[browser, web] = await Promise.all([openBrowser(), webHere()])
    pages = new OnePage({ browser, url: web.url })
  })
  afterAll(async () => {
    await browser?.close()
    await web?.[Symbol.asyncDispose]()
  })

  /** The page as it opens, whatever was looked for on it before. */
  async function open(): Promise<Page> {
    const { page } = await pages.at('/app/messages')
    await page.getByRole('heading', { level: 1, name: 'Messages' }).waitFor()
    await goTo(page, '/app/logs')
    return page
  }

  test('shows log lines, stops while it is paused, searches, and reports an invalid expression', async () => {
    const page = await open()
    const log = logIn(page)
    await log.getByText('web process started').waitFor()
    await page.getByRole('button', { name: 'Pause' }).click()
    await web.client.change_settings({ web: { port: 9_000 } })
    await page.getByRole('button', { name: /^\d+ new – Resume/ }).click()
    await log.getByText('web.port was changed').waitFor()
    const find = page.getByRole('searchbox', { name: 'Find' })
    await find.fill('/^web process/')
    await log.getByText('web.port was changed').waitFor({ state: 'detached' })
    await expect.poll(() => page.url()).toContain('q=')
    await find.fill('/(/')
    await page.getByText('Not a regular expression (Unterminated group)').waitFor()
  })

  test('a line has a link, and can show neighbours that do not match the filter; the list is left and found by keyboard', async () => {
    write(web, 200, (n) => ({ msg: `row ${n} of 200`, ...(n === 100 && { level: 'error', source: 'webhook' }) }))
    const page = await open()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const log = logIn(page)
    await log.getByText('row 199').waitFor()
    await page.getByRole('button', { name: 'Sources' }).click()
    await page.getByRole('checkbox', { name: 'webhook' }).check()
    await page.keyboard.press('Escape')
    await log.getByText('row 199').waitFor({ state: 'detached' })
    await log.focus()
    await page.keyboard.press('ArrowUp')
    await log.getByRole('article').and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: /20 entries before and after/ }).press('Enter')
    await log.getByText('row 99 of').waitFor()
    await log.getByText('row 100 of').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Copy link' }).click()
    await page.getByText('Copied').waitFor()
    const link = await page.evaluate(() =>
      (navigator as unknown as { clipboard: { readText(): Promise<string> } }).clipboard.readText(),
    )
    await page.goto(link.replace('source=webhook&', ''))
    await log.getByText('row 100 of').waitFor()
    await page.getByRole('button', { name: 'Paused – Resume' }).waitFor()
  })

  test('keeps the newest ten thousand lines of a flood; an export contains what is shown, without handles', async () => {
    const page = await open()
    const log = logIn(page)
    await log.getByRole('article').first().waitFor()
    const find = page.getByRole('searchbox', { name: 'Find' })
    for (let burst = 0; burst < 24; burst++) {
      write(web, 500, (n) => ({ msg: `row ${burst * 500 + n} to +12025550123` }))
      await find.press('7')
      // A reader that is too slow is told of a gap, which another test covers.
      await until(async () => (await shownAsInfo(page)) >= Math.min(10_000, (burst + 1) * 500))
    }
    await find.fill('row 11999 ')
    await log.getByText('row 11999').waitFor()
    await find.fill('7 to')
    await log.getByText('row 11997 to').waitFor()
    expect(await log.getByRole('article').count()).toBeLessThan(80)
    const lines = (await downloaded(page)).trim().split('\n')
    expect(lines.length).toBe(1_000)
    expect(lines.every((line) => /^row \d+7 to •••23$/.test((JSON.parse(line) as LogEntry).msg))).toBe(true)
    await page.getByRole('button', { name: 'Download …' }).click()
    await page.getByText('All loaded entries (10,000)').waitFor()
  })

  test('shows how long there was no connection, and shows nothing twice', async () => {
    using mac = temporaryMac()
    const before = await webHere({ over: mac })
    const { page, wrong } = await openPage({ browser, url: before.url, path: '/app/logs' })
    const log = logIn(page)
    await log.getByText('web process started').waitFor()
    await before[Symbol.asyncDispose]()
    write({ mac }, 1_200, (n) => ({ ts: new Date(Date.now() + 38_000 + n).toISOString(), msg: `row ${n} unheard` }))
    await using _after = await webHere({ over: mac, port: Number(new URL(before.url).port) })
    await log.getByText('row 1199 unheard').waitFor()
    await page.getByRole('searchbox', { name: 'Find' }).fill('web process started')
    await log.getByText(/^No entries for \d+ s$/).waitFor()
    await expect.poll(() => log.getByRole('article').count()).toBe(2)
    await page.close()
    // The browser itself reports the failed requests.
    wrong.splice(0)
  })
})

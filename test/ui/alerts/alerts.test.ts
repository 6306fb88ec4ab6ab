import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toWebhook } from '../../harness/bridge-process.ts'
import { anna, relaySetup } from '../../harness/relay-setup.ts'
import { hasBrowser, openBrowser, openPage } from '../../harness/ui.ts'
import { until } from '../../harness/until.ts'
import { webHere } from '../../harness/web-here.ts'
import { violations, withAxe } from '../accessibility/axe.ts'

const alerts = { after_minutes: 1, queued: 1 }

describe.skipIf(!hasBrowser)('an alert', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(() => browser?.close())

  test('is shown on a page with its remedy, in the title and in the icon, and is gone once it is repaired', async () => {
    let answer = 503
    await using relay = await relaySetup({ config: { alerts }, answer: () => answer })
    await using web = await webHere({ over: relay.mac, config: { ...toWebhook(relay.receiver.url), alerts } })
    relay.mac.messages.receive({ from: anna, text: 'Hello' })
    const opened = await openPage({ browser, url: web.url, path: '/app/health', prepare: withAxe })
    const { page } = opened
    await using _ = page
    await opened.connected()
    const banner = page.getByRole('list', { name: 'Alerts' })
    await banner.getByText(/Deliveries to Webhook have been failing since/).waitFor()
    const icon = () => page.locator('link[rel="icon"]').getAttribute('href')
    await until(async () => (await page.title()).startsWith('⚠ ') && (await icon()) === '/app/icon-alert.svg')
    expect(await violations(page, { within: '[role="status"]:has(ul)' })).toEqual([])
    await page.getByRole('link', { name: 'Overview', exact: true }).click()
    await page.getByText(/^Webhook has refused deliveries since/).waitFor()
    // The overview says the same with the same buttons.
    await banner.waitFor({ state: 'detached' })
    expect(await page.title()).toMatch(/^⚠ /)
    await page.getByRole('link', { name: 'Health', exact: true }).click()
    answer = 204
    await banner.getByRole('button', { name: 'Retry now: Webhook' }).click()
    await banner.waitFor({ state: 'detached' })
    await until(async () => !(await page.title()).includes('⚠') && (await icon()) === '/app/icon.svg')
  })
})

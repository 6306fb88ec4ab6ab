import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type BridgeHere, bridgeHere } from '../../harness/bridge-here.ts'
import { toWebhook } from '../../harness/bridge-process.ts'
import { goTo, OnePage } from '../../harness/one-page.ts'
import { type Receiver, startReceiver } from '../../harness/receiver.ts'
import { hasBrowser, openBrowser, openPage } from '../../harness/ui.ts'
import { password, type WebHere, webHere } from '../../harness/web-here.ts'

const [anna, stranger] = ['+12025550123', '+12025550199']

/** The tests share one service, and follow each other as on one Mac. */
describe.skipIf(!hasBrowser)('the overview of the relay', () => {
  let browser: Browser
  let bridge: BridgeHere
  let web: WebHere
  let receiver: Receiver
  let pages: OnePage
  /** The status that the webhook's receiver responds. */
  let responds: number
  beforeAll(async () => {
    browser = await openBrowser()
    bridge = await bridgeHere()
    bridge.mac.contacts.onMyMac.add({ firstName: 'Anna', lastName: 'Berg', phones: [anna] })
    receiver = await startReceiver(() => responds)
    const relay = { scope: 'whitelist', poll_interval_s: 0.1 }
    web = await webHere({
      over: bridge.mac,
      config: { ...toWebhook(receiver.url), relay, whitelist: { handles: [anna] } },
    })
    pages = new OnePage({ browser, url: web.url })
  })
  beforeEach(() => {
    responds = 204
  })
  afterAll(async () => {
    await browser?.close()
    await web?.[Symbol.asyncDispose]()
    await bridge?.[Symbol.asyncDispose]()
    await receiver?.[Symbol.asyncDispose]()
  })

  const places = (page: Page) => page.getByRole('navigation', { name: 'Main' })

  test('opens at first, and later the page opens where the reader was last', async () => {
    const { page } = await pages.at('/app/')
    await page.waitForURL(`${web.url}/app/relay`)
    await places(page).getByRole('link', { name: 'Messages' }).click()
    await page.getByRole('heading', { name: 'Messages', level: 1 }).waitFor()
    await page.goto(`${web.url}/app/`)
    await page.waitForURL(`${web.url}/app/messages`)
    expect(await places(page).getByRole('link', { name: 'Messages' }).getAttribute('aria-current')).toBe('true')
  })

  test('shows each message and its deliveries without being asked, and can allow people who were held back', async () => {
    const { page, connected } = await pages.at('/app/relay')
    await page.getByText('Relaying for 1 person to 1 plugin.').waitFor()
    await connected()
    bridge.mac.messages.receive({ from: anna, text: 'Hello' })
    await page.getByText(/^1 delivered today, last \d/).waitFor()
    const row = page.getByRole('main').getByRole('link', { name: /^Anna Berg Webhook Delivered in/ })
    await row.waitFor()
    expect(await row.getAttribute('href')).toMatch(/\/relay\/deliveries\?delivery=/)

    bridge.mac.messages.receive({ from: stranger, text: 'Who?' })
    await page.getByRole('link', { name: /^Not chosen 1/ }).waitFor()
    await page.getByRole('button', { name: `Allow ${stranger}` }).click()
    await page.getByText('Relaying for 2 people to 1 plugin.').waitFor()
    await expect
      .poll(async () => (await web.client.list_whitelist()).map(({ handle }) => handle))
      .toEqual([anna, stranger])
  })

  test('says since when a plugin refuses deliveries, and why, and tries again at once', async () => {
    responds = 500
    const { page } = await pages.at('/app/relay')
    bridge.mac.messages.receive({ from: anna, text: 'Are you there?' })
    await page.getByText(/^Webhook has refused deliveries since \d/).waitFor()
    const row = page.getByRole('main').getByRole('link', { name: /^Anna Berg Webhook Retrying/ })
    await row.waitFor()
    responds = 204
    await page.getByRole('button', { name: 'Retry now' }).click()
    await page.getByText('Relaying for 2 people to 1 plugin.').waitFor()
    await row.waitFor({ state: 'detached' })
  })

  test('reports that no password is set, with a link to set one, until there is one', async () => {
    await using alone = await webHere()
    const { page, settled } = await openPage({ browser, url: alone.url, path: '/app/relay' })
    await using _ = page
    await page.getByText('No password is set. Every person and program on this Mac has access.').waitFor()
    await page.getByRole('link', { name: 'Set a password' }).click()
    const set = page.getByRole('button', { name: 'Set a password …' })
    await set.waitFor()
    // Requests made at the moment at which the password is set are refused.
    await settled()
    await set.click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('New password', { exact: true }).fill(password)
    await dialog.getByRole('button', { name: 'Set password' }).click()
    await page.getByRole('list', { name: 'Signed-in browsers' }).getByText('This browser').waitFor()
    await places(page).getByRole('link', { name: 'Relay' }).click()
    await page.getByRole('heading', { name: 'Deliveries' }).waitFor()
    await expect.poll(() => page.getByText('No password is set').count()).toBe(0)
  })

  test('leads to everything that is missing before anything is relayed', async () => {
    const { page } = await pages.at('/app/plugins')
    await page.getByRole('article', { name: 'Webhook' }).getByRole('switch', { checked: true }).click()
    await page.getByRole('article', { name: 'Webhook' }).getByRole('switch', { checked: false }).waitFor()
    await goTo(page, '/app/relay')
    await page.getByRole('link', { name: 'Choose a plugin' }).first().click()
    await page.getByRole('heading', { name: 'Plugins', level: 1 }).waitFor()
  })
})

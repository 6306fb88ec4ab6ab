import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DeliveryAttempt, DeliveryProgress } from '../../../src/contract/delivery.ts'
import { durationOf } from '../../../ui/catalogue/durations.ts'
import { type BridgeHere, bridgeHere } from '../../harness/bridge-here.ts'
import { toWebhook } from '../../harness/bridge-process.ts'
import { OnePage } from '../../harness/one-page.ts'
import { type Receiver, startReceiver } from '../../harness/receiver.ts'
import { hasBrowser, openBrowser, openPage, tryAgain } from '../../harness/ui.ts'
import { until } from '../../harness/until.ts'
import { type WebHere, webHere } from '../../harness/web-here.ts'
import { violations, withAxe } from '../accessibility/axe.ts'

const [anna, ben] = ['+12025550123', '+12025550145']
const list = (page: Page) => page.getByRole('list', { name: 'Deliveries', exact: true })
const row = (page: Page, text: string | RegExp) => list(page).getByRole('link', { name: text })
const drawer = (page: Page) => page.getByRole('dialog', { name: 'Delivery' })
const attempt = (page: Page, number?: number) =>
  drawer(page)
    .getByRole('listitem')
    .filter({ has: page.getByText(`Attempt ${number}`, { exact: true }) })
/** The words for what the receiver answered, and after how long. */
const tookOf = (attempt?: DeliveryAttempt) =>
  `Answered ${attempt?.answer_status} in ${durationOf(attempt?.duration_ms ?? Number.NaN)}`
const hasFocus = (place: Locator) =>
  until(() => place.evaluate((element) => element === element.ownerDocument.activeElement))

/** The tests share one service, whose receiver takes what Anna writes and refuses what Ben writes. */
describe.skipIf(!hasBrowser)('deliveries on the page', () => {
  let browser: Browser
  let bridge: BridgeHere
  let web: WebHere
  let receiver: Receiver
  let pages: OnePage
  /** The status that the receiver responds to messages that it refuses. */
  let refuses = 500
  beforeAll(async () => {
    browser = await openBrowser()
    bridge = await bridgeHere()
    const { contacts, messages } = bridge.mac
    contacts.onMyMac.add({ firstName: 'Anna', lastName: 'Example', phones: [anna] })
    contacts.onMyMac.add({ firstName: 'Ben', lastName: 'Sample', phones: [ben] })
    receiver = await startReceiver(({ text }) => (text?.startsWith('Refuse') ? refuses : 204))
    const webhook = toWebhook(receiver.url)
    web = await webHere({
      over: bridge.mac,
      config: { ...webhook, relay: { scope: 'everyone', poll_interval_s: 0.1 } },
    })
    pages = new OnePage({ browser, url: web.url, prepare: withAxe })
    for (const text of ['One', 'Two', 'Three']) messages.receive({ from: anna, text })
    messages.receive({ from: ben, text: 'Refuse this' })
    await until(async () => (await web.client.list_deliveries({ state: 'delivered' })).deliveries.length === 3)
    await until(async () => (await web.client.list_deliveries({ state: 'retrying' })).deliveries.length === 1)
  })
  /** Every attempt of the newest delivery of a state, as programs read them. */
  const attemptsOf = async (query: { state: DeliveryProgress }) => {
    const [newest] = (await web.client.list_deliveries(query)).deliveries.filter(
      ({ sender }) => sender === 'Ben Sample',
    )
    return (await web.client.get_delivery({ id: newest?.id ?? '' })).history
  }
  afterAll(async () => {
    await browser?.close()
    await web?.[Symbol.asyncDispose]()
    await bridge?.[Symbol.asyncDispose]()
    await receiver?.[Symbol.asyncDispose]()
  })

  test('do not move under the pointer when the plugins to filter by have loaded', async () => {
    const plugins = Promise.withResolvers<void>()
    const { page, settled } = await openPage({
      browser,
      url: web.url,
      path: '/app/relay/deliveries',
      context: {},
      prepare: (page) => page.route('**/api/v1/plugins', (route) => plugins.promise.then(() => route.continue())),
    })
    await using _ = page
    const box = () => row(page, /Ben Sample/).boundingBox()
    await row(page, /Ben Sample/).waitFor()
    const before = await box()
    plugins.resolve()
    const choices = page.getByRole('combobox', { name: 'Plugin', exact: true }).locator('option')
    await until(async () => (await choices.count()) > 1)
    await settled()
    expect(await box()).toEqual(before)
  })

  test('are filtered by the address and opened by keyboard, and the focus returns to the row', async () => {
    const { page, settled } = await pages.at('/app/relay/deliveries')
    await row(page, /Anna Example/)
      .nth(2)
      .waitFor()
    await row(page, /Ben Sample Webhook Retrying/).waitFor()
    await page.getByRole('button', { name: 'Delivered' }).click()
    await row(page, /Ben Sample/).waitFor({ state: 'detached' })
    await expect.poll(() => page.url()).toContain('state=delivered')
    await settled()
    await row(page, /Anna Example/)
      .first()
      .focus()
    await page.keyboard.press('ArrowDown')
    await hasFocus(row(page, /Anna/).nth(1))
    await page.keyboard.press('Enter')
    await drawer(page)
      .getByText(/^Delivered .* · .*ms$/)
      .waitFor()
    await drawer(page).getByText('"text": "Two"').waitFor()
    await drawer(page).getByRole('button', { name: 'Older delivery' }).click()
    await drawer(page).getByText('"text": "One"').waitFor()
    await settled()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await drawer(page).waitFor({ state: 'detached' })
    await hasFocus(row(page, /Anna/).nth(2))
    expect(page.url()).not.toContain('delivery=')
  })

  test('show why one was refused and each attempt; it is retried by hand, and the page follows', async () => {
    refuses = 500
    const { page, settled, connected, wrong } = await pages.at('/app/relay/deliveries?state=retrying')
    await row(page, /Ben Sample/).click()
    await drawer(page).getByText('the receiver answered').first().waitFor()
    // On a busy machine an earlier attempt may have ended before the receiver answered.
    const answered = (await attemptsOf({ state: 'retrying' })).find(({ answer_status }) => answer_status !== null)
    expect(answered?.answer_status).toBe(500)
    const refused = attempt(page, answered?.attempt)
    await refused.getByText('The receiver answered 500', { exact: true }).waitFor()
    // The reason says already what was answered.
    await refused.getByText(durationOf(answered?.duration_ms ?? Number.NaN), { exact: true }).waitFor()
    await settled()
    await connected()
    refuses = 204
    await tryAgain(drawer(page).getByRole('button', { name: 'Retry now' }))
    await drawer(page)
      .getByRole('status')
      .getByText(/^Delivered/)
      .waitFor()
    await drawer(page).getByRole('button', { name: 'Send again' }).waitFor()
    const last = (await attemptsOf({ state: 'delivered' })).at(-1)
    expect(last).toMatchObject({ answer_status: 204, error: null })
    await attempt(page, last?.attempt).getByText(tookOf(last)).waitFor()
    await page.keyboard.press('Escape')
    await row(page, /Ben Sample Webhook Delivered/).waitFor()
    // The delivery may have been retried automatically at the moment of the press, which then finds nothing to retry.
    wrong.splice(0, wrong.length, ...wrong.filter((line) => !/^409 for .*\/retry$|status of 409/.test(line)))
  })

  test('leave a mark at a message that was not delivered, which leads to its delivery', async () => {
    refuses = 500
    bridge.mac.messages.receive({ from: ben, text: 'Refuse that' })
    const { page } = await pages.at(`/app/c/${encodeURIComponent(`any;-;${ben}`)}`)
    const message = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Refuse that' })
    await message.getByRole('button', { name: 'Retrying: Webhook' }).click()
    await drawer(page).getByRole('button', { name: 'Skip' }).click()
    await drawer(page)
      .getByText(/^Filtered out .*: skipped by hand$/)
      .waitFor()
    await page.keyboard.press('Escape')
    await message.getByRole('button', { name: 'Retrying: Webhook' }).waitFor({ state: 'detached' })
    await message.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Delivery details' }).click()
    await page.getByRole('dialog', { name: 'Delivery details' }).getByText('Delivered to 0 of 1 plugin').waitFor()
    await page.getByRole('button', { name: /^Webhook Filtered out/ }).click()
    await drawer(page).getByText('skipped by hand').first().waitFor()
  })
})

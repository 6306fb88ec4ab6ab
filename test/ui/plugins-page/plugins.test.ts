import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { pluginSource, writePlugin } from '../../../src/plugins/test-host.ts'
import { type BridgeHere, bridgeHere } from '../../harness/bridge-here.ts'
import { dirOf, toWebhook } from '../../harness/bridge-process.ts'
import { OnePage } from '../../harness/one-page.ts'
import { type Receiver, startReceiver } from '../../harness/receiver.ts'
import { hasBrowser, openBrowser, openPage } from '../../harness/ui.ts'
import { until } from '../../harness/until.ts'
import { type WebHere, webHere } from '../../harness/web-here.ts'

const viewport = { width: 1024, height: 480 }

/** The tests share one service, and follow each other as on one Mac, most of them in one page. */
describe.skipIf(!hasBrowser)('the page of plugins', () => {
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
    receiver = await startReceiver(() => responds)
    const relay = { scope: 'everyone', poll_interval_s: 0.1 }
    web = await webHere({ over: bridge.mac, config: { ...toWebhook(receiver.url), relay } })
    const { base, integrationsDir } = dirOf(bridge.mac.home)
    const folder = writePlugin(join(base, 'node_modules'), 'service-plugin-packaged', pluginSource('packaged', {}))
    const manifest = { version: '1.2.3', type: 'module', 'service.integrations': { packaged: './index.mjs' } }
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
    writePlugin(integrationsDir, 'broken', 'export default class { static NAME = "Broken" }')
    const known = async () => (await web.client.list_plugins()).map(({ name }) => name)
    await until(async () => (await known()).includes('packaged') && (await known()).includes('broken'))
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

  test('disables plugins, and enables them after showing what they can read', async () => {
    const { page } = await pages.at('/app/plugins')
    const webhook = page.getByRole('article', { name: 'Webhook' })
    const isOn = async () => (await web.client.get_settings()).integrations.webhook?.enabled
    await webhook.getByText('OK', { exact: true }).waitFor()
    await webhook.getByRole('switch').press('Enter')
    await webhook.getByText('Off', { exact: true }).waitFor()
    await expect.poll(isOn).toBe(false)
    await webhook.getByRole('switch').press('Space')
    const dialog = page.getByRole('dialog', { name: 'Turn on Webhook?' })
    await dialog.getByText('Reads every relayed message').waitFor()
    expect(await isOn()).toBe(false)
    await dialog.getByRole('button', { name: 'Turn on' }).press('Enter')
    await webhook.getByText('OK', { exact: true }).waitFor()
    await expect.poll(isOn).toBe(true)
  })

  test('shows settings in a form, names errors beside the field and never shows a secret again', async () => {
    const { page } = await pages.at('/app/plugins/webhook')
    const own = async () => (await web.client.get_settings()).integrations.webhook
    const save = page.getByRole('button', { name: 'Save' })
    await page.getByLabel('Timeout').fill('999')
    await page.getByLabel('Signing secret', { exact: true }).last().fill('whsec_of_the_test')
    await save.click()
    await page.getByText('“999” is not a number from 1 to 120').waitFor()
    expect(await page.getByLabel('Timeout').getAttribute('aria-invalid')).toBe('true')
    await page.getByLabel('Timeout').fill('5')
    await save.click()
    await page.getByRole('button', { name: 'Replace: Signing secret' }).waitFor()
    expect(await own()).toHaveProperty('timeout_s', 5)
    expect(await own()).toMatchObject({ url: receiver.url, secret: { set: true } })
    expect(await page.content()).not.toContain('whsec_of_the_test')
    await page.getByLabel('Timeout').fill('7')
    await web.client.change_settings({ integrations: { webhook: { timeout_s: 9 } } })
    await save.click()
    const choice = page.getByRole('dialog')
    await choice.getByRole('radio', { name: '9' }).check()
    await choice.getByRole('button', { name: 'Save' }).click()
    await choice.waitFor({ state: 'detached' })
    expect(await own()).toHaveProperty('timeout_s', 9)
  })

  test('lists destinations in use first, and offers to update and remove installed plugins', async () => {
    const { page } = await pages.at('/app/plugins')
    const shelf = (name: string) =>
      page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) })
    await shelf('Destinations').getByRole('article', { name: 'Webhook' }).waitFor()
    const installed = shelf('Available destinations').getByRole('article', { name: 'packaged' })
    await installed.getByText('Installed', { exact: true }).waitFor()
    await installed.getByRole('link', { name: /packaged/ }).click()
    await page.getByRole('button', { name: 'Remove', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Update…' }).click()
    await page.getByRole('dialog').getByText('Installing plugins needs a password, and none is set.').waitFor()
  })

  test('shows what is wrong with a plugin that breaks the contract, and cannot enable it', async () => {
    const { page } = await pages.at('/app/plugins')
    const broken = page.getByRole('article', { name: 'broken' })
    await broken.getByText('Invalid', { exact: true }).waitFor()
    await broken.getByText('NAME is not snake_case').waitFor()
    expect(await broken.getByText('Sender only').count()).toBe(0)
    expect(await broken.getByRole('switch').isDisabled()).toBe(true)
    await expect(web.client.enable_plugin({ name: 'broken' })).rejects.toMatchObject({ code: 'plugin_invalid' })
    await broken.getByRole('link').click()
    await page.getByText('NAME is not snake_case').waitFor()
    expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual([])
  })

  test('shows that a delivery is retried, why and when, while its receiver refuses it', async () => {
    responds = 500
    bridge.mac.messages.receive({ from: '+12025550123', text: 'Hello' })
    const { page } = await pages.at('/app/plugins')
    const webhook = page.getByRole('article', { name: 'Webhook' })
    await webhook.getByText('Retrying delivery').waitFor()
    await webhook.getByText('1 queued').waitFor()
    await webhook.getByText('the receiver answered 500').waitFor()
    await webhook.getByText(/^Next attempt \d/).waitFor()
    responds = 204
    await webhook.getByText('OK', { exact: true }).waitFor()
  })

  test('shows failed deliveries, which can be retried or dropped one by one', async () => {
    responds = 410
    for (const text of ['One', 'Two', 'Three']) bridge.mac.messages.receive({ from: '+12025550123', text })
    const before = receiver.texts().length
    const dead = () => web.client.list_dead({ name: 'webhook', limit: 9 })
    await until(async () => (await dead()).length === 3)
    const { page } = await pages.at('/app/plugins/webhook')
    const drops = page.getByRole('button', { name: /^Drop the delivery that failed on/ })
    await drops.nth(2).waitFor()
    expect(await page.content()).not.toContain('Three')
    await drops.last().click()
    await page.getByText('1 delivery dropped').waitFor()
    responds = 204
    await page
      .getByRole('button', { name: /^Retry the delivery that failed on/ })
      .first()
      .click()
    await page.getByText('Retrying 1 delivery').waitFor()
    await until(() => receiver.texts().slice(before).join() === 'Three')
    await until(async () => (await drops.count()) === 1)
    expect(await dead()).toHaveLength(1)
  })

  test('leads from the switch to the missing setting, and saves what has been entered before it enables the plugin', async () => {
    await web.client.change_settings({ integrations: { webhook: { enabled: false, url: null, timeout_s: 10 } } })
    const { page } = await openPage({ browser, url: web.url, path: '/app/plugins', context: { viewport } })
    await using _ = page
    const own = async () => (await web.client.get_settings()).integrations.webhook
    expect(await own()).not.toMatchObject({ url: receiver.url })
    const webhook = page.getByRole('article', { name: 'Webhook' })
    await webhook.getByText('Off', { exact: true }).waitFor()
    await webhook.getByRole('switch').click()
    await page.getByText('Enter the URL and save before turning Webhook on.').waitFor()
    const field = page.getByLabel('URL', { exact: true })
    const isLedTo = () =>
      field.evaluate((input) => {
        const { top, bottom } = input.getBoundingClientRect()
        return input === input.ownerDocument.activeElement && top >= 0 && bottom <= 480
      })
    await until(isLedTo)

    await page.getByLabel('Timeout').fill('999')
    await page.keyboard.press('Control+Home')
    const plugin = page.getByRole('switch', { name: 'Webhook' })
    await plugin.click()
    await until(isLedTo)
    await field.fill(receiver.url)
    await plugin.click()
    const dialog = page.getByRole('dialog', { name: 'Turn on Webhook?' })
    await dialog.getByText('Your unsaved changes are saved first.').waitFor()
    await dialog.getByRole('button', { name: 'Save and turn on' }).click()
    await page.getByText('“999” is not a number from 1 to 120').waitFor()
    expect(await own()).not.toHaveProperty('enabled', true)
    await page.getByLabel('Timeout').fill('9')
    await plugin.click()
    await dialog.getByRole('button', { name: 'Save and turn on' }).click()
    await page.getByText('OK', { exact: true }).waitFor()
    expect(await own()).toMatchObject({ enabled: true, url: receiver.url, timeout_s: 9 })
  })

  test('saves and turns on in one press, shows the response to a test, and pauses', async () => {
    await web.client.change_settings({ integrations: { webhook: { enabled: false, url: null } } })
    const { page, settled } = await openPage({ browser, url: web.url, path: '/app/plugins/webhook' })
    await using _ = page
    await page.getByText('Reads every relayed message').waitFor()
    await page.getByRole('button', { name: 'Turn on', exact: true }).click()
    await page.getByText('Please fill in this field').waitFor()
    const url = page.getByLabel('URL', { exact: true })
    await url.fill('nowhere')
    await page.getByText(/^“nowhere” /).waitFor()
    await url.fill(receiver.url)
    await page.getByRole('button', { name: 'Save and turn on' }).click()
    const head = page.getByRole('region', { name: 'Status' })
    await head.getByText('OK', { exact: true }).waitFor()
    await settled()

    await head.getByRole('button', { name: 'Send test' }).click()
    await head.getByText(/^Test delivered in/).waitFor()
    await head.getByText('Answer: 204').waitFor()
    responds = 401
    await head.getByRole('button', { name: 'Send test' }).click()
    await head.getByText('Test not delivered').waitFor()
    await head.getByText('Check the token, password or secret in the settings.').first().waitFor()

    await head.getByRole('button', { name: 'Pause' }).click()
    await head.getByText('Paused', { exact: true }).waitFor()
    responds = 204
    const before = receiver.texts().length
    bridge.mac.messages.receive({ from: '+12025550123', text: 'While it is paused' })
    await head.getByText('1 queued').waitFor()
    await head.getByRole('button', { name: 'Resume' }).click()
    await until(() => receiver.texts().slice(before).join() === 'While it is paused')
    await head.getByText('Empty', { exact: true }).waitFor()
  })
})

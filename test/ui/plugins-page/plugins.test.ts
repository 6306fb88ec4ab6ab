import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bridgeHere } from '../../harness/bridge-here.ts'
import { toWebhook } from '../../harness/bridge-process.ts'
import { hasBrowser, openBrowser, openPage } from '../../harness/ui.ts'
import { webHere } from '../../harness/web-here.ts'

describe.skipIf(!hasBrowser)('the page of plugins', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(() => browser?.close())

  test('switches plugins off, and on after one has seen what they get', async () => {
    await using bridge = await bridgeHere()
    await using web = await webHere({ over: bridge.mac, config: toWebhook(bridge.receiver.url) })
    const { page } = await openPage({ browser, url: web.url, path: '/app/plugins' })
    await using _ = page
    const webhook = page.getByRole('article', { name: 'Webhook' })
    const isOn = async () => (await web.client.get_settings()).integrations.webhook?.enabled
    await webhook.getByText('Running').waitFor()
    await webhook.getByRole('switch').press('Enter')
    await webhook.getByText('Off', { exact: true }).waitFor()
    expect(await isOn()).toBe(false)
    await webhook.getByRole('switch').press('Space')
    const dialog = page.getByRole('dialog', { name: 'Switch on Webhook?' })
    await dialog.getByText('Reads every relayed message').waitFor({ timeout: 5000 })
    expect(await isOn()).toBe(false)
    await dialog.getByRole('button', { name: 'Switch on' }).press('Enter')
    await webhook.getByText('Running').waitFor()
    expect(await isOn()).toBe(true)
  })

  test('asks for settings by a form, names what is wrong beside it and never shows a secret again', async () => {
    await using bridge = await bridgeHere()
    await using web = await webHere({ over: bridge.mac, config: toWebhook(bridge.receiver.url) })
    const { page } = await openPage({ browser, url: web.url, path: '/app/plugins/webhook' })
    await using _ = page
    const own = async () => (await web.client.get_settings()).integrations.webhook
    const save = page.getByRole('button', { name: 'Save' })
    await page.getByLabel('Timeout').fill('99')
    await page.getByLabel('Signing secret', { exact: true }).last().fill('whsec_of_the_test')
    await save.click()
    await page.getByText('A number from 1 to 25').waitFor()
    expect(await page.getByLabel('Timeout').getAttribute('aria-invalid')).toBe('true')
    await page.getByLabel('Timeout').fill('5')
    await save.click()
    await page.getByRole('button', { name: 'Replace: Signing secret' }).waitFor()
    expect(await own()).toHaveProperty('timeout_s', 5)
    expect(await own()).toMatchObject({ url: bridge.receiver.url, secret: { set: true } })
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
})

import { existsSync } from 'node:fs'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { bridgeHere } from '../harness/bridge-here.ts'
import { toWebhook } from '../harness/bridge-process.ts'
import { until } from '../harness/until.ts'
import { password, signIn, type WebHere, webHere } from '../harness/web-here.ts'

const executablePath = '/usr/bin/chromium'

const hostile = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  '<a href="javascript:alert(1)">click</a>',
  'javascript:alert(1)',
  '</p></main></body><iframe src="https://evil.example">',
  '{{constructor.constructor("alert(1)")()}}',
  '<style>*{display:none}</style>',
  '&lt;b&gt; &amp; \u202egnp.exe',
]

describe.skipIf(!existsSync(executablePath))('the plain page', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  })
  afterAll(() => browser?.close())

  /** Whatever goes wrong in the page, a violation of its policy included, is a failure of the test. It closes before its server does. */
  async function pageAt(url: string): Promise<Page> {
    const page = await (await browser.newContext()).newPage()
    const wrong: string[] = []
    page.on('pageerror', (error) => wrong.push(error.message))
    page.on('console', (message) => message.type() === 'error' && wrong.push(message.text()))
    page.on('dialog', (dialog) => {
      wrong.push(`dialog ${dialog.message()}`)
      void dialog.dismiss()
    })
    page.on('request', (request) => {
      if (!request.url().startsWith(url) && !request.url().startsWith('data:')) wrong.push(`asked ${request.url()}`)
    })
    onTestFinished(() => expect(wrong).toEqual([]))
    await page.goto(`${url}/app/`)
    return page
  }

  const open = (page: Page, name: string) =>
    page.getByRole('navigation', { name: 'Conversations' }).getByText(name).first().click()

  test('shows what people wrote as text, whatever it is', async () => {
    await using web = await webHere()
    for (const text of hostile) web.mac.messages.receive({ from: '+12025550123', text })
    await using page = await pageAt(web.url)
    await open(page, '+12025550123')
    const bubbles = page.locator('.bubble')
    await bubbles.nth(hostile.length - 1).waitFor()
    expect(await bubbles.allTextContents()).toEqual(hostile)
  })

  test('switches plugins on and off', async () => {
    await using bridge = await bridgeHere()
    await using web = await webHere({ over: bridge.mac, config: toWebhook(bridge.receiver.url) })
    await using page = await pageAt(web.url)
    await page.getByRole('link', { name: 'Plugins' }).click()
    const webhook = page.getByRole('switch', { name: 'Webhook' })
    expect(await webhook.getAttribute('aria-checked')).toBe('true')
    await webhook.press('Enter')
    await page.getByRole('switch', { name: 'Webhook', checked: false }).waitFor()
    expect((await web.client.get_settings()).integrations.webhook?.enabled).toBe(false)
    await page.getByRole('switch', { name: 'Webhook', checked: false }).press('Enter')
    await page.getByText('Runs.').first().waitFor()
    expect((await web.client.get_settings()).integrations.webhook?.enabled).toBe(true)
  })

  test('shows a message that comes in while one looks, and that it was read', async () => {
    await using bridge = await bridgeHere()
    await using web = await webHere({ over: bridge.mac })
    bridge.mac.messages.receive({ from: '+12025550123', text: 'First' })
    await using page = await pageAt(web.url)
    await open(page, '+12025550123')
    await page.getByRole('log').getByText('First').waitFor()
    bridge.mac.messages.receive({ from: '+12025550123', text: 'Second' })
    await page.getByRole('log').getByText('Second').waitFor()
    await until(async () => (await web.client.list_conversations())[0]?.unread_count === 0)
  })

  test('finds a message and leads to its place', async () => {
    await using web = await webHere()
    for (const text of ['An early walrus', ...Array.from({ length: 80 }, (_, n) => `Line ${n}`)])
      web.mac.messages.receive({ from: '+12025550123', text })
    await until(async () => (await web.client.search({ q: 'walrus' })).results.length === 1)
    await using page = await pageAt(web.url)
    await page.getByRole('searchbox').fill('walrus')
    await page.keyboard.press('Enter')
    expect(await page.locator('mark').textContent()).toBe('walrus')
    await page.locator('mark').click()
    await page.locator('.found', { hasText: 'An early walrus' }).waitFor()
  })

  test('asks for the password first, and signs out again', async () => {
    await using web: WebHere = await webHere()
    await signIn(web)
    await using page = await pageAt(web.url)
    expect(new URL(page.url()).pathname).toBe('/login')
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('Password').waitFor()
    await page.goto(`${web.url}/app/`)
    expect(new URL(page.url()).pathname).toBe('/login')
  })
})

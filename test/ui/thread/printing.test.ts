import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OnePage } from '../../harness/one-page.ts'
import { hasBrowser, openBrowser } from '../../harness/ui.ts'
import { type WebHere, webHere } from '../../harness/web-here.ts'
import { violations, withAxe } from '../accessibility/axe.ts'

const anna = '+12025550123'
const count = 900

/** Stands in for the printer, which no test can answer: the page stays laid out for it. */
const withoutPrinter = (page: Page) => page.addInitScript('window.print = () => { window.isPrinted = true }')

describe.skipIf(!hasBrowser)('a conversation on paper', () => {
  let [browser, web, pages] = [] as unknown as [Browser, WebHere, OnePage]
  let path = ''
  beforeAll(async () => {
    browser = await openBrowser()
    web = await webHere()
    const { messages } = web.mac
    const start = Date.now() - 20 * 86_400_000
    messages.transaction(() => {
      messages.receive({ from: anna, text: 'Long ago', atMs: start - 90 * 86_400_000 })
      for (let at = 0; at < count; at++)
        messages.receive({ from: anna, text: `Line ${at}.`, atMs: start + at * 60_000 })
    })
    const { chatGuid } = messages.send({ to: anna, text: 'The end' })
    path = `/app/c/${encodeURIComponent(chatGuid ?? '')}`
    const prepare = async (page: Page) => [await withoutPrinter(page), await withAxe(page)]
    pages = new OnePage({ browser, url: web.url, prepare })
  })
  afterAll(async () => {
    await browser?.close()
    await web?.[Symbol.asyncDispose]()
  })

  test('has every message of the chosen days, however few are on the screen', async () => {
    const { page, settled } = await pages.at(path)
    await settled()
    await page.keyboard.press('Control+p')
    const dialog = page.getByRole('dialog', { name: 'Print conversation' })
    await dialog.getByRole('combobox', { name: 'Period' }).selectOption('Choose days')
    await dialog.getByLabel('First day').fill('2020-01-01')
    await dialog.getByLabel('Last day').fill('2020-01-02')
    expect(await violations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Print' }).click()
    await dialog.getByText('No messages in this period.').waitFor()
    await dialog.getByRole('combobox', { name: 'Period' }).selectOption('Last 30 days')
    await dialog.getByRole('button', { name: 'Print' }).click()
    await expect.poll(() => page.evaluate('window.isPrinted')).toBe(true)
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    const paper = page.locator('body > [data-printed]')
    const text = await paper.innerText()
    expect(text.match(/Line \d+\./g)).toEqual(Array.from({ length: count }, (_, at) => `Line ${at}.`))
    expect(text).toContain('The end')
    expect(text).not.toContain('Long ago')
    expect(text).not.toContain('Today')
    expect(await page.locator('#page').isVisible()).toBe(false)
    await page.evaluate('dispatchEvent(new Event("afterprint"))')
    await dialog.waitFor({ state: 'detached' })
    await page.emulateMedia({ media: 'screen' })
    await page.getByRole('textbox', { name: 'Message', exact: true }).waitFor()
  })

  test('printed by the browser has everything that is loaded, in light colours, and no controls', async () => {
    const { page, settled } = await pages.at(path)
    await page.emulateMedia({ media: 'screen', colorScheme: 'dark' })
    await settled()
    const list = page.getByRole('list', { name: 'Messages' }).getByRole('listitem')
    const drawn = await list.count()
    await page.evaluate('dispatchEvent(new Event("beforeprint"))')
    await page.emulateMedia({ media: 'print' })
    const paper = page.locator('[data-thread] [data-printed]')
    const lines = ((await paper.innerText()).match(/Line \d+\./g) ?? []).length
    expect(lines).toBeGreaterThan(drawn)
    expect(await page.evaluate('getComputedStyle(document.documentElement).colorScheme')).toBe('light')
    for (const hidden of ['Message', 'Search'])
      expect(await page.getByRole('textbox', { name: hidden }).count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Details' }).count()).toBe(0)
    await page.evaluate('dispatchEvent(new Event("afterprint"))')
    await paper.waitFor({ state: 'detached' })
  })
})

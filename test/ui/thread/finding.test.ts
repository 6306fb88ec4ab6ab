import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { goTo, OnePage } from '../../harness/one-page.ts'
import { hasBrowser, openBrowser, restingYOf } from '../../harness/ui.ts'
import { until } from '../../harness/until.ts'
import { searchable, type WebHere, webHere } from '../../harness/web-here.ts'

const anna = '+12025550123'
const path = `/app/c/${encodeURIComponent(`any;-;${anna}`)}`
const list = (page: Page) => page.getByRole('list', { name: 'Messages' })
const line = (page: Page, text: string) => list(page).getByText(text, { exact: true })
const yOf = async (page: Page, text: string) => (await line(page, text).boundingBox())?.y ?? Number.NaN
const bar = (page: Page) => page.getByRole('search', { name: 'Find in conversation' })

/** One line for each day from 1 January 2024 on; every hundredth mentions a zebra. */
const days = 700
const noon = (day: number) => Date.UTC(2024, 0, day, 12)

describe.skipIf(!hasBrowser)('in a conversation', () => {
  let [browser, web, pages] = [] as unknown as [Browser, WebHere, OnePage]
  beforeAll(async () => {
    browser = await openBrowser()
    web = await webHere()
    pages = new OnePage({ browser, url: web.url })
    const { messages } = web.mac
    messages.transaction(() => {
      for (let day = 1; day <= days; day++) {
        const text = day % 100 === 0 ? `Line ${day}, a zebra` : `Line ${day}.`
        messages.receive({ from: anna, text, atMs: noon(day), read: true })
      }
    })
    await searchable(web, days)
  })
  afterAll(async () => {
    await browser?.close()
    await web?.[Symbol.asyncDispose]()
  })

  test('search results are visited one after another, each at its own address, and Escape restores the exact position', async () => {
    const { page } = await pages.at(path)
    await line(page, 'Line 699.').waitFor()
    await list(page).hover()
    await page.mouse.wheel(0, -777)
    await line(page, 'Line 685.').waitFor()
    await until(async () => (await page.getByRole('button', { name: 'Scroll to newest message' }).count()) === 1)
    const before = await restingYOf(line(page, 'Line 685.'))
    await page.keyboard.press('Control+Shift+F')
    await bar(page).getByRole('searchbox').and(page.locator(':focus')).waitFor()
    await page.keyboard.type('zebra')
    await bar(page).getByText('2 of 7').waitFor()
    await line(page, 'Line 600, a zebra').waitFor()
    await until(() => page.evaluate<boolean>('CSS.highlights.get("found")?.size === 1'))
    await page.keyboard.press('Enter')
    await bar(page).getByText('3 of 7').waitFor()
    await line(page, 'Line 500, a zebra').waitFor()
    const address = page.url()
    await page.keyboard.press('Escape')
    await until(async () => Math.abs((await yOf(page, 'Line 685.')) - before) <= 1)
    await expect.poll(() => page.url()).not.toContain('q=')

    await page.goto(address)
    await bar(page).getByText('3 of 7').waitFor()
    await line(page, 'Line 500, a zebra').waitFor()
    await bar(page).getByRole('button', { name: 'Next match' }).click()
    await line(page, 'Line 600, a zebra').waitFor()
    await bar(page).getByRole('searchbox').fill('giraffe')
    await bar(page).getByText('Nothing found').waitFor()
    await bar(page).getByRole('button', { name: 'Close find bar' }).click()
    await bar(page).waitFor({ state: 'detached' })
    await line(page, 'Line 600, a zebra').waitFor()
  })

  test('every day can be reached by its date, every month on the scale beside it, and the first message as well', async () => {
    // In a conversation that was left, another place of it may still be shown.
    const { page } = await pages.at('/app/messages')
    await list(page).waitFor({ state: 'detached' })
    await goTo(page, path)
    await line(page, 'Line 699.').waitFor()
    await page.getByRole('button', { name: 'Go to date' }).click()
    await page.getByLabel('Day', { exact: true }).fill('2024-03-15')
    await page.getByRole('button', { name: 'Go', exact: true }).click()
    await line(page, 'Line 75.').waitFor()
    await until(async () => (await yOf(page, 'Line 75.')) < 250)
    const scale = page.getByRole('slider', { name: 'Month' })
    await until(async () => (await scale.getAttribute('aria-valuetext')) === 'March 2024')
    await scale.focus()
    await page.keyboard.press('PageDown')
    await line(page, 'Line 426.').waitFor()
    await until(async () => (await scale.getAttribute('aria-valuetext')) === 'March 2025')
    await page.keyboard.press('Home')
    await line(page, 'Line 1.').waitFor()
    await page.getByRole('button', { name: 'Go to date' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Scroll to newest message' }).click()
    await line(page, 'Line 700, a zebra').waitFor()
    await page.getByRole('button', { name: 'Go to date' }).click()
    await page.getByRole('button', { name: 'First message' }).click()
    await line(page, 'Line 1.').waitFor()
  })
})

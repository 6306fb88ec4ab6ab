import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startBridge } from '../../harness/bridge-process.ts'
import { hasBrowser, openBrowser, openPage } from '../../harness/ui.ts'
import { until } from '../../harness/until.ts'
import { type WebHere, webHere } from '../../harness/web-here.ts'

const side = (page: Page) => page.getByRole('navigation', { name: 'Conversations' })
const rows = (page: Page) => side(page).getByRole('list', { name: 'Conversations' }).getByRole('listitem')
const namesIn = async (page: Page, count: number) =>
  (await rows(page).locator('bdi:first-child').allTextContents()).slice(0, count)

const hasFocus = (page: Page, name: string) =>
  page.evaluate<boolean>(`document.activeElement?.textContent.includes('${name}')`)

const number = (index: number) => `+1202${5_000_000 + index}`

describe.skipIf(!hasBrowser)('the list of conversations', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(() => browser?.close())

  /** Creates this many conversations, the first of them the newest. */
  function fill({ mac }: WebHere, count: number): void {
    const nowMs = Date.now()
    mac.messages.transaction(() => {
      for (let index = 0; index < count; index++)
        mac.messages.receive({ from: number(index), text: `Text ${index}`, atMs: nowMs - index * 60_000, read: true })
    })
  }

  test('draws a few rows of ten thousand, and a key reaches its end', async () => {
    await using web = await webHere()
    fill(web, 10_000)
    const { page } = await openPage({ browser, url: web.url })
    await using _ = page
    await side(page).getByText(number(0)).waitFor()
    expect(await page.evaluate<boolean>(`document.activeElement === document.body`)).toBe(true)
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
    await side(page)
      .getByRole('link', { name: number(0) })
      .focus()
    await page.keyboard.press('End')
    await side(page)
      .getByRole('link', { name: number(9_999) })
      .waitFor()
    await until(() => hasFocus(page, number(9_999)))
    expect(await rows(page).count()).toBeLessThanOrEqual(60)
    await page.keyboard.press('Home')
    await until(() => hasFocus(page, number(0)))
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page
      .getByRole('main')
      .getByRole('heading', { level: 1, name: number(1) })
      .waitFor()
    await until(() => page.evaluate<boolean>(`document.activeElement?.tagName === 'H1'`))
  })

  test('a message moves its conversation up, but not while the pointer is over the list', async () => {
    await using web = await webHere()
    fill(web, 5)
    const { messages } = web.mac
    const junk = { from: number(98), text: 'Junk' }
    messages.receive(junk)
    messages.filterChat({ chat: junk.from, category: 2 })
    const bridge = startBridge({ home: web.mac.home })
    try {
      await bridge.polling()
      const { page } = await openPage({ browser, url: web.url })
      await using _ = page
      await side(page).getByText('Text 3').waitFor()
      await side(page)
        .getByRole('link', { name: number(1) })
        .hover()
      // What is not shown is no error in the console of the browser.
      messages.receive(junk)
      messages.receive({ from: number(3), text: 'It is me again' })
      await until(async () => {
        await page.mouse.move(150 + Math.random() * 9, 300)
        return side(page).getByText('It is me again').isVisible()
      })
      expect(await namesIn(page, 1)).toEqual([number(0)])
      await until(async () => (await page.title()).startsWith('(1) '))
      await page.mouse.move(900, 500)
      await until(async () => (await namesIn(page, 1))[0] === number(3))
      await side(page)
        .getByRole('button', { name: /Unread/ })
        .click()
      await until(async () => (await rows(page).count()) === 1)
      expect(await rows(page).first().textContent()).toContain('1 unread message')
    } finally {
      await bridge.kill()
    }
  })

  test('a pinned conversation comes first, even after a reload', async () => {
    await using web = await webHere()
    fill(web, 5)
    const { page } = await openPage({ browser, url: web.url })
    await using _ = page
    await side(page)
      .getByRole('link', { name: number(2) })
      .click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Pin' }).click()
    await page.mouse.move(900, 500)
    await until(async () => (await namesIn(page, 1))[0] === number(2))
    await page.reload()
    await until(async () => (await namesIn(page, 1))[0] === number(2))
    expect(await rows(page).count()).toBe(5)
  })

  test('with room for one pane, a conversation takes it, and going back shows the list at its old position', async () => {
    await using web = await webHere()
    fill(web, 60)
    const viewport = { width: 390, height: 700 }
    const { page } = await openPage({ browser, url: web.url, context: { viewport } })
    await using _ = page
    const row = side(page).getByRole('link', { name: number(20) })
    await until(async () => {
      await page.mouse.move(150, 400)
      await page.mouse.wheel(0, 300)
      return row.isVisible()
    })
    const topOf = async () => (await row.boundingBox())?.y
    // Waits until the wheel has come to rest.
    await row.hover()
    const before = await topOf()
    await row.click()
    await page
      .getByRole('main')
      .getByRole('heading', { level: 1, name: number(20) })
      .waitFor()
    expect(await side(page).isVisible()).toBe(false)
    await page.goBack()
    await row.waitFor()
    await until(async () => Math.abs(((await topOf()) ?? 0) - (before ?? 0)) <= 1)
    expect(await page.evaluate<boolean>(`document.documentElement.scrollWidth <= innerWidth`)).toBe(true)
  })
})

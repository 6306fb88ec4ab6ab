import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OnePage } from '../../harness/one-page.ts'
import { hasBrowser, openBrowser } from '../../harness/ui.ts'
import { until } from '../../harness/until.ts'
import { type WebHere, webHere } from '../../harness/web-here.ts'

/** Closes a dialog and opens the next before the browser fires the close event, which it does in a task of its own. */
const closedAndOpened = `(async () => {
  document.querySelector('dialog[open]').requestClose()
  await undefined
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true, cancelable: true }))
})()`

/** The texts of what has a ring, in the list that has the focus. */
const ringedTexts = `[...document.activeElement.parentElement.querySelectorAll('*')]
  .filter((each) => ['outlineStyle', 'outlineWidth'].map((key) => getComputedStyle(each)[key]).join(' ') === 'solid 2px')
  .map((each) => each.textContent)`

const number = (index: number) => `+1202555012${index}`

describe.skipIf(!hasBrowser)('with the keyboard only', () => {
  let browser: Browser
  let web: WebHere
  let pages: OnePage
  beforeAll(async () => {
    ;[browser, web] = await Promise.all([openBrowser(), webHere()])
    pages = new OnePage({ browser, url: web.url })
    for (let index = 3; index >= 0; index--)
      web.mac.messages.receive({
        from: number(index),
        text: `Text ${index}`,
        read: index !== 2,
        atMs: Date.now() - index * 60_000,
      })
  })
  afterAll(async () => {
    await browser?.close()
    await web?.[Symbol.asyncDispose]()
  })

  async function opened() {
    const { page } = await pages.at('/app/messages')
    await page.getByText('Text 3').waitFor()
    return page
  }
  const isOpen = (page: Page, index: number) =>
    page
      .getByRole('main')
      .getByRole('heading', { level: 1, name: number(index) })
      .waitFor()
  const focused = (page: Page) => page.evaluate<string | undefined>(`document.activeElement?.tagName`)

  test('F6 cycles through the parts of the page', async () => {
    const page = await opened()
    const region = () =>
      page.evaluate<string | undefined>(
        `(({ ariaLabel, tagName }) => ariaLabel ?? tagName)(document.activeElement?.closest('[data-region]') ?? {})`,
      )
    // The page was opened just now: the first thing is the first that Tab reaches.
    await page.keyboard.press('Tab')
    await expect
      .poll(() => page.evaluate<string | undefined>(`document.activeElement?.textContent`))
      .toBe('Skip to the content')
    await page.keyboard.press('F6')
    for (const next of ['Main', 'Conversations', 'MAIN']) {
      await expect.poll(region).toBe(next)
      if (next !== 'MAIN') await page.keyboard.press('F6')
    }
    await page.keyboard.press('Shift+F6')
    await expect.poll(region).toBe('Conversations')
  })

  test('the user moves from conversation to conversation', async () => {
    const page = await opened()
    for (const [keys, index] of [
      ['Control+2', 1],
      ['Alt+ArrowUp', 0],
      ['Alt+ArrowDown', 1],
      ['Alt+Shift+ArrowDown', 2],
      ['Control+4', 3],
    ] as const) {
      await page.keyboard.press(keys)
      await isOpen(page, index)
      await until(async () => (await focused(page)) === 'H1')
    }
    await page.goBack()
    await isOpen(page, 2)
  })

  test('the focus ring surrounds the message itself, and leaves its time readable', async () => {
    const page = await opened()
    await page.keyboard.press('Control+1')
    await isOpen(page, 0)
    const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Text 0' })
    await row.focus()
    await row.and(page.locator(':focus-visible')).waitFor()
    const [ringed = '', ...more] = await page.evaluate<string[]>(ringedTexts)
    expect(more).toEqual([])
    expect(ringed).toContain('Text 0')
    expect(ringed).not.toMatch(/\d:\d\d/)
  })

  test('the palette leads to every place, and restores the focus', async () => {
    const page = await opened()
    await page.keyboard.press('Control+1')
    await isOpen(page, 0)
    await until(async () => (await focused(page)) === 'H1')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search commands …' }).fill('nothing like it')
    await page.getByText('No matches.').waitFor()
    await page.keyboard.press('Escape')
    await until(async () => (await focused(page)) === 'H1')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search commands …' }).waitFor()
    await page.evaluate(closedAndOpened)
    await page.keyboard.type(number(3))
    await page.getByRole('option', { name: number(3) }).waitFor()
    await page.keyboard.press('Enter')
    await isOpen(page, 3)
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search commands …' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.type('settings')
    await page
      .getByRole('option', { name: /^Settings/ })
      .first()
      .waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
  })

  test('keys are listed, and those that get in the way can be switched off permanently', async () => {
    const page = await opened()
    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await dialog.getByRole('switch', { name: 'Next conversation' }).click()
    await page.keyboard.press('Escape')
    await page.reload()
    await page.getByText('Text 3').waitFor()
    const entries = () => page.evaluate<number>(`history.length`)
    const before = await entries()
    await page.keyboard.press('Alt+ArrowDown')
    await page.keyboard.press('Control+2')
    await isOpen(page, 1)
    await page.keyboard.press('Alt+ArrowDown')
    await page.keyboard.press('Control+1')
    await isOpen(page, 0)
    expect(await entries()).toBeLessThanOrEqual(before + 2)
  })
})

import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import type { TemporaryMac } from '../../../simulator/temporary-mac.ts'
import { closedAfterAll } from '../../harness/closed-after-all.ts'
import { inWindow } from '../../harness/in-window.ts'
import { type PageOverBridge, pageOverBridge } from '../../harness/page-here.ts'
import { hasBrowser } from '../../harness/ui.ts'
import { until } from '../../harness/until.ts'

const side = (page: Page) => page.getByRole('navigation', { name: 'Conversations' })
const rows = (page: Page) => side(page).getByRole('list', { name: 'Conversations' }).getByRole('listitem')
const namesIn = async (page: Page, count: number) =>
  (await rows(page).locator('bdi:first-child').allTextContents()).slice(0, count)

const hasFocus = (page: Page, name: string) =>
  page.evaluate<boolean>(`document.activeElement?.textContent.includes('${name}')`)

const number = (index: number) => `+1202${5_000_000 + index}`

/**
 * Moves the pointer over the row where it is until it is cleared. A machine that is too busy to move it from here in
 * time would let the list take the pointer for gone.
 */
const keepsMoving = `globalThis.moving = setInterval(
  () => document.querySelector('a:hover')?.dispatchEvent(new PointerEvent('pointermove', { bubbles: true })),
  50,
)`

describe.skipIf(!hasBrowser)('the list of conversations', () => {
  let { bridge, pages } = {} as PageOverBridge
  const shared = closedAfterAll()
  /** There are ten thousand conversations, the first of them the newest, and one that is filtered out. */
  beforeAll(async () => {
    ;({ bridge, pages } = await shared(pageOverBridge({ bridge: { prepare: fill } })))
  })

  const junk = { from: number(10_001), text: 'Junk' }
  function fill({ messages }: TemporaryMac): void {
    const nowMs = Date.now()
    messages.transaction(() => {
      for (let index = 0; index < 10_000; index++)
        messages.receive({ from: number(index), text: `Text ${index}`, atMs: nowMs - index * 60_000, read: true })
      messages.receive(junk)
      messages.filterChat({ chat: junk.from, category: 2 })
    })
  }

  test('draws a few of ten thousand rows, and a key reaches the end', async () => {
    const { page } = await pages.at('/app/messages')
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
    const { page, connected } = await pages.at('/app/messages')
    await connected()
    await side(page).getByText('Text 3', { exact: true }).waitFor()
    await side(page)
      .getByRole('link', { name: number(1) })
      .hover()
    await page.evaluate(keepsMoving)
    // A row that is not rendered must not cause an error in the browser's console.
    bridge.mac.messages.receive(junk)
    bridge.mac.messages.receive({ from: number(3), text: 'It is me again' })
    await side(page).getByText('It is me again').waitFor()
    expect(await namesIn(page, 1)).toEqual([number(0)])
    await until(async () => (await page.title()).startsWith('(1) '))
    await page.evaluate('clearInterval(globalThis.moving)')
    await page.mouse.move(900, 500)
    await until(async () => (await namesIn(page, 1))[0] === number(3))
    await side(page)
      .getByRole('button', { name: /Unread/ })
      .click()
    await until(async () => (await rows(page).count()) === 1)
    expect(await rows(page).first().textContent()).toContain('1 unread message')
    await side(page).getByRole('button', { name: /^All/ }).click()
    await until(async () => (await rows(page).count()) > 1)
  })

  test('a pinned conversation comes first, even after a reload', async () => {
    const { page } = await pages.at('/app/messages')
    await side(page)
      .getByRole('link', { name: number(2) })
      .click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Pin' }).click()
    await page.mouse.move(900, 500)
    await until(async () => (await namesIn(page, 1))[0] === number(2))
    await page.reload()
    await until(async () => (await namesIn(page, 1))[0] === number(2))
    const firstFive = (await namesIn(page, 10)).filter((text) => text.startsWith('+'))
    expect(firstFive.toSorted()).toEqual([0, 1, 2, 3, 4].map(number))
  })

  test('with room for one pane a conversation fills it, and going back shows the list at its old position', async () => {
    const { page } = await pages.at('/app/messages')
    await using _ = await inWindow(page, { width: 390, height: 700 })
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

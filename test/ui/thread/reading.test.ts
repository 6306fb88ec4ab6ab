import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampleFile } from '../../../simulator/media/sample-files.ts'
import { bridgeHere } from '../../harness/bridge-here.ts'
import { hasBrowser, openBrowser, openPage, restingYOf } from '../../harness/ui.ts'
import { until } from '../../harness/until.ts'
import { type WebHere, webHere } from '../../harness/web-here.ts'

const anna = '+12025550123'
const guid = `any;-;${anna}`
const path = `/app/c/${encodeURIComponent(guid)}`
const list = (page: Page) => page.getByRole('list', { name: 'Messages' })
const line = (page: Page, number: number) => list(page).getByText(`Line ${number}.`, { exact: true })

/**
 * Writes `Line 1` to `Line n`, a minute apart, the last of them just now; one person may have several conversations.
 */
function write({ mac: { messages } }: Pick<WebHere, 'mac'>, count: number, from = anna): void {
  const startMs = Date.now() - count * 60_000
  messages.transaction(() => {
    for (let at = 1; at <= count; at++)
      messages.receive({ from, text: `Line ${at}.`, atMs: startMs + at * 60_000, read: true })
  })
}

/** Returns the numbers of the drawn lines, from top to bottom. */
const numbers = (page: Page) =>
  list(page).evaluate(({ children }) =>
    [...children]
      .toSorted((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
      .map((row) => Number(/Line (\d+)\./.exec(row.textContent ?? '')?.[1] ?? Number.NaN))
      .filter((number) => !Number.isNaN(number)),
  )
const gapsIn = (found: readonly number[]) => found.filter((n, at) => at > 0 && n !== (found[at - 1] ?? 0) + 1)
const yOf = async (page: Page, number: number) => (await line(page, number).boundingBox())?.y ?? Number.NaN
const wheel = async (page: Page, by: number) => {
  await list(page).getByRole('listitem').first().hover()
  await page.mouse.wheel(0, by)
}

/**
 * Scrolls up page by page. A message in the middle has to keep its position of the frame before a page arrived for the
 * twelve frames from then on; returns how far it moved at each page. Runs in the browser.
 */
const upwards = (pages: number) => `(async () => {
  const frame = () => new Promise((done) => requestAnimationFrame(done))
  const box = document.querySelector('[data-thread]')
  const topOf = (row) => row.getBoundingClientRect().top - box.getBoundingClientRect().top
  const isMiddle = (row) => topOf(row) > box.clientHeight / 3 && topOf(row) < box.clientHeight
  const middle = () => [...box.querySelectorAll('li[tabindex]')].find(isMiddle)
  const moves = []
  while (moves.length < ${pages}) {
    box.scrollTop = 900
    let row
    do await frame()
    while ((row = middle()) === undefined)
    let top = topOf(row)
    while (box.scrollTop < 2500) {
      top = topOf(row)
      await frame()
    }
    let most = 0
    for (let frames = 0; frames < 12; frames++) {
      most = Math.max(most, Math.abs(topOf(row) - top))
      await frame()
    }
    moves.push(row.isConnected ? most : Infinity)
  }
  return moves
})()`

describe.skipIf(!hasBrowser)('a conversation', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(() => browser?.close())

  test('does not move while thirty pages of older messages are inserted above', async () => {
    await using web = await webHere()
    write(web, 3_400)
    const { page } = await openPage({ browser, url: web.url, path })
    await using _ = page
    await line(page, 3_400).waitFor()
    const moves = await page.evaluate<number[]>(upwards(30))
    expect(moves.filter((move) => move > 1)).toEqual([])
    expect((await numbers(page))[0]).toBeLessThan(600)
    expect(gapsIn(await numbers(page))).toEqual([])
  })

  test('shows a message from long ago in its middle, and continues from there without a gap', async () => {
    await using web = await webHere()
    write(web, 50_000)
    const rowid = Number(web.mac.row('SELECT min(ROWID) + 99 AS rowid FROM message')?.rowid)
    const { page } = await openPage({ browser, url: web.url, path: `${path}?m=${rowid}` })
    await using _ = page
    await line(page, 100).waitFor()
    expect(await list(page).locator('[aria-current]').textContent()).toContain('Line 100.')
    await until(async () => Math.abs((await yOf(page, 100)) - 400) < 120)
    for (const by of [3_000, 3_000, 3_000, -9_000, -9_000]) {
      await wheel(page, by)
      await until(async () => (await numbers(page)).length > 5 && gapsIn(await numbers(page)).length === 0)
    }
    await until(async () => (await numbers(page))[0] === 1)
    await page.getByRole('button', { name: 'Scroll to newest message' }).click()
    await line(page, 50_000).waitFor()
  })

  test('is marked as read only at its end; follows new messages there, and announces them further up without moving', async () => {
    await using bridge = await bridgeHere()
    await using web = await webHere({ over: bridge.mac })
    write(web, 400)
    web.mac.messages.receive({ from: anna, text: 'Unread' })
    const unread = async () => (await web.client.get_conversation({ guid })).unread_count
    const { page } = await openPage({ browser, url: web.url, path })
    await using _ = page
    await list(page).getByText('Unread').waitFor()
    await page.getByText('New', { exact: true }).waitFor()
    expect(await unread()).toBe(1)
    await page.keyboard.press('Shift')
    await until(async () => (await unread()) === 0)
    web.mac.messages.receive({ from: anna, text: 'At the end' })
    await list(page).getByText('At the end').waitFor()
    const below = () =>
      list(page).evaluate(({ parentElement: box }) =>
        box === null ? 0 : box.scrollHeight - box.clientHeight - box.scrollTop,
      )
    await until(async () => (await below()) <= 2)
    await until(async () => (await unread()) === 0)

    await wheel(page, -9_000)
    await page.getByRole('button', { name: 'Scroll to newest message' }).waitFor()
    await until(async () => ((await numbers(page))[0] ?? 999) < 300)
    const reader = (await numbers(page))[5] ?? 0
    const before = await restingYOf(line(page, reader))
    const focused = await page.evaluate('document.activeElement?.tagName')
    web.mac.messages.receive({ from: anna, text: 'Meanwhile' })
    const pill = page.getByRole('button', { name: '1 new message' })
    await pill.waitFor()
    expect(Math.abs((await restingYOf(line(page, reader))) - before)).toBeLessThanOrEqual(1)
    await page.getByRole('log').getByText('Meanwhile').waitFor({ state: 'attached' })
    expect(await page.evaluate('document.activeElement?.tagName')).toBe(focused)
    expect(await unread()).toBe(1)
    await pill.hover()
    await page.mouse.wheel(0, -600)
    await until(async () => (await restingYOf(line(page, reader))) >= before + 300)
    await pill.click()
    await until(async () => (await unread()) === 0)
    await until(async () => (await below()) <= 2)
  })

  test('keeps its position when a picture above it loads late', async () => {
    await using web = await webHere()
    write(web, 20)
    web.mac.messages.receive({ from: anna, files: [sampleFile('heic', 1)] })
    web.mac.messages.receive({ from: anna, text: 'Line 21.' })
    let isLate = true
    const { page } = await openPage({
      browser,
      url: web.url,
      path,
      prepare: (opened) =>
        opened.route('**/api/v1/attachments/**', async (route) => {
          await until(() => !isLate)
          await route.continue()
        }),
    })
    await using _ = page
    await line(page, 21).waitFor()
    const picture = list(page).getByRole('img', { name: /^Photo from/ })
    await picture.scrollIntoViewIfNeeded()
    const before = await restingYOf(line(page, 21))
    isLate = false
    await until(() => picture.evaluate((image) => 'naturalWidth' in image && Number(image.naturalWidth) > 0))
    expect(Math.abs((await restingYOf(line(page, 21))) - before)).toBeLessThanOrEqual(1)
  })
})

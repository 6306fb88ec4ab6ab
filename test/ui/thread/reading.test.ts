import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { sampleFile } from '../../../simulator/media/sample-files.ts'
import type { TemporaryMac } from '../../../simulator/temporary-mac.ts'
import { closedAfterAll } from '../../harness/closed-after-all.ts'
import { goTo } from '../../harness/one-page.ts'
import { type PageOverBridge, pageOverBridge } from '../../harness/page-here.ts'
import { isWhole } from '../../harness/told.ts'
import { hasBrowser, restingYOf } from '../../harness/ui.ts'
import { until } from '../../harness/until.ts'

/** A person for each test, who has written as many lines. */
const [longAgo, older, unread, pictured] = ['+12025550101', '+12025550102', '+12025550103', '+12025550104'] as const
const [pages, linesLongAgo] = isWhole ? [30, 50_000] : [10, 5_000]
const lines = { [longAgo]: linesLongAgo, [older]: pages * 100 + 400, [unread]: 400, [pictured]: 20 }
const guidOf = (person: string) => `any;-;${person}`
const pathOf = (person: string) => `/app/c/${encodeURIComponent(guidOf(person))}`
const list = (page: Page) => page.getByRole('list', { name: 'Messages' })
const line = (page: Page, number: number) => list(page).getByText(`Line ${number}.`, { exact: true })

/** Writes `Line 1` to `Line n` of each person, a minute apart, the last of them just now. */
function write({ messages }: TemporaryMac): void {
  const nowMs = Date.now()
  messages.transaction(() => {
    for (const [from, count] of Object.entries(lines))
      for (let at = 1; at <= count; at++)
        messages.receive({ from, text: `Line ${at}.`, atMs: nowMs - (count - at) * 60_000, read: true })
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
  let { web, pages: shown } = {} as PageOverBridge
  const shared = closedAfterAll()
  beforeAll(async () => {
    ;({ web, pages: shown } = await shared(pageOverBridge({ bridge: { prepare: write } })))
  })

  test('is marked as read only at its end; there it follows new messages, and further up it announces them without moving', async () => {
    web.mac.messages.receive({ from: unread, text: 'Unread' })
    const count = async () => (await web.client.get_conversation({ guid: guidOf(unread) })).unread_count
    // It is read only once somebody has pressed a key or moved the wheel in the page.
    await shown.close()
    const { page } = await shown.at(pathOf(unread))
    await list(page).getByText('Unread').waitFor()
    await page.getByText('New', { exact: true }).waitFor()
    expect(await count()).toBe(1)
    await page.keyboard.press('Shift')
    await until(async () => (await count()) === 0)
    web.mac.messages.receive({ from: unread, text: 'At the end' })
    await list(page).getByText('At the end').waitFor()
    const below = () =>
      list(page).evaluate(({ parentElement: box }) =>
        box === null ? 0 : box.scrollHeight - box.clientHeight - box.scrollTop,
      )
    await until(async () => (await below()) <= 2)
    await until(async () => (await count()) === 0)

    await wheel(page, -9_000)
    await page.getByRole('button', { name: 'Scroll to newest message' }).waitFor()
    await until(async () => ((await numbers(page))[0] ?? 999) < 300)
    const reader = (await numbers(page))[5] ?? 0
    const before = await restingYOf(line(page, reader))
    const focused = await page.evaluate('document.activeElement?.tagName')
    web.mac.messages.receive({ from: unread, text: 'Meanwhile' })
    const pill = page.getByRole('button', { name: '1 new message' })
    await pill.waitFor()
    expect(Math.abs((await restingYOf(line(page, reader))) - before)).toBeLessThanOrEqual(1)
    await page.getByRole('log').getByText('Meanwhile').waitFor({ state: 'attached' })
    expect(await page.evaluate('document.activeElement?.tagName')).toBe(focused)
    expect(await count()).toBe(1)
    await pill.hover()
    await page.mouse.wheel(0, -600)
    await until(async () => (await restingYOf(line(page, reader))) >= before + 300)
    await pill.click()
    await until(async () => (await count()) === 0)
    await until(async () => (await below()) <= 2)
  })

  test(`does not move while ${pages} pages of older messages are inserted above`, async () => {
    const { page } = await shown.at(pathOf(older))
    await line(page, lines[older]).waitFor()
    const moves = await page.evaluate<number[]>(upwards(pages))
    expect(moves.filter((move) => move > 1)).toEqual([])
    expect((await numbers(page))[0]).toBeLessThan(600)
    expect(gapsIn(await numbers(page))).toEqual([])
  })

  test('shows a message from long ago in its middle, and continues from there without a gap', async () => {
    const rowid = Number(web.mac.row('SELECT min(ROWID) + 99 AS rowid FROM message')?.rowid)
    const { page } = await shown.at(`${pathOf(longAgo)}?m=${rowid}`)
    await line(page, 100).waitFor()
    expect(await list(page).locator('[aria-current]').textContent()).toContain('Line 100.')
    await until(async () => Math.abs((await yOf(page, 100)) - 400) < 120)
    for (const by of [3_000, 3_000, 3_000, -9_000, -9_000]) {
      await wheel(page, by)
      await until(async () => (await numbers(page)).length > 5 && gapsIn(await numbers(page)).length === 0)
    }
    await until(async () => (await numbers(page))[0] === 1)
    await page.getByRole('button', { name: 'Scroll to newest message' }).click()
    await line(page, lines[longAgo]).waitFor()
  })

  test('keeps its position when a picture above it loads late', async () => {
    web.mac.messages.receive({ from: pictured, files: [sampleFile('heic', 1)] })
    web.mac.messages.receive({ from: pictured, text: 'Line 21.' })
    let isLate = true
    const { page } = await shown.at('/app/messages')
    await page.route('**/api/v1/attachments/**', async (route) => {
      await until(() => !isLate)
      await route.continue()
    })
    await goTo(page, pathOf(pictured))
    await line(page, 21).waitFor()
    const picture = list(page).getByRole('img', { name: /^Photo from/ })
    await picture.scrollIntoViewIfNeeded()
    const before = await restingYOf(line(page, 21))
    isLate = false
    await until(() => picture.evaluate((image) => 'naturalWidth' in image && Number(image.naturalWidth) > 0))
    expect(Math.abs((await restingYOf(line(page, 21))) - before)).toBeLessThanOrEqual(1)
  })
})

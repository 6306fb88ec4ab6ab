import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bridgeHere } from '../../harness/bridge-here.ts'
import { hasBrowser, openBrowser, openPage } from '../../harness/ui.ts'
import { until } from '../../harness/until.ts'
import { type WebHere, webHere } from '../../harness/web-here.ts'

const anna = '+12025550123'
const guid = `any;-;${anna}`
const path = `/app/c/${encodeURIComponent(guid)}`
const shown = (page: Page) => page.getByRole('list', { name: 'Messages' }).getByRole('listitem')

/** `Line 1` to `Line n`, a minute apart, the last of them just now. */
function write({ mac: { messages } }: Pick<WebHere, 'mac'>, count: number): void {
  const startMs = Date.now() - count * 60_000
  messages.transaction(() => {
    for (let at = 1; at <= count; at++)
      messages.receive({ from: anna, text: `Line ${at}.`, atMs: startMs + at * 60_000, read: true })
  })
}

/** Numbers of the lines that are drawn, from top to bottom. */
const numbers = (page: Page) =>
  page.getByRole('list', { name: 'Messages' }).evaluate(({ children }) =>
    [...children]
      .toSorted((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
      .map((row) => Number(/Line (\d+)\./.exec(row.textContent ?? '')?.[1] ?? Number.NaN))
      .filter((number) => !Number.isNaN(number)),
  )
const gapsIn = (found: readonly number[]) => found.filter((n, at) => at > 0 && n !== (found[at - 1] ?? 0) + 1)
const topOf = async (page: Page, text: string) =>
  (await page.getByRole('list', { name: 'Messages' }).getByText(text, { exact: true }).boundingBox())?.y ?? Number.NaN
const wheel = async (page: Page, by: number) => {
  await shown(page).first().hover()
  await page.mouse.wheel(0, by)
}

describe.skipIf(!hasBrowser)('a conversation', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(() => browser?.close())

  test('opens at its end, and stands still while older messages come in above', async () => {
    await using web = await webHere()
    write(web, 3_000)
    const { page } = await openPage({ browser, url: web.url, path })
    await using _ = page
    await page.getByRole('list', { name: 'Messages' }).getByText('Line 3000.', { exact: true }).waitFor()
    for (let pages = 0; pages < 8; pages++) {
      await wheel(page, -6_000)
      const before = (await numbers(page))[0] ?? 0
      await until(async () => gapsIn(await numbers(page)).length === 0)
      await until(async () => ((await numbers(page))[0] ?? 0) <= before)
    }
    expect((await numbers(page))[0]).toBeLessThan(2_700)
  })

  test('shows a message from long ago in its middle, and goes on from there without a gap', async () => {
    await using web = await webHere()
    write(web, 50_000)
    const rowid = Number(web.mac.row('SELECT min(ROWID) + 99 AS rowid FROM message')?.rowid)
    const { page } = await openPage({ browser, url: web.url, path: `${path}?m=${rowid}` })
    await using _ = page
    const target = page.getByRole('list', { name: 'Messages' }).getByText('Line 100.', { exact: true })
    await target.waitFor()
    expect(await shown(page).and(page.locator('[aria-current]')).textContent()).toContain('Line 100.')
    const { y = 0 } = (await target.boundingBox()) ?? {}
    expect(Math.abs(y - 400)).toBeLessThan(120)
    for (const by of [3_000, 3_000, 3_000, -9_000, -9_000]) {
      await wheel(page, by)
      await until(async () => (await numbers(page)).length > 5)
      await until(async () => gapsIn(await numbers(page)).length === 0)
    }
    await until(async () => (await numbers(page))[0] === 1)
    await page.getByRole('button', { name: 'To the newest message' }).click()
    await page.getByRole('list', { name: 'Messages' }).getByText('Line 50000.', { exact: true }).waitFor()
  })

  test('follows new messages at its end, and tells of them further up without moving', async () => {
    await using bridge = await bridgeHere()
    await using web = await webHere({ over: bridge.mac })
    write(web, 400)
    const { page } = await openPage({ browser, url: web.url, path })
    await using _ = page
    await page.getByRole('list', { name: 'Messages' }).getByText('Line 400.', { exact: true }).waitFor()
    web.mac.messages.receive({ from: anna, text: 'At the end' })
    await page.getByRole('list', { name: 'Messages' }).getByText('At the end').waitFor()
    const place = () =>
      page
        .getByRole('list', { name: 'Messages' })
        .evaluate(({ parentElement: box }) => (box === null ? 0 : box.scrollHeight - box.clientHeight - box.scrollTop))
    await until(async () => (await place()) <= 2)
    await wheel(page, -9_000)
    await page.getByRole('button', { name: 'To the newest message' }).waitFor()
    await until(async () => ((await numbers(page))[0] ?? 999) < 300)
    const reader = `Line ${(await numbers(page))[5]}.`
    const before = await topOf(page, reader)
    web.mac.messages.receive({ from: anna, text: 'Meanwhile' })
    await page.getByRole('button', { name: '1 new message' }).waitFor()
    expect(Math.abs((await topOf(page, reader)) - before)).toBeLessThanOrEqual(1)
    await page.getByRole('log').getByText('Meanwhile').waitFor({ state: 'attached' })
  })

  test('is read once a person has seen its end, not when it was merely opened', async () => {
    await using bridge = await bridgeHere()
    await using web = await webHere({ over: bridge.mac })
    web.mac.messages.receive({ from: anna, text: 'Unread' })
    const unread = async () => (await web.client.get_conversation({ guid })).unread_count
    const { page } = await openPage({ browser, url: web.url, path })
    await using _ = page
    await page.getByRole('list', { name: 'Messages' }).getByText('Unread').waitFor()
    await page.getByText('New', { exact: true }).waitFor()
    expect(await unread()).toBe(1)
    await page.keyboard.press('Shift')
    await until(async () => (await unread()) === 0)
  })
})

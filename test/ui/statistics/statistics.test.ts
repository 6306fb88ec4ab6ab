import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, openBrowser, openPage } from '../../harness/ui.ts'
import { until } from '../../harness/until.ts'
import { webHere } from '../../harness/web-here.ts'

describe.skipIf(!hasBrowser)('the statistics', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(() => browser?.close())

  test('are off until they are requested, and then count, in bars and in a table', async () => {
    await using web = await webHere()
    // All three in the same hour of the same day.
    const atMs = Date.now() - 60_000
    for (const text of ['One', 'Two', 'Three']) web.mac.messages.receive({ from: '+12025550123', text, atMs })
    await until(async () => (await web.client.search({ q: 'Three' })).results.length === 1)
    const { page } = await openPage({ browser, url: web.url, path: '/app/stats' })
    await using _ = page
    await page.getByRole('button', { name: 'Switch statistics on' }).click()
    await page.getByRole('heading', { name: 'By day of the week' }).waitFor()
    await expect.poll(() => page.getByRole('definition').allTextContents()).toEqual(['0', '3'])
    expect(await page.getByRole('button', { name: /: \d messages?$/ }).count()).toBe(24 + 7)
    await page
      .getByRole('button', { name: /: 3 messages$/ })
      .first()
      .focus()
    await page
      .getByRole('status')
      .getByText(/: 3 messages$/)
      .waitFor()

    const ranked = page.getByRole('listitem').filter({ hasText: '+12025550123' })
    expect(await ranked.textContent()).toBe('+120255501233')
    await page.getByRole('button', { name: 'View as table · By day of the week' }).click()
    const rows = page.getByRole('table').first().getByRole('row')
    expect(await rows.count()).toBe(1 + 7)
    expect(await rows.nth(1).textContent()).toContain('Monday')
    await page.getByLabel('Range').selectOption({ label: 'Last 30 days' })
    await ranked.waitFor()
    await page.getByRole('button', { name: 'View as table · Most written with' }).click()
    await page.getByRole('table').last().getByRole('row', { name: '+12025550123 3' }).waitFor()
  })
})

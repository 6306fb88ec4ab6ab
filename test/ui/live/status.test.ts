import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, openBrowser, openPage } from '../../harness/ui.ts'
import { webHere } from '../../harness/web-here.ts'

/** The banner above everything; the dot in the corner reacts at once, and has texts of its own. */
const bannerOf = (page: Page) => page.getByRole('status').filter({ has: page.locator('svg') })

describe.skipIf(!hasBrowser)('a fault', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(() => browser?.close())

  async function pageWith(offline_alert_s: number) {
    const web = await webHere({ config: { web: { offline_alert_s } } })
    const opened = await openPage({ browser, url: web.url, prepare: (page) => page.clock.install() })
    await opened.page.getByRole('navigation', { name: 'Conversations' }).waitFor()
    return { web, ...opened }
  }

  test('is shown after the delay of the settings, under its own name, and only while it lasts', async () => {
    const { web, page, wrong } = await pageWith(300)
    await using _web = web
    await using _page = page
    await page.waitForResponse(/heartbeat/)
    await page.clock.runFor(200_000)
    expect(
      await bannerOf(page)
        .getByText(/nothing was relayed since/)
        .count(),
    ).toBe(0)
    await page.clock.runFor(150_000)
    await bannerOf(page)
      .getByText(/nothing was relayed since/)
      .waitFor()
    await page.context().setOffline(true)
    await page.clock.runFor(400_000)
    await bannerOf(page)
      .getByText(/device has been offline since/)
      .waitFor()
    await page.context().setOffline(false)
    await bannerOf(page)
      .getByText(/nothing was relayed since/)
      .waitFor()
    expect(
      await bannerOf(page)
        .getByText(/device has been offline since/)
        .count(),
    ).toBe(0)
    // The browser itself reports the failed requests.
    wrong.splice(0)
  })

  test('is never shown when the settings disable it', async () => {
    const { web, page } = await pageWith(0)
    await using _web = web
    await using _page = page
    await page.clock.runFor(400_000)
    expect(
      await bannerOf(page)
        .getByText(/since|not running/)
        .count(),
    ).toBe(0)
  })
})

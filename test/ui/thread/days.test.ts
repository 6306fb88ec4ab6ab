import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, openBrowser, openPage } from '../../harness/ui.ts'
import { until } from '../../harness/until.ts'
import { type WebHere, webHere } from '../../harness/web-here.ts'

const anna = '+12025550123'
const path = `/app/c/${encodeURIComponent(`any;-;${anna}`)}`

/** The night in which clocks in New York go forward: on the eighth of March 2026 from two to three o’clock. */
const moments = {
  before: '2026-03-08T04:59:00Z',
  midnight: '2026-03-08T05:00:00Z',
  jump: '2026-03-08T07:00:00Z',
  last: '2026-03-09T03:59:00Z',
  after: '2026-03-09T04:00:00Z',
}

describe.skipIf(!hasBrowser)('the days of a conversation', () => {
  let browser: Browser
  let web: WebHere
  beforeAll(async () => {
    browser = await openBrowser()
    web = await webHere()
    for (const [text, ts] of Object.entries(moments))
      web.mac.messages.receive({ from: anna, text, atMs: Date.parse(ts), read: true })
  })
  afterAll(async () => {
    await browser?.close()
    await web?.[Symbol.asyncDispose]()
  })

  const opened = async (timezoneId: string, now: string): Promise<Page> => {
    const prepare = (page: Page) => page.clock.install({ time: now })
    const { page } = await openPage({ browser, url: web.url, path, context: { timezoneId }, prepare })
    await page.getByRole('list', { name: 'Messages' }).getByText('after', { exact: true }).waitFor()
    return page
  }
  /** Returns days and messages in their order. */
  const lines = async (page: Page) => {
    const rows = page.getByRole('list', { name: 'Messages' }).getByRole('listitem')
    const texts = (await rows.allTextContents()).map((text) => text.replace(/^\+\d+|\d\d:\d\d/g, ''))
    return texts.filter((text) => text !== '')
  }

  test('are divided at the reader’s midnight, however long the day', async () => {
    await using there = await opened('America/New_York', '2026-04-01T12:00:00Z')
    expect(await lines(there)).toEqual([
      'Sat, 7 Mar 2026',
      'before',
      'Sun, 8 Mar 2026',
      'midnight',
      'jump',
      'last',
      'Mon, 9 Mar 2026',
      'after',
    ])
    await using elsewhere = await opened('Asia/Tokyo', '2026-04-01T12:00:00Z')
    expect(await lines(elsewhere)).toEqual([
      'Sun, 8 Mar 2026',
      'before',
      'midnight',
      'jump',
      'Mon, 9 Mar 2026',
      'last',
      'after',
    ])
  })

  test('become yesterday at midnight while the page is open', async () => {
    await using page = await opened('America/New_York', '2026-03-10T02:00:00Z')
    expect(await lines(page)).toEqual([
      'Sat, 7 Mar 2026',
      'before',
      'Yesterday',
      'midnight',
      'jump',
      'last',
      'Today',
      'after',
    ])
    await page.clock.fastForward('02:00:30')
    await until(async () => (await lines(page)).includes('Sun, 8 Mar 2026'))
    await expect.poll(async () => (await lines(page)).at(-2)).toBe('Yesterday')
  })
})

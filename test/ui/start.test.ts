import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, openBrowser, openPage } from '../harness/ui.ts'
import { webHere } from '../harness/web-here.ts'

describe.skipIf(!hasBrowser)('the page', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(() => browser?.close())

  test('begins with the conversations, and nothing of it breaks its own policy', async () => {
    await using web = await webHere()
    web.mac.messages.receive({ from: '+12025550123', text: 'Hello' })
    const { page } = await openPage({ browser, url: web.url })
    await using _ = page
    await page.getByRole('navigation', { name: 'Conversations' }).getByText('+12025550123').waitFor()
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
  })

  test('an address that does not exist says so', async () => {
    await using web = await webHere()
    const { page } = await openPage({ browser, url: web.url, path: '/app/nowhere' })
    await using _ = page
    await page.getByText('There is nothing here').waitFor()
  })
})

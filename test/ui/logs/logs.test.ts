import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, openBrowser, openPage } from '../../harness/ui.ts'
import { webHere } from '../../harness/web-here.ts'

describe.skipIf(!hasBrowser)('the log page', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(() => browser?.close())

  test('shows what is logged, keeps still while it is held, and finds', async () => {
    await using web = await webHere()
    const { page } = await openPage({ browser, url: web.url, path: '/app/logs' })
    await using _ = page
    const log = page.getByRole('log', { name: 'Lines of the log' })
    await log.getByText('web process started').waitFor()
    await page.getByRole('button', { name: 'Pause' }).click()
    await web.client.change_settings({ web: { port: 9_000 } })
    await page.getByRole('button', { name: /^\d+ new – Resume/ }).waitFor()
    expect(await log.getByText('web.port was changed').count()).toBe(0)
    await page.getByRole('button', { name: 'Resume' }).click()
    await log.getByText('web.port was changed').waitFor()
    await page.getByRole('searchbox', { name: 'Find' }).fill('/^web process/')
    await log.getByText('web.port was changed').waitFor({ state: 'detached' })
    expect(page.url()).toContain('q=')
  })
})

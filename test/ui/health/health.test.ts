import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, openBrowser, openPage } from '../../harness/ui.ts'
import { webHere } from '../../harness/web-here.ts'

describe.skipIf(!hasBrowser)('the health page', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(() => browser?.close())

  test('names each problem with its remedy, and can be copied without a handle or a key', async () => {
    await using web = await webHere({ config: { whitelist: { handles: ['+12025550123'] } } })
    web.mac.messages.receive({ from: '+12025550123', text: 'Hello' })
    const { key } = await web.client.add_key({ label: 'a key', scopes: ['read'] })
    const { page } = await openPage({
      browser,
      url: web.url,
      path: '/app/health',
      context: { permissions: ['clipboard-read', 'clipboard-write'] },
    })
    await using _ = page
    await page.getByText('The bridge is not running. Nothing is relayed.').waitFor()
    await page.getByText('service up').first().waitFor()
    await page.getByRole('button', { name: 'Copy as text' }).click()
    await page.getByText('Copied', { exact: true }).waitFor()
    const copied = await page.evaluate<string>('navigator.clipboard.readText()')
    expect(copied).toContain('Relay heartbeat')
    expect(copied).toContain(process.versions.node)
    expect(copied).not.toMatch(/2025550123|@|svc_/)
    expect(copied).not.toContain(key)

    // As the settings choose it.
    await page.evaluate(`localStorage.setItem('language', 'de')`)
    await page.goto(`${web.url}/app/health`)
    await page.getByText('Die Weiterleitung läuft nicht. Nichts wird weitergeleitet.').waitFor()
    expect(await page.locator('main [lang=en]').count()).toBe(0)
    await page.goto(`${web.url}/setup#delivery`)
    await page.getByText('Kein Passwort').waitFor()
    expect(await page.locator('main [lang=en]').count()).toBe(0)
  })
})

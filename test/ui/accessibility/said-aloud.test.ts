import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { announcedBy, recordAnnouncements } from '../../harness/announcements.ts'
import { startBridge } from '../../harness/bridge-process.ts'
import { hasBrowser, openBrowser, openPage } from '../../harness/ui.ts'
import { until } from '../../harness/until.ts'
import { webHere } from '../../harness/web-here.ts'

const anna = '+12025550123'

describe.skipIf(!hasBrowser)('a screen reader announces', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(() => browser?.close())

  test('a new message once, and nothing that the user’s own reading loads', async () => {
    await using web = await webHere()
    const startMs = Date.now() - 600 * 60_000
    web.mac.messages.transaction(() => {
      for (let index = 0; index < 600; index++)
        web.mac.messages.receive({ from: anna, text: `Line ${index}.`, atMs: startMs + index * 60_000, read: true })
    })
    const bridge = startBridge({ home: web.mac.home })
    try {
      await bridge.polling()
      const { page } = await openPage({
        browser,
        url: web.url,
        path: `/app/c/${encodeURIComponent(`any;-;${anna}`)}`,
        prepare: recordAnnouncements,
      })
      await using _ = page
      const list = page.getByRole('list', { name: 'Messages' })
      const said = () => announcedBy(page)
      await list.getByText('Line 599.', { exact: true }).waitFor()
      await list.hover()
      for (let times = 0; times < 6; times++) await page.mouse.wheel(0, -5_000)
      await until(async () => !(await list.getByText('Line 599.', { exact: true }).isVisible()))
      await page.emulateMedia({ colorScheme: 'dark' })
      await web.client.change_settings({ themes: { active: 'sepia' } })
      expect(await said()).toEqual([])

      web.mac.messages.receive({ from: anna, text: 'Are you there?' })
      await until(async () => (await said()).length > 0)
      await page.getByRole('button', { name: /1 new message/ }).press('Enter')
      await list.getByText('Are you there?').waitFor()
      await web.client.change_settings({ themes: { active: 'system' } })
      expect(await said()).toEqual([expect.stringContaining('Are you there?')])
    } finally {
      await bridge.kill()
    }
  })
})

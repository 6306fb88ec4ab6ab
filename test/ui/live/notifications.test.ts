import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bridgeHere } from '../../harness/bridge-here.ts'
import { hasBrowser, openBrowser, openPage } from '../../harness/ui.ts'
import { until } from '../../harness/until.ts'
import { webHere } from '../../harness/web-here.ts'

/** What the desktop would show. */
const shownIn = (page: Page) => page.evaluate(() => (globalThis as unknown as { shown: string[] }).shown)

async function withDesktop(page: Page): Promise<void> {
  await page.context().grantPermissions(['notifications'])
  await page.addInitScript(() => {
    const shown: string[] = []
    class Desktop {
      static permission = 'granted'
      static requestPermission = async () => 'granted'
      constructor(title: string, { body }: { body: string }) {
        shown.push(`${title}: ${body}`)
      }
      close() {}
    }
    Object.assign(globalThis, { shown, Notification: Desktop })
  })
}

describe.skipIf(!hasBrowser)('notifications', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(() => browser?.close())

  test('tell of what comes in, as much as was chosen, and not of what was there before', async () => {
    await using bridge = await bridgeHere()
    bridge.mac.messages.receive({ from: '+12025550123', text: 'Before' })
    await using web = await webHere({ over: bridge.mac })
    const path = '/app/settings/notifications'
    const { page } = await openPage({ browser, url: web.url, path, prepare: withDesktop })
    await using _ = page
    await page.getByRole('switch', { name: 'Tell of new messages' }).click()
    await page.getByRole('button', { name: 'Send a test' }).click()
    bridge.mac.messages.receive({ from: '+12025550123', text: 'At eight?' })
    await until(async () => (await shownIn(page)).length === 2)
    await page.getByLabel('What they show').selectOption('Who wrote')
    bridge.mac.messages.receive({ from: '+12025550123', text: 'Or nine' })
    await until(async () => (await shownIn(page)).length === 3)
    expect(await shownIn(page)).toEqual([
      'Local Messaging Relay: New message',
      '+12025550123: At eight?',
      '+12025550123: New message',
    ])
  })
})

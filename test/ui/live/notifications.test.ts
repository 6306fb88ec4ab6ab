import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bridgeHere } from '../../harness/bridge-here.ts'
import { openWholeBrowser } from '../../harness/browser.ts'
import { countShown } from '../../harness/shown-notifications.ts'
import { hasBrowser, openPage } from '../../harness/ui.ts'
import { until } from '../../harness/until.ts'
import { webHere } from '../../harness/web-here.ts'

/** The notifications and sounds of the desktop. */
interface Desktop {
  shown: { text: string; click(): void }[]
  notes: number
  badge: number | undefined
}

const desktopOf = (page: Page) =>
  page.evaluate(() => {
    const { shown, notes, badge } = (globalThis as unknown as { desktop: Desktop }).desktop
    return { shown: shown.map(({ text }) => text), notes, badge }
  })

const busy = { error: { code: 'messages_busy', message: 'Messages is busy.' } }

const clickLast = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { desktop: Desktop }).desktop.shown.at(-1)?.click())

async function withDesktop(page: Page): Promise<void> {
  await page.context().grantPermissions(['notifications'])
  await page.addInitScript(() => {
    const desktop: Desktop = { shown: [], notes: 0, badge: undefined }
    class Notification {
      static permission = 'granted'
      static requestPermission = async () => 'granted'
      onclick = () => {}
      constructor(title: string, { body }: { body: string }) {
        desktop.shown.push({ text: `${title}: ${body}`, click: () => this.onclick() })
      }
      close() {}
    }
    const surroundings = globalThis as unknown as { OscillatorNode: { prototype: { start(atS: number): void } } }
    const { start } = surroundings.OscillatorNode.prototype
    surroundings.OscillatorNode.prototype.start = function (atS) {
      desktop.notes++
      start.call(this, atS)
    }
    Object.assign(navigator, {
      async setAppBadge(count: number) {
        desktop.badge = count
      },
      async clearAppBadge() {
        desktop.badge = 0
      },
    })
    Object.assign(globalThis, { desktop, Notification })
  })
}

describe.skipIf(!hasBrowser)('notifications', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openWholeBrowser()
  })
  afterAll(() => browser?.close())

  test('announce new messages with the chosen amount of detail, but none from before; a click opens the message', async () => {
    await using bridge = await bridgeHere()
    bridge.mac.messages.receive({ from: '+12025550123', text: 'Before' })
    await using web = await webHere({ over: bridge.mac })
    const path = '/app/settings/notifications'
    const { page, wrong, connected } = await openPage({ browser, url: web.url, path, prepare: withDesktop })
    await using _ = page
    await page.getByRole('switch', { name: 'While this page is open' }).click()
    await page.getByRole('button', { name: 'Send a test' }).click()
    await connected()
    bridge.mac.messages.receive({ from: '+12025550123', text: 'At eight?' })
    await until(async () => (await desktopOf(page)).shown.length === 2)
    // A service that is briefly busy must not cost a notification.
    await page.route(/around_rowid/, (route) => route.fulfill({ status: 503, json: busy }), { times: 1 })
    await page.getByLabel('Content').selectOption('Name only')
    bridge.mac.messages.receive({ from: '+12025550123', text: 'Or nine' })
    await until(async () => (await desktopOf(page)).shown.length === 3)
    expect(await desktopOf(page)).toMatchObject({
      shown: ['Local Messaging Relay: New message', '+12025550123: At eight?', '+12025550123: New message'],
      notes: 0,
    })
    expect(wrong.splice(0)).toEqual([expect.stringContaining('503'), expect.stringContaining('503')])
    await clickLast(page)
    await page.waitForURL(/\/app\/c\/.*12025550123/)
  })

  test('play a sound if enabled, are counted on the icon, and leave out muted people', async () => {
    await using bridge = await bridgeHere()
    const { messages } = bridge.mac
    messages.receive({ from: '+12025550123', text: 'Hello' })
    messages.receive({ from: '+12025550199', text: 'Hello' })
    await using web = await webHere({ over: bridge.mac })
    const path = '/app/settings/notifications'
    const { page, connected } = await openPage({ browser, url: web.url, path, prepare: withDesktop })
    await using _ = page
    await page.getByRole('switch', { name: 'While this page is open' }).click()
    await until(async () => (await desktopOf(page)).badge === 2)
    await page.getByRole('link', { name: 'Messages' }).click()
    const row = page.getByRole('navigation', { name: 'Conversations' }).getByRole('link', { name: /0199/ })
    await row.click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Mute in this browser' }).click()
    await row.getByRole('img', { name: 'Muted' }).waitFor()
    await until(async () => (await desktopOf(page)).badge === 1)
    await connected()
    messages.receive({ from: '+12025550199', text: 'Nobody hears' })
    messages.receive({ from: '+12025550123', text: 'One' })
    await expect.poll(() => desktopOf(page)).toMatchObject({ shown: ['+12025550123: One'], badge: 2 })
    expect(await desktopOf(page)).toMatchObject({ notes: 0 })
    await page.goBack()
    await page.getByRole('switch', { name: 'Play a sound' }).click()
    await until(async () => (await desktopOf(page)).notes === 2)
  })

  test('shown by the service worker lead the open tab to the message on a click', async () => {
    await using bridge = await bridgeHere()
    await using web = await webHere({ over: bridge.mac })
    const { page, connected } = await openPage({
      browser,
      url: web.url,
      path: '/app/settings/notifications',
      context: { serviceWorkers: 'allow' },
      async prepare(page) {
        await page.context().grantPermissions(['notifications'])
        await page.addInitScript({ content: countShown })
      },
    })
    await using _ = page
    await page.getByRole('switch', { name: 'While this page is open' }).click()
    await page.getByRole('switch', { name: 'While this page is open', checked: true }).waitFor()
    await until(
      async () => (await page.context().serviceWorkers()[0]?.evaluate(`registration.active?.state`)) === 'activated',
    )
    await connected()
    const heard: string[] = []
    page.on('response', (response) => {
      if (/around_rowid/.test(response.url())) heard.push(`an answer with status ${response.status()}`)
    })
    bridge.mac.messages.receive({ from: '+12025550123', text: 'Are you there?' })
    await until(async () => (await page.evaluate('shown')) === 1, {
      describe: () => `a notification; of the message the page had ${heard.join(', ') || 'not asked'}`,
    })
    const worker = page.context().serviceWorkers()[0]
    const areShown = async (count: number) =>
      (await worker?.evaluate('registration.getNotifications().then(all => all.length)')) === count
    await until(() => areShown(1))
    // Browsers bring a window to the front only after a real click.
    await worker?.evaluate(`(async () => {
      WindowClient.prototype.focus = async function () { return this }
      const [notification] = await registration.getNotifications()
      dispatchEvent(new NotificationEvent('notificationclick', { notification }))
    })()`)
    await page.getByRole('list', { name: 'Messages' }).getByText('Are you there?').waitFor()
    await until(() => areShown(0))
  })
})

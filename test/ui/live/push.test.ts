import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bridgeHere } from '../../harness/bridge-here.ts'
import { openWholeBrowser } from '../../harness/browser.ts'
import { pushOnLoopback, type SubscribedBrowser, startPushService } from '../../harness/push-service.ts'
import { countShown } from '../../harness/shown-notifications.ts'
import { hasBrowser, openPage } from '../../harness/ui.ts'
import { until } from '../../harness/until.ts'
import { cookiesAt, signIn, webHere } from '../../harness/web-here.ts'
import { violations, withAxe } from '../accessibility/axe.ts'

const anna = '+12025550123'

/** Subscribes the page at the push service of the test in place of the browser's own, which is on the Internet. */
async function subscribesAt(page: Page, { subscription }: SubscribedBrowser): Promise<void> {
  await page.context().grantPermissions(['notifications'])
  await page.addInitScript((target) => {
    const { PushManager } = globalThis as unknown as { PushManager: { prototype: object } }
    const own = { options: {}, toJSON: () => target, unsubscribe: async () => true }
    let current: typeof own | null = null
    Object.assign(PushManager.prototype, {
      async subscribe() {
        current = own
        return own
      },
      getSubscription: async () => current,
    })
  }, subscription)
}

/** Hands pushes to the service worker as the browser does, through a page that is not ours. */
async function pushingTo(context: BrowserContext, origin: string) {
  const devtools = await context.newCDPSession(await context.newPage())
  const registrations: string[] = []
  devtools.on('ServiceWorker.workerRegistrationUpdated', (event) => {
    for (const { registrationId, scopeURL } of event.registrations)
      if (scopeURL.startsWith(origin)) registrations.push(registrationId)
  })
  await devtools.send('ServiceWorker.enable')
  await until(() => registrations.length > 0)
  return (contents: object) =>
    devtools.send('ServiceWorker.deliverPushMessage', {
      origin,
      registrationId: registrations[0] ?? '',
      data: JSON.stringify(contents),
    })
}

const inWorker = <T>(context: BrowserContext, script: string): Promise<T | undefined> =>
  context.serviceWorkers()[0]?.evaluate<T>(script) ?? Promise.resolve(undefined)

const shownIn = (context: BrowserContext) =>
  inWorker<string[]>(
    context,
    "registration.getNotifications().then((all) => all.map(({ title, body }) => title + ': ' + body))",
  )

/** Waits until these notifications are on the screen, and no others. */
const shows = (context: BrowserContext, ...expected: string[]) =>
  until(async () => JSON.stringify(await shownIn(context)) === JSON.stringify(expected), {
    describe: () => `the notifications ${JSON.stringify(expected)}`,
  })

const hasShown = (context: BrowserContext, times: number) =>
  until(async () => (await inWorker<number>(context, 'shown')) === times, {
    describe: () => `notification ${times}`,
  })

describe.skipIf(!hasBrowser)('notifications while the page is closed', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openWholeBrowser()
  })
  afterAll(() => browser?.close())

  test('are turned on in the settings, come without a page, lead to the message, and go once it is read', async () => {
    await using bridge = await bridgeHere()
    await using service = await startPushService()
    await using web = await webHere({ over: bridge.mac, push: pushOnLoopback })
    const phone = service.subscribe()
    const path = '/app/settings/notifications'
    const { page, settled } = await openPage({
      browser,
      url: web.url,
      path,
      context: { serviceWorkers: 'allow' },
      async prepare(opened) {
        await withAxe(opened)
        await subscribesAt(opened, phone)
      },
    })
    await using _ = page
    const context = page.context()
    await settled()
    await page.getByRole('switch', { name: 'While this page is closed' }).click()
    await page.getByRole('switch', { name: 'While this page is closed', checked: true }).waitFor()
    await page.getByRole('heading', { name: 'Notified browsers' }).waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Send a test' }).click()
    await page.getByText('Test sent.').waitFor()
    expect(phone.taken()).toEqual([{ type: 'test', language: 'en' }])
    await until(async () => (await inWorker(context, 'registration.active?.state')) === 'activated')

    const push = await pushingTo(context, web.url)
    await page.goto('about:blank')
    await inWorker(context, countShown)
    bridge.mac.messages.receive({ from: anna, text: 'Are you there?' })
    await until(() => phone.taken().length === 2)
    const told = phone.taken()[1] ?? expect.fail()
    await push(told)
    await hasShown(context, 1)
    await shows(context, `${anna}: Are you there?`)
    await push(told)
    await push({ ...told, rowid: 999, text: 'Hello?' })
    await hasShown(context, 2)
    await shows(context, `${anna}: Hello?`)

    // Browsers open a window only after a real click.
    await inWorker(
      context,
      `(async () => {
        Clients.prototype.openWindow = async (path) => { globalThis.opened = path }
        const [notification] = await registration.getNotifications()
        dispatchEvent(new NotificationEvent('notificationclick', { notification }))
      })()`,
    )
    await until(async () => (await inWorker<string>(context, 'globalThis.opened')) !== undefined)
    const opened = await inWorker<string>(context, 'globalThis.opened')
    expect(decodeURIComponent(opened ?? '')).toMatch(/^\/app\/c\/.*\+12025550123$/)

    await push(told)
    await hasShown(context, 3)
    await shows(context, `${anna}: Are you there?`)
    await page.goto(`${web.url}${path}`)
    const [{ guid, last_message_rowid: rowid } = expect.fail()] = await web.client.list_conversations({})
    await web.client.mark_read({ guid, rowid })
    await shows(context)
  })

  test('need https, and without it the page says how to get there', async () => {
    await using web = await webHere({ config: { web: { allowed_hosts: ['mac.test'] } } })
    const { port } = new URL(web.url)
    const url = `http://mac.test:${port}`
    const cookies = cookiesAt(url, await signIn(web))
    const { page, wrong } = await openPage({
      browser,
      url,
      prepare: (page) => page.context().addCookies(cookies),
      path: '/app/settings/notifications',
    })
    await using _ = page
    await page.getByText(`This page is on http://mac.test:${port}.`).waitFor()
    await page.getByText(`tailscale serve --bg ${port}`).waitFor()
    expect(await page.getByRole('switch', { name: 'While this page is closed' }).count()).toBe(0)
    // Chromium says it of every page on http.
    expect(wrong.splice(0).filter((line) => !line.includes('Cross-Origin-Opener-Policy'))).toEqual([])
  })
})

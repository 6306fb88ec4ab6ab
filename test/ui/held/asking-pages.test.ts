import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient } from '../../../src/client/client.ts'
import { inWindow } from '../../harness/in-window.ts'
import { OnePage } from '../../harness/one-page.ts'
import { hasBrowser, openBrowser } from '../../harness/ui.ts'
import { cookiesAt, keyWith, signIn, type WebHere, webHere } from '../../harness/web-here.ts'
import { violations, withAxe } from '../accessibility/axe.ts'
import { expectInside } from '../floating/expect-inside.ts'

const anna = '+12025550123'
const things = 'button, input, select, summary, a'

interface Window {
  width: number
  height: number
}

interface Surroundings {
  context: BrowserContextOptions
  windows: readonly [Window, ...Window[]]
}

const everySurroundings: Readonly<Record<string, Surroundings>> = {
  'wide, and at four times its size': {
    context: {},
    windows: [
      { width: 1440, height: 900 },
      { width: 320, height: 400 },
    ],
  },
  'on a phone on its side, in the dark, in German': {
    context: { hasTouch: true, locale: 'de-DE', colorScheme: 'dark' },
    windows: [{ width: 740, height: 340 }],
  },
}

describe.skipIf(!hasBrowser)('where the owner decides what programs may do', () => {
  let browser: Browser
  let web: WebHere
  let headers: Record<string, string>
  beforeAll(async () => {
    browser = await openBrowser()
    web = await webHere()
    web.mac.contacts.onMyMac.add({ firstName: 'Anna', lastName: 'Berg', phones: [anna] })
    web.mac.messages.receive({ from: anna, text: 'Hello' })
    headers = await signIn(web)
    const grant = { people: { only: [anna] }, sends: { mode: 'ask' as const, without_asking: ['+12025550145'] } }
    const asking = createClient({ baseUrl: web.url, key: await keyWith(web, headers, ['read', 'write'], grant) })
    await asking.list_messages({ guid: `any;-;${anna}` })
    await asking.get_conversation({ guid: 'any;-;+12025550145' }).catch(() => undefined)
    for (const text of ['Yes', 'At eight']) await asking.send({ handle: anna, text, reason: 'Anna asked' })
  })
  afterAll(async () => {
    await browser?.close()
    await web?.[Symbol.asyncDispose]()
  })

  describe.each(Object.entries(everySurroundings))('%s', (_, { context, windows }) => {
    let pages: OnePage
    beforeAll(() => {
      pages = new OnePage({
        browser,
        url: web.url,
        context,
        async prepare(page) {
          await withAxe(page)
          await page.context().addCookies(cookiesAt(web.url, headers))
          await page.setViewportSize(windows[0])
        },
      })
    })
    afterAll(() => pages?.close())

    /** The first of the windows is the one in which the page is used. */
    async function inEach(page: Page, look: () => Promise<void>): Promise<void> {
      for (const window of windows) {
        await using _ = await inWindow(page, window)
        await page.getByRole('main').waitFor()
        await look()
      }
    }

    async function expectGood(page: Page, within: string): Promise<void> {
      await page.locator(within).waitFor()
      await inEach(page, async () => {
        expect(await violations(page, { within })).toEqual([])
        await expectInside(page, page.locator(within), things)
      })
    }

    test('the tray, the keys, their form, their activity and their view violate no rule, and fit into the window', async () => {
      const { page } = await pages.at('/app/settings/security')
      await page.getByRole('button', { name: /^(Waiting|Wartend)/ }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^(Send|Senden)$/, disabled: false })
        .first()
        .waitFor()
      await expectGood(page, 'dialog[open]')
      await page.keyboard.press('Escape')

      await page
        .getByRole('button', { name: /^(Edit|read write bearbeiten)/ })
        .first()
        .click()
      await page.getByRole('dialog').locator('summary').click()
      await page.getByRole('checkbox', { name: /certain hours|bestimmten Zeiten/ }).check()
      await expectGood(page, 'dialog[open]')
      await page.keyboard.press('Escape')

      await page
        .getByRole('button', { name: /^(Activity of|Aktivität von)/ })
        .first()
        .click()
      await page
        .getByRole('heading', { name: /^(Refused|Messages read|Gelesene Nachrichten)$/ })
        .first()
        .waitFor()
      await expectGood(page, 'dialog[open]')
      await page.keyboard.press('Escape')
      await inEach(page, async () => expect(await violations(page, { within: 'main' })).toEqual([]))

      await page
        .getByRole('link', { name: /^(See what|Ansehen, was)/ })
        .first()
        .click()
      await page
        .getByRole('link', { name: /Anna Berg/ })
        .first()
        .waitFor()
      await inEach(page, async () => expect(await violations(page)).toEqual([]))
    })

    test('the page that lets a program in violates no rule, and is no wider than the window', async () => {
      const made = await fetch(`${web.url}/oauth/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ client_name: 'Assistant', redirect_uris: ['http://127.0.0.1:49152/callback'] }),
      })
      const { client_id } = (await made.json()) as { client_id: string }
      const asked = { client_id, response_type: 'code', code_challenge: 'a'.repeat(43), code_challenge_method: 'S256' }
      const { page } = await pages.at('/app/settings/security')
      await page.goto(`${web.url}/oauth/authorize?${new URLSearchParams(asked)}`)
      await page.getByRole('heading', { name: /Assistant/ }).waitFor()
      await page.locator('summary').click()
      await expectGood(page, 'main')
      // All of it is reached by keys alone.
      await page.getByRole('radio').nth(1).press('Space')
      const allow = page.getByRole('button', { name: /^(Allow|Erlauben)$/, disabled: false })
      await allow.waitFor()
      for (let presses = 0; presses < 60 && !(await allow.evaluate((one) => one.matches(':focus'))); presses++)
        await page.keyboard.press('Tab')
      expect(await allow.evaluate((one) => one.matches(':focus'))).toBe(true)
    })
  })
})

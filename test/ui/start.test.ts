import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { builtPart } from '../harness/built-part.ts'
import { hasBrowser, openBrowser, openPage } from '../harness/ui.ts'
import { password, signIn, webHere } from '../harness/web-here.ts'

describe.skipIf(!hasBrowser)('the page', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(() => browser?.close())

  test('begins with the conversations, reports an address that does not exist, and sends no further request by itself once it has settled', async () => {
    await using web = await webHere()
    const { chatGuid = '' } = web.mac.messages.receive({ from: '+12025550123', text: 'Hello' })
    const { page, settled } = await openPage({ browser, url: web.url })
    await using _ = page
    await page.getByRole('navigation', { name: 'Conversations' }).getByText('+12025550123').waitFor()
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
    await page.goto(`${web.url}/app/nowhere`)
    await page.getByText('There is nothing here').waitFor()

    await page.goto('about:blank')
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.goto(`${web.url}/app/c/${encodeURIComponent(chatGuid)}`)
    await settled()
    // Both come after everything that the page needs first.
    expect(new Set(asked.filter((url) => url.includes('archived=true'))).size).toBe(1)
    expect(asked.filter((url) => url.endsWith(builtPart('parts/thread/find/FindBar.tsx')))).toHaveLength(1)
  })

  test('leads to the login if its session ends while it loads, before it knows its language', async () => {
    await using web = await webHere()
    const { cookie = '' } = await signIn(web)
    const [name = '', value = ''] = cookie.split('=')
    const isOver = async (page: Page) => {
      await page.context().addCookies([{ name, value, url: web.url }])
      await page.route(`**${builtPart('catalogue/first/de.ts')}`, async (route) => {
        await page.context().clearCookies()
        await route.continue()
      })
    }
    const { page, wrong } = await openPage({ browser, url: web.url, context: { locale: 'de-DE' }, prepare: isOver })
    await using _ = page
    await page.getByLabel('Passwort').waitFor()
    expect(wrong.splice(0).filter((one) => !/401|MIME type|module script|dynamically imported/.test(one))).toEqual([])
  })

  test('asks for the password first, and signs out again', async () => {
    await using web = await webHere()
    await signIn(web)
    const { page, wrong, settled } = await openPage({ browser, url: web.url, path: '/app/settings' })
    await using _ = page
    expect(new URL(page.url()).pathname).toBe('/login')
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'Sign out' }).waitFor()
    await settled()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('Password').waitFor()
    await page.goto(`${web.url}/app/`)
    expect(new URL(page.url()).pathname).toBe('/login')
    // After signing out, pending requests are refused.
    wrong.splice(0, wrong.length, ...wrong.filter((what) => !/401|MIME type/.test(what)))
  })
})

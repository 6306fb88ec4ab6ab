import { hostname } from 'node:os'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { settling } from '../../harness/settled.ts'
import { hasBrowser, openBrowser, openPage, openWatched, type UiPage } from '../../harness/ui.ts'
import { password, type WebHere, webHere } from '../../harness/web-here.ts'

/** Lists the paths of the pages to which it goes from now on. */
function navigationsOf(page: Page): string[] {
  const paths: string[] = []
  page.on('request', (request) => request.isNavigationRequest() && paths.push(new URL(request.url()).pathname))
  return paths
}

describe.skipIf(!hasBrowser)('signing in', () => {
  let browser: Browser
  let web: WebHere
  let opened: UiPage | undefined
  beforeAll(async () => {
    browser = await openBrowser()
    web = await webHere()
    await web.client.change_password({ password })
  })
  afterAll(async () => {
    await browser?.close()
    await web?.[Symbol.asyncDispose]()
  })

  /** Goes to the address in the one page of these tests, which has forgotten who was signed in. */
  async function open(path: string): Promise<UiPage> {
    await opened?.page.context().clearCookies()
    await opened?.page.goto(`${web.url}${path}`)
    opened ??= await openWatched({ browser, url: web.url, path })
    const { page, wrong } = opened
    onTestFinished(async ({ task }) => {
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      if (task.result?.state === 'fail') opened = void (await page.context().close())
      expect(wrong.splice(0)).toEqual([])
    })
    return opened
  }

  async function tryWith(page: Page, typed: string): Promise<void> {
    await page.getByLabel('Password').fill(typed)
    await page.keyboard.press('Enter')
  }

  test('shows the typed password on demand, and warns of Caps Lock', async () => {
    const { page } = await open('/login')
    const field = page.getByLabel('Password')
    await field.fill('abc')
    await page.getByRole('button', { name: 'Show what is typed' }).click()
    expect(await field.getAttribute('type')).toBe('text')
    await page.getByRole('button', { name: 'Hide what is typed' }).click()
    expect(await field.getAttribute('type')).toBe('password')
    await field.dispatchEvent('keydown', { key: 'A', modifierCapsLock: true })
    await page.getByText('Caps Lock is on.').waitFor()
    await field.dispatchEvent('keyup', { key: 'A', modifierCapsLock: false })
    await page.getByText('Caps Lock is on.').waitFor({ state: 'hidden' })
  })

  test('leads to the requested address and never to another site, until the user signs out', async () => {
    const { page, wrong, settled } = await open('/app/settings/security')
    await page.getByText(`Messages on ${hostname().replace(/\.local$/, '')}`).waitFor()
    await tryWith(page, password)
    await page.getByRole('list', { name: 'Signed-in browsers' }).getByText('This browser').waitFor()
    expect(page.url()).toBe(`${web.url}/app/settings/security`)

    // Signing out refuses what the page would still load.
    await settled()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.goto(`${web.url}/login?next=//evil.test/`)
    await tryWith(page, password)
    await page.waitForURL(`${web.url}/app/**`)
    await page.goto(`${web.url}/login?next=/app/health`)
    await page.waitForURL(`${web.url}/app/health`)
    await page.getByRole('heading', { name: 'Health', level: 1 }).waitFor()

    await settled()
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('dialog').getByRole('combobox').fill('sign out')
    await settled()
    await page.getByRole('option', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    // Requests that the page makes some seconds later may come after signing out.
    expect(wrong.splice(0).filter((one) => !/401|MIME type/.test(one))).toEqual([])
  })

  test('signing out leads every tab to the login, each of them once', async () => {
    const { page, wrong, settled } = await open('/login?next=/app/health')
    await tryWith(page, password)
    await page.waitForURL(`${web.url}/app/health`)
    await using other = await page.context().newPage()
    const ofOther = settling(other)
    await other.goto(`${web.url}/app/health`)
    // A tab that still loads its parts learns of it by them.
    await Promise.all([settled(), ofOther.settled()])
    const led = [page, other].map(navigationsOf)
    const release = Promise.withResolvers<void>()
    await page.route('**/login', (route) => release.promise.then(() => route.continue()))
    await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Sign out' }).click()
    await other.getByRole('heading', { name: 'Sign in' }).waitFor()
    release.resolve()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(led).toEqual([['/login'], ['/login']])
    // Requests that the page makes later may come after signing out.
    expect(wrong.splice(0).filter((one) => !/401|MIME type/.test(one))).toEqual([])
  })

  test('after too many guesses the page shows how long to wait, and lets the user in afterwards', async () => {
    const { page, wrong } = await open('/login')
    for (let count = 0; count < 5; count++)
      await fetch(`${web.url}/login`, { method: 'POST', body: new URLSearchParams({ password: 'no' }) })
    await expect
      .poll(async () => {
        await tryWith(page, 'not that')
        await page.getByText(/That is not the password|Too many attempts/).waitFor()
        return page.getByRole('timer').count()
      })
      .toBe(1)
    expect(await page.getByRole('button', { name: 'Sign in' }).isDisabled()).toBe(true)
    await page.getByText('You can try again now.').waitFor()
    expect(wrong.splice(0).filter((one) => !/401|429/.test(one))).toEqual([])
    await tryWith(page, password)
    await page.waitForURL(`${web.url}/app/**`)
  })

  test('works without script, in the language of the browser', async () => {
    const context = { javaScriptEnabled: false, locale: 'de-DE' }
    const { page, wrong } = await openPage({ browser, url: web.url, path: '/login?next=/api/docs', context })
    await using _ = page
    const type = async (typed: string) => {
      await page.getByLabel('Passwort').fill(typed)
      await page.getByRole('button', { name: 'Anmelden' }).click()
    }
    await type('falsch')
    await page.getByText('Das ist nicht das Passwort.').waitFor()
    expect(wrong.splice(0).filter((one) => !/401|MIME type/.test(one))).toEqual([])
    await type(password)
    await page.waitForURL(`${web.url}/api/docs`)
  })
})

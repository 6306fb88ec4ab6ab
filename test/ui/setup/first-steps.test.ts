import { chmodSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { messagesFolder } from '../../../simulator/paths.ts'
import { clearFaults, setFault } from '../../../simulator/programs/faults.ts'
import { OnePage } from '../../harness/one-page.ts'
import { hasBrowser, openBrowser, openPage } from '../../harness/ui.ts'
import { password } from '../../harness/web-here.ts'
import { type WebProcess, webProcess } from '../../harness/web-process.ts'

/** Runs as root without the capabilities that let it bypass file permissions. */
const asOrdinaryUser =
  process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search', '--'] : []

const step = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
const next = (page: Page) => page.getByRole('button', { name: 'Next' })
const check = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })
const said = (page: Page, text: RegExp) => page.getByRole('status').filter({ hasText: text }).waitFor()

describe.skipIf(!hasBrowser)('the steps of setup', () => {
  let browser: Browser
  let web: WebProcess
  let pages: OnePage
  beforeAll(async () => {
    browser = await openBrowser()
    web = await webProcess({ hasPassword: false, through: asOrdinaryUser, mac: { messages: 40, chats: 4 } })
    pages = new OnePage({ browser, url: web.url })
  })
  afterAll(async () => {
    await browser?.close()
    await web?.[Symbol.asyncDispose]()
  })

  /** Goes to a step in the one page of these tests, as its own links do. */
  async function at(name: string) {
    const opened = await pages.at('/setup')
    await opened.page.goto(`${web.url}/setup#${name}`)
    return opened
  }

  test('are told in the language of the address, and in that of the browser without one', async () => {
    const { page } = await pages.at('/setup?lang=de')
    await step(page, 'Deine Nachrichten, wo du sie brauchst')
    expect(await page.locator('html').getAttribute('lang')).toBe('de')
    await page.goto(`${web.url}/setup`)
    await step(page, 'Your messages, where you need them')
  })

  test('notice a permission when it is granted, report it, and let the user continue', async () => {
    setFault(web.mac.home, { name: 'automation-denied', times: null })
    chmodSync(messagesFolder(web.mac.home), 0o000)
    const { page } = await pages.at('/setup')
    await step(page, 'Your messages, where you need them')
    const style = "getComputedStyle(document.querySelector('h1'))"
    expect(Number.parseFloat(await page.evaluate<string>(`${style}.fontSize`))).toBeGreaterThan(20)
    // A step that was not reached yet cannot be chosen.
    const steps = page.getByRole('navigation', { name: 'Steps' })
    expect(await steps.getByRole('link').allInnerTexts()).toHaveLength(1)
    await page.getByRole('button', { name: 'Get started' }).click()
    await step(page, 'Allow access on this Mac')
    await check(page, 'Read messages').getByText('Not allowed yet').waitFor()
    expect(await check(page, 'Read messages').getByText(process.execPath).first().isVisible()).toBe(true)
    // The page spells out what is lost without the permission before the user may continue.
    expect(await next(page).count()).toBe(0)

    chmodSync(messagesFolder(web.mac.home), 0o755)
    await check(page, 'Read messages').getByText('Not allowed yet').waitFor({ state: 'detached' })
    await check(page, 'Send messages').getByText('Not allowed yet').waitFor()
    await page.getByRole('button', { name: 'Later' }).click()
    await page.getByText('Send messages: Nothing can be sent').waitFor()
    clearFaults(web.mac.home)
    await said(page, /Send messages: OK/)
    await check(page, 'Send messages').getByText(/OK$/).waitFor()
    await next(page).waitFor()
    // The page does not move on without a press.
    await step(page, 'Allow access on this Mac')
    await next(page).click()
    await step(page, 'Whose messages are relayed?')
    await page.reload()
    await step(page, 'Whose messages are relayed?')
    await page.goBack()
    await step(page, 'Allow access on this Mac')
  })

  test('save the user’s own handles and who is relayed', async () => {
    const { page } = await at('relayed')
    await step(page, 'Whose messages are relayed?')
    await page.getByText('Your own numbers and addresses').click()
    await page.getByLabel('Another number or email address of yours').fill('me@example.org')
    await page.keyboard.press('Enter')
    await page.getByText('me@example.org').waitFor()
    await page.getByLabel('Name, phone number or email address').fill('+1 202 555 0177')
    await page.keyboard.press('Enter')
    await page.getByText('+12025550177').waitFor()
    await page.getByRole('button', { name: 'Remove +12025550177' }).click()
    await page.getByText('Nobody yet').waitFor()
    await page.getByLabel('Everyone, including strangers').check()
    // The list of single people is hidden once that is saved.
    await page.getByText('Nobody yet').waitFor({ state: 'hidden' })
    await page.reload()
    await step(page, 'Whose messages are relayed?')
    expect(await page.getByLabel('Everyone, including strangers').isChecked()).toBe(true)
  })

  test('send a message to oneself only on a press, and watch it come back', async () => {
    const { page } = await at('delivery')
    await step(page, 'Waiting for the first message')
    await page.getByText('Test sending').click()
    const before = web.mac.row('SELECT count(*) AS n FROM message')?.n
    await page.getByRole('button', { name: 'Send to myself' }).waitFor()
    expect(web.mac.row('SELECT count(*) AS n FROM message')?.n).toBe(before)
    await page.getByRole('button', { name: 'Send to myself' }).click()
    await said(page, /Arrived/)
  })

  test('set a password, and are from then on only for signed-in users', async () => {
    const { page, wrong } = await at('security')
    await page.getByLabel('New password').fill('short')
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.getByText('It has fewer than 10 characters.').waitFor()
    expect(wrong.splice(0).every((line) => line.includes('400'))).toBe(true)
    await page.getByLabel('New password').fill(password)
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.getByText('A password is set.').first().waitFor()
    await page.getByRole('link', { name: 'First message' }).click()
    await page.getByRole('button', { name: 'Open Relay' }).click()
    await page.waitForURL(`${web.url}/app/**`)
    // A check that was under way when the password was set is refused.
    expect(wrong.splice(0).filter((one) => !one.includes('401'))).toEqual([])
    await page.goto(`${web.url}/setup`)
    await page.getByRole('button', { name: 'Open Relay' }).waitFor()
    const stranger = await openPage({ browser, url: web.url, path: '/setup' })
    await using _stranger = stranger.page
    expect(stranger.page.url()).toBe(`${web.url}/login?next=%2Fsetup`)
  })

  test('are a plain form without script', async () => {
    await using fresh = await webProcess({ hasPassword: false })
    const token = /setup\?token=(\S+)/.exec(fresh.said())?.[1]
    const { page } = await openPage({
      browser,
      url: fresh.url,
      path: `/setup?token=${token}`,
      context: { javaScriptEnabled: false },
    })
    await using _ = page
    await page.getByLabel('Password, ten characters or more').fill(password)
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.waitForURL(`${fresh.url}/app/`)
  })
})

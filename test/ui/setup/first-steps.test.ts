import { chmodSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { messagesFolder } from '../../../simulator/paths.ts'
import { clearFaults, setFault } from '../../../simulator/programs/faults.ts'
import { hasBrowser, openBrowser, openPage } from '../../harness/ui.ts'
import { until } from '../../harness/until.ts'
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

describe.skipIf(!hasBrowser)('the first steps', () => {
  let browser: Browser
  let web: WebProcess
  beforeAll(async () => {
    browser = await openBrowser()
    web = await webProcess({ hasPassword: false, through: asOrdinaryUser, mac: { messages: 40, chats: 4 } })
  })
  afterAll(async () => {
    await browser?.close()
    await web?.[Symbol.asyncDispose]()
  })

  test('notice a permission when it is granted, report it, and let the user continue', async () => {
    setFault(web.mac.home, { name: 'automation-denied', times: null })
    chmodSync(messagesFolder(web.mac.home), 0o000)
    const { page } = await openPage({ browser, url: web.url, path: '/setup' })
    await using _ = page
    await step(page, 'Your messages, where you need them')
    const style = "getComputedStyle(document.querySelector('h1'))"
    expect(Number.parseFloat(await page.evaluate<string>(`${style}.fontSize`))).toBeGreaterThan(20)
    await page.getByRole('button', { name: 'I understand, begin' }).click()
    await step(page, 'What macOS has to allow')
    await check(page, 'Full Disk Access, for the page').getByText('Missing').waitFor()
    expect(await check(page, 'Full Disk Access, for the page').getByText(process.execPath).isVisible()).toBe(true)
    expect(await next(page).isDisabled()).toBe(true)

    chmodSync(messagesFolder(web.mac.home), 0o755)
    await check(page, 'Full Disk Access, for the page').getByText('Granted').waitFor()
    await check(page, 'Automation of Messages, for the page').getByText('Missing').waitFor()
    // The page spells out what is lost without the permission before the user may continue.
    await page.getByRole('button', { name: 'Go on without …' }).click()
    await page.getByText('Automation of Messages, for the page: Nothing can be sent').waitFor()
    clearFaults(web.mac.home)
    await said(page, /Automation of Messages, for the page: Granted/)
    await check(page, 'Automation of Messages, for the page').getByText('Granted').waitFor()
    await until(() => next(page).isEnabled())
    // The page does not move on without a press.
    await step(page, 'What macOS has to allow')
    await next(page).click()
    await step(page, 'Your own numbers and addresses')
    await page.reload()
    await step(page, 'Your own numbers and addresses')
    await page.goBack()
    await step(page, 'What macOS has to allow')
  })

  test('save the user’s own handles and who is relayed', async () => {
    const { page } = await openPage({ browser, url: web.url, path: '/setup#you' })
    await using _ = page
    await page.getByLabel('Number or e-mail address').fill('me@example.org')
    await page.keyboard.press('Enter')
    await page.getByText('me@example.org').waitFor()
    await next(page).click()
    await step(page, 'Whose messages are relayed')
    await page.getByLabel('Find a person').fill('+1 202 555 0177')
    await page.keyboard.press('Enter')
    await page.getByText('+12025550177').waitFor()
    await page.getByRole('button', { name: 'Remove +12025550177' }).click()
    await page.getByText('Nobody yet').waitFor()
    await page.getByLabel('Everyone, strangers too').check()
    // The list of single people is hidden once that is saved.
    await page.getByText('Nobody yet').waitFor({ state: 'hidden' })
    await page.reload()
    await step(page, 'Whose messages are relayed')
    expect(await page.getByLabel('Everyone, strangers too').isChecked()).toBe(true)
  })

  test('send to oneself only on a press, and watch the message come back', async () => {
    const { page } = await openPage({ browser, url: web.url, path: '/setup#test' })
    await using _ = page
    await step(page, 'Send yourself a message')
    const before = web.mac.row('SELECT count(*) AS n FROM message')?.n
    await page.getByRole('button', { name: 'Send to myself' }).waitFor()
    expect(web.mac.row('SELECT count(*) AS n FROM message')?.n).toBe(before)
    await page.getByRole('button', { name: 'Send to myself' }).click()
    await said(page, /It came back/)
  })

  test('set a password, and are from then on only for signed-in users', async () => {
    const opened = await openPage({ browser, url: web.url, path: '/setup#security' })
    const { page, wrong } = opened
    await using _ = page
    await page.getByLabel('New password').fill('short')
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.getByText('It has fewer than 10 characters.').waitFor()
    expect(wrong.splice(0).every((line) => line.includes('400'))).toBe(true)
    await page.getByLabel('New password').fill(password)
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.getByText('A password is set.').first().waitFor()
    await page.getByRole('link', { name: 'Done', exact: true }).click()
    await page.getByRole('button', { name: 'Finish' }).click()
    await page.waitForURL(`${web.url}/app/`)
    // A check that was under way when the password was set is refused.
    expect(wrong.splice(0).filter((one) => !one.includes('401'))).toEqual([])
    await page.goto(`${web.url}/setup`)
    await page.getByRole('button', { name: 'Finish' }).waitFor()
    const stranger = await openPage({ browser, url: web.url, path: '/setup' })
    await using _stranger = stranger.page
    expect(stranger.page.url()).toBe(`${web.url}/login?next=%2Fsetup`)
  })

  test('are a form where there is no script', async () => {
    await using fresh = await webProcess({ hasPassword: false })
    const token = /setup\?token=(\S+)/.exec(fresh.said())?.[1]
    const { page } = await openPage({
      ...{ browser, url: fresh.url, path: `/setup?token=${token}` },
      context: { javaScriptEnabled: false },
    })
    await using _ = page
    await page.getByLabel('Password, ten characters or more').fill(password)
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.waitForURL(`${fresh.url}/app/`)
  })
})

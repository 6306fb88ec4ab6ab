import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampleFile } from '../../../simulator/media/sample-files.ts'
import { createClient } from '../../../src/client/client.ts'
import { goTo, OnePage } from '../../harness/one-page.ts'
import { hasBrowser, openBrowser, openPage } from '../../harness/ui.ts'
import { password, signedIn, type WebHere, webHere } from '../../harness/web-here.ts'

const anna = '+12025550123'
const photo = sampleFile('jpeg', 1)
const other = '+12025550146'
/** In this page nothing is late, however long it takes: the timer of the section never ends. */
const withoutImpatience = `{
  const wait = setTimeout
  window.setTimeout = (work, ms, ...rest) => (ms === 2_000 ? 0 : wait(work, ms, ...rest))
}`
const refusal = { error: { code: 'forbidden', message: 'Nobody may see them.', details: {} } }

describe.skipIf(!hasBrowser)('security', () => {
  let [browser, web, pages] = [] as unknown as [Browser, WebHere, OnePage]
  let club: string
  beforeAll(async () => {
    browser = await openBrowser()
    web = await webHere()
    const { messages, contacts } = web.mac
    contacts.onMyMac.add({ firstName: 'Anna', lastName: 'Berg', phones: [anna], photo: photo.bytes })
    messages.receive({ from: anna, text: 'Hello' })
    messages.receive({ from: anna, files: [photo] })
    messages.receive({ from: other, text: 'Hidden from keys' })
    const { guid } = messages.createGroup({ members: [anna, '+12025550145'], name: 'Book club' })
    messages.receive({ from: anna, text: 'Which book?', chat: guid })
    club = `group:${guid}`
    await web.client.add_key({ label: 'script', scopes: ['read', 'admin'] })
    pages = new OnePage({ browser, url: web.url })
  })
  afterAll(async () => {
    await browser?.close()
    await web?.[Symbol.asyncDispose]()
  })

  const open = () => pages.at('/app/settings/security')
  const keyRow = (page: Page, name: string) =>
    page.getByRole('list', { name: 'API keys' }).getByRole('listitem').filter({ hasText: name })
  const kept = (page: Page) => page.evaluate<string>('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])')

  async function makeKey(page: Page, name: string): Promise<string> {
    await page.getByRole('button', { name: 'New key' }).click()
    const dialog = page.getByRole('dialog', { name: 'New key' })
    // The form puts the focus into the name field.
    await dialog.getByRole('textbox', { name: 'Name' }).and(page.locator(':focus')).waitFor()
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
    await dialog.getByRole('radio', { name: 'Read and send' }).check()
    await dialog.getByRole('button', { name: 'Create key' }).click()
    const fresh = page.getByRole('region', { name: `The key “${name}”` })
    return (await fresh.getByText(/^svc_/).textContent()) ?? ''
  }

  test('the section is drawn once all of its lists are there, and one that fails is not waited for', async () => {
    const prepare = (page: Page) => page.addInitScript({ content: withoutImpatience })
    const { page, wrong } = await openPage({ browser, url: web.url, path: '/app/messages', prepare })
    await using _ = page
    const held = Promise.withResolvers<void>()
    await page.route('**/api/v1/sessions', (route) => held.promise.then(() => route.continue()))
    const keys = page.getByRole('list', { name: 'API keys' })
    const asked = page.waitForResponse('**/api/v1/keys')
    await goTo(page, '/app/settings/security')
    await asked
    await page.getByRole('status', { name: 'Loading' }).waitFor()
    expect(await keys.count()).toBe(0)
    held.resolve()
    await keys.waitFor()
    await page.getByText('Without a password, nobody signs in.').waitFor()

    await page.route('**/api/v1/keys', (route) => route.fulfill({ status: 403, json: refusal }))
    await page.reload()
    await page.getByRole('main').getByRole('alert').waitFor()
    await page.getByRole('heading', { name: 'Signed-in browsers' }).waitFor()
    wrong.splice(0, wrong.length, ...wrong.filter((what) => !/403/.test(what)))
  })

  test('a key is shown once, with an example, and no trace of it is left afterwards', async () => {
    const { page } = await open()
    await page.getByText('every program on this Mac can use the API without a key').waitFor()
    const saved = await makeKey(page, 'desk')
    expect(saved).toMatch(/^svc_[0-9a-f]{64}$/)
    await page.getByText(`curl -H 'Authorization: Bearer ${saved}'`).waitFor()
    await keyRow(page, 'desk').getByText('Reads all conversations; sends without asking').waitFor()
    await page.getByRole('button', { name: 'Done' }).click()
    expect(await page.content()).not.toContain(saved)

    const left = await makeKey(page, 'left')
    await page.getByRole('link', { name: 'Who is relayed' }).click()
    await page.getByRole('combobox', { name: 'Add a person' }).waitFor()
    for (const go of [() => page.goBack(), () => page.reload()]) {
      await go()
      await keyRow(page, 'left').waitFor()
      expect(await page.content()).not.toContain(left)
      expect(await kept(page)).not.toContain(left)
    }
    expect(await page.getByRole('region', { name: 'The key “left”' }).count()).toBe(0)
  })

  test('a key is renamed, restricted, revoked at once, and restored', async () => {
    const labels = async () => (await web.client.list_keys()).map(({ label }) => label)
    const { page } = await open()
    await page.getByRole('button', { name: 'Edit script' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('report')
    await page.getByRole('radio', { name: 'Read only' }).check()
    await page.getByRole('button', { name: 'Save' }).click()
    await keyRow(page, 'report').getByText('Reads all conversations; sends nothing').waitFor()
    await expect
      .poll(async () => (await web.client.list_keys()).find(({ label }) => label === 'report')?.scopes)
      .toEqual(['read'])

    await page.getByRole('button', { name: 'Revoke report' }).press('Enter')
    await page.getByText('report revoked').waitFor()
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Revoke')
    await expect.poll(labels).not.toContain('report')
    await page.getByRole('button', { name: 'Undo' }).click()
    await keyRow(page, 'report').waitFor()
    await expect.poll(labels).toContain('report')
  })

  test('a key that is made or revoked elsewhere appears and disappears in the list that is open', async () => {
    const { page } = await open()
    await page.getByRole('button', { name: 'New key' }).waitFor()
    const { id } = await web.client.add_key({ label: 'elsewhere', scopes: ['read'] })
    await keyRow(page, 'elsewhere').waitFor()
    await web.client.revoke_key({ id })
    await keyRow(page, 'elsewhere').waitFor({ state: 'detached' })
  })

  test('a key is limited to some people, to asking and in everything else, and one sentence describes its limits', async () => {
    const { page } = await open()
    await page.getByRole('button', { name: 'New key' }).click()
    const dialog = page.getByRole('dialog')
    const sentence = (text: string) => dialog.getByText(text, { exact: true }).waitFor()
    const choose = async (box: string, name: string) => {
      await dialog.getByRole('combobox', { name: box, exact: true }).fill(name)
      await page.getByRole('option', { name }).waitFor()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
    }
    await dialog.getByRole('textbox', { name: 'Name' }).fill('assistant')
    await dialog.getByRole('radio', { name: 'Drafts that ask' }).check()
    await dialog.getByRole('button', { name: 'Only these' }).click()
    await sentence('Reads nothing; sends nothing')
    await dialog.getByRole('button', { name: 'Create key' }).click()
    await dialog.getByText('Choose at least one person or group.').waitFor()
    await choose('Only these', 'Anna Berg')
    await choose('Only these', 'Book club')
    await sentence('Reads Anna Berg and Book club; asks before it sends')
    await dialog.getByText('More limits').click()
    await dialog.getByRole('combobox', { name: 'Messages' }).selectOption('Last 30 days')
    await dialog.getByRole('checkbox', { name: 'Photos and files' }).check()
    await dialog.getByRole('checkbox', { name: 'One-time codes' }).check()
    await choose('Except to', 'Anna Berg')
    await dialog.getByRole('checkbox', { name: 'Only at certain hours' }).check()
    await dialog.getByLabel('Messages per hour').fill('5')
    const told =
      'Reads Anna Berg and Book club from the last 30 days, without files and one-time codes; ' +
      'asks before it sends, except to Anna Berg, at most 5 messages an hour, between 08:00 and 22:00'
    await sentence(told)
    await dialog.getByRole('button', { name: 'Create key' }).click()
    await keyRow(page, 'assistant').getByText(told).waitFor()
    const key = (await page.getByText(/^svc_[0-9a-f]{64}$/).textContent()) ?? ''
    const program = createClient({ baseUrl: web.url, key })
    await program.list_messages({ guid: `any;-;${anna}` })
    await program.get_conversation({ guid: `any;-;${other}` }).catch(() => undefined)
    const made = async () => (await web.client.list_keys()).find(({ label }) => label === 'assistant')
    expect(await made()).toMatchObject({
      scopes: ['read', 'write'],
      expires_at: null,
      names: { [anna]: 'Anna Berg', [club]: 'Book club' },
      grant: {
        people: { only: [anna, club] },
        since: { days: 30 },
        fields: { text: true, attachments: false, names: true, handles: true },
        one_time_codes: 'hide',
        sends: { mode: 'ask', to: null, without_asking: [anna], per_hour: 5, hours: '08:00-22:00' },
      },
    })
    const files: string[] = []
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url())
      if (/^\/api\/v1\/(attachments|contacts)\//.test(pathname) && page.url().includes('/app/as/'))
        files.push(`${pathname.split('/')[3]}${search}`)
    })
    await page.getByRole('link', { name: 'See what it sees: assistant' }).click()
    const bar = page.getByRole('complementary', { name: 'What an API key sees' })
    await bar.getByText('What assistant sees, read-only').waitFor()
    await bar.getByText(told).waitFor()
    const list = page.getByRole('navigation', { name: 'Conversations' })
    await list.getByRole('link', { name: /Anna Berg/ }).click()
    await page.getByText('You have read-only access.').waitFor()
    await list.getByText('Book club').waitFor()
    expect(await list.getByText(other).count()).toBe(0)
    expect(await page.getByRole('link', { name: 'New message' }).count()).toBe(0)
    await page.reload()
    await bar.getByText('What assistant sees, read-only').waitFor()
    // Pictures are asked for as the key gets them, and none where it gets none.
    const { id } = (await made()) ?? {}
    await expect.poll(() => [...new Set(files)]).toEqual([`contacts?as_key=${id}`])
    await bar.getByRole('link', { name: 'Leave this view' }).click()

    const mark = keyRow(page, 'assistant').getByText('Tried to reach someone the key can’t see')
    await mark.waitFor()
    await page.getByRole('button', { name: 'Activity of assistant' }).click()
    await dialog.getByRole('listitem').filter({ hasText: 'Anna Berg' }).getByText('2 messages').first().waitFor()
    await dialog.getByRole('button', { name: 'Pause key' }).click()
    await dialog.getByText('every request is refused until you resume the key').waitFor()
    await expect(program.list_conversations({})).rejects.toMatchObject({ code: 'key_paused' })
    await page.keyboard.press('Escape')
    await keyRow(page, 'assistant').getByText('Paused', { exact: true }).waitFor()
    await mark.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Resume assistant' }).click()
    await page.getByRole('button', { name: 'Pause assistant' }).waitFor()
    expect(await program.list_conversations({})).toHaveLength(2)
    await page.getByRole('button', { name: 'Edit assistant' }).click()
    await sentence(told)
    await dialog.getByRole('button', { name: 'Remove Book club' }).click()
    await dialog.getByRole('button', { name: 'All except these' }).click()
    await dialog.getByRole('radio', { name: 'Read only' }).check()
    await dialog.getByText('More limits').click()
    await dialog.getByRole('combobox', { name: 'Messages' }).selectOption('All')
    await dialog.getByRole('combobox', { name: 'Expires' }).selectOption('On a date')
    await dialog.getByLabel('Last day').fill('2031-12-31')
    await sentence(
      'Reads all conversations except Anna Berg, without files and one-time codes; sends nothing; until 31 December 2031',
    )
    await dialog.getByRole('button', { name: 'Save' }).click()
    await keyRow(page, 'assistant').getByText('Expires: Wed, 31 Dec 2031').waitFor()
    expect(await made()).toMatchObject({ scopes: ['read'], grant: { people: { except: [anna] }, since: null } })
  })

  test('a user who knows the password can change and remove it, and other browsers are signed out', async () => {
    const { page, wrong, settled } = await open()
    // Requests made at the moment at which the password is set are refused.
    await settled()
    const browsers = page.getByRole('list', { name: 'Signed-in browsers' })
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Set a password …' }).click()
    await dialog.getByLabel('New password', { exact: true }).fill('password1')
    await dialog.getByRole('button', { name: 'Set password' }).click()
    await dialog.getByText('Too short, too simple or too common.').waitFor()
    expect(wrong.splice(0).filter((one) => !one.includes('400'))).toEqual([])
    await dialog.getByLabel('New password', { exact: true }).fill(password)
    await dialog.getByRole('button', { name: 'Set password' }).click()
    await browsers.getByText('This browser').waitFor()
    await page.getByText('No password is set').waitFor({ state: 'detached' })

    const elsewhere = await signedIn(web.url)
    await page.reload()
    await page.getByRole('button', { name: 'Sign out all others' }).click()
    await page.getByText('One browser is signed out').waitFor()
    expect((await fetch(`${web.url}/api/ui/session`, { headers: elsewhere })).status).toBe(401)
    await browsers.getByText('This browser').waitFor()
    await expect.poll(() => browsers.getByRole('listitem').count()).toBe(1)

    await page.getByRole('button', { name: 'Remove …' }).click()
    await dialog.getByText('API keys are no longer needed').waitFor()
    await dialog.getByLabel('Current password', { exact: true }).fill('not that one')
    await dialog.getByRole('button', { name: 'Remove password' }).click()
    await dialog.getByText('The current password is wrong.').waitFor()
    expect(wrong.splice(0).filter((one) => !one.includes('403'))).toEqual([])
    await dialog.getByLabel('Current password', { exact: true }).fill(password)
    await dialog.getByRole('button', { name: 'Remove password' }).click()
    await page.getByText('No password is set. Every program').waitFor()
    expect((await web.client.list_keys()).length).toBeGreaterThan(0)
  })
})

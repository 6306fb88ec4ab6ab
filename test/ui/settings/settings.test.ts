import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { closedAfterAll } from '../../harness/closed-after-all.ts'
import { inWindow } from '../../harness/in-window.ts'
import { type PageHere, pageHere } from '../../harness/page-here.ts'
import { hasBrowser } from '../../harness/ui.ts'

describe.skipIf(!hasBrowser)('the settings', () => {
  let { web, pages } = {} as PageHere
  const shared = closedAfterAll()
  beforeAll(async () => {
    const service = { config: { whitelist: { handles: ['+12025550123'] } } }
    ;({ web, pages } = await shared(pageHere({ service })))
  })

  const root = '/app/settings'
  const saved = () => web.client.get_settings()
  const field = (page: Page, name: string) => page.getByRole('textbox', { name })
  const isFocused = (page: Page, name: string) =>
    field(page, name).evaluate((field: { matches(selector: string): boolean }) => field.matches(':focus'))
  const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

  test('switches and choices are saved at once, and Undo reverts them', async () => {
    const { page } = await pages.at(`${root}/sending`)
    await page.getByRole('switch', { name: 'Send as SMS' }).press('Space')
    await page.getByText('Saved: Send as SMS when iMessage is unavailable').waitFor()
    expect((await saved()).send.sms_fallback).toBe(false)
    await page.getByRole('button', { name: 'Reset Send as SMS' }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).press('Enter')
    await page.getByText('Restored: Send as SMS').waitFor()
    expect((await saved()).send.sms_fallback).toBe(true)
    await page.getByRole('link', { name: 'Address and warnings' }).click()
    await page.getByLabel('Show a warning after').selectOption('Off')
    await page.getByText('Saved: Show a warning after').waitFor()
    expect((await saved()).web.offline_alert_s).toBe(0)
    await page.getByRole('button', { name: 'Reset Show a warning after to 1 minute' }).click()
    await expect.poll(async () => (await saved()).web.offline_alert_s).toBe(60)
  })

  test('typed values wait for Save, errors are shown beside them, and leaving asks for confirmation', async () => {
    const { page } = await pages.at(`${root}/sending`)
    const perMinute = field(page, 'Maximum messages per minute')
    await perMinute.fill('0')
    await page.getByText('At least 1').waitFor()
    expect(await perMinute.getAttribute('aria-invalid')).toBe('true')
    expect(await perMinute.getAttribute('aria-describedby')).toBe(
      `${await page.getByText('Counts this page, plugins').getAttribute('id')} ${await page.getByText('At least 1').getAttribute('id')}`,
    )
    await page.getByRole('button', { name: 'Save' }).click()
    expect((await saved()).send.per_minute).toBe(20)
    await perMinute.fill('35')
    await page.getByRole('link', { name: 'General' }).click()
    await page
      .getByRole('dialog', { name: 'Leave without saving?' })
      .getByRole('button', { name: 'Keep editing' })
      .click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    expect((await saved()).send.per_minute).toBe(35)
    await page.getByRole('button', { name: 'Reset Maximum messages per minute to 20' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.poll(async () => (await saved()).send.per_minute).toBe(20)
  })

  test('values that were also changed elsewhere are resolved one by one, and nothing is lost', async () => {
    const { page } = await pages.at(`${root}/web`)
    const add = field(page, 'Additional host names')
    await add.fill('mine.example')
    await add.press('Enter')
    await field(page, 'Listen on').fill('localhost')
    await web.client.change_settings({ web: { allowed_hosts: ['theirs.example'], host: '::1' }, log: { max_mb: 11 } })
    await page.getByRole('button', { name: 'Save' }).click()
    const dialog = page.getByRole('dialog', { name: 'Settings changed elsewhere' })
    await dialog.getByRole('group', { name: 'Listen on' }).getByLabel('Theirs: ::1').waitFor()
    await dialog.getByText('Before: 127.0.0.1').waitFor()
    await page.keyboard.press('Escape')
    expect(await field(page, 'Listen on').inputValue()).toBe('localhost')
    await page.getByRole('button', { name: 'Save' }).click()
    await dialog.getByLabel('Both: theirs.example, mine.example').check()
    await dialog.getByLabel('Theirs: ::1').check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect.poll(saved).toMatchObject({
      web: { host: '::1', allowed_hosts: ['theirs.example', 'mine.example'] },
      log: { max_mb: 11 },
    })
    // The message of the test before may still be there.
    await page.getByText('Saved', { exact: true }).last().waitFor()
    await expect.poll(() => field(page, 'Listen on').inputValue()).toBe('::1')
    await web.client.change_settings({ web: null, log: null })
  })

  test('a few letters of a name, a meaning or a key lead to the field, and so does its address', async () => {
    const { page } = await pages.at(root)
    const search = page.getByRole('searchbox', { name: 'Search the settings' })
    await search.fill('tailscale name')
    await search.press('Enter')
    await heading(page, 'Address and warnings').waitFor()
    await expect.poll(() => isFocused(page, 'Additional host names')).toBe(true)
    expect(page.url()).toBe(`${web.url}/app/settings/web#web.allowed_hosts`)
    await search.fill('send.same')
    await search.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect.poll(() => isFocused(page, 'Ask before sending the same text')).toBe(true)
    await search.fill('xyzzy')
    await page.getByText('No matching settings.').waitFor()
    await search.press('Escape')
    await page.getByRole('link', { name: 'Notifications' }).click()
    await expect.poll(() => page.evaluate<string>('document.activeElement.textContent')).toBe('Notifications')
    // Loaded anew, the page also knows the settings that were reset above.
    await page.goto(`${web.url}/app/settings/general#relay.max_age_s`)
    await expect.poll(() => isFocused(page, 'Relay messages no older than')).toBe(true)
  })

  test('all settings are available as JSON: changes are previewed, and invalid ones are not written', async () => {
    const { page } = await pages.at(`${root}/advanced`)
    const json = page.getByLabel('Settings as JSON')
    await json.waitFor()
    expect(JSON.parse(await json.inputValue())).toEqual(await saved())
    expect(await json.getAttribute('readonly')).not.toBeNull()
    await page.getByRole('switch', { name: 'Edit as JSON' }).press('Enter')
    const now = JSON.parse(await json.inputValue())
    await json.fill('{"send": ')
    await page.getByText('Invalid JSON').waitFor()
    await json.fill(JSON.stringify({ ...now, send: { ...now.send, per_minute: 0 } }))
    await page.getByText('send.per_minute: At least 1').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    expect((await saved()).send.per_minute).toBe(20)
    await json.fill(JSON.stringify({ ...now, send: { ...now.send, per_minute: 25 } }))
    await page.getByText('send.per_minute, now 20, then 25').waitFor()
    await web.client.change_settings({ send: { per_minute: 22 }, log: { max_mb: 12 } })
    await page.getByRole('button', { name: 'Save' }).click()
    const dialog = page.getByRole('dialog', { name: 'Settings changed elsewhere' })
    await dialog.getByLabel('Yours: 25').waitFor()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect.poll(saved).toMatchObject({ send: { per_minute: 25 }, log: { max_mb: 12 } })
    await page.getByText('Saved', { exact: true }).last().waitFor()
    await web.client.change_settings({ send: null, log: null })
  })

  test('where nothing can restart the web process, the page says what to do', async () => {
    const { page } = await pages.at(`${root}/web`)
    await field(page, 'Port').fill('9999')
    await page.getByText('Restart needed').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    const notice = page.getByRole('region', { name: 'Restart required' })
    await notice.getByText('service up').waitFor()
    expect(await notice.getByRole('button').count()).toBe(0)
    await web.client.change_settings({ web: null })
  })

  test('works in German, and on a narrow screen shows first the index and then the section', async () => {
    const { page } = await pages.in('de', root)
    await using _ = await inWindow(page, { width: 390, height: 844 })
    await heading(page, 'Einstellungen').waitFor()
    await page.getByRole('searchbox', { name: 'Einstellungen durchsuchen' }).fill('sms')
    await page.getByRole('link', { name: 'Als SMS senden' }).click()
    await expect.poll(() => page.evaluate<string>('document.activeElement.getAttribute("role")')).toBe('switch')
    await page.getByText('Erfordert ein iPhone, das SMS an diesen Mac weiterleitet.').waitFor()
    expect(await page.getByRole('searchbox').isVisible()).toBe(false)
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    await page.getByRole('link', { name: 'Alle Einstellungen' }).click()
    await page.getByRole('searchbox').waitFor()
  })
})

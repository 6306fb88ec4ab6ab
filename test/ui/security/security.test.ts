import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, openBrowser, openPage } from '../../harness/ui.ts'
import { password, signedIn, type WebHere, webHere } from '../../harness/web-here.ts'

describe.skipIf(!hasBrowser)('security', () => {
  let browser: Browser
  let web: WebHere
  beforeAll(async () => {
    browser = await openBrowser()
    web = await webHere()
  })
  afterAll(async () => {
    await browser?.close()
    await web?.[Symbol.asyncDispose]()
  })

  const open = () => openPage({ browser, url: web.url, path: '/app/settings/security' })
  const keyRow = (page: Page, name: string) =>
    page.getByRole('list', { name: 'API keys' }).getByRole('listitem').filter({ hasText: name })
  const kept = (page: Page) => page.evaluate<string>('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])')

  async function makeKey(page: Page, name: string): Promise<string> {
    await page.getByRole('button', { name: 'New key' }).click()
    const dialog = page.getByRole('dialog', { name: 'New key' })
    // Whoever opened it types the name at once.
    await dialog.getByRole('textbox', { name: 'Name' }).and(page.locator(':focus')).waitFor()
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
    await dialog.getByRole('checkbox', { name: 'Send' }).check()
    await dialog.getByRole('button', { name: 'Create key' }).click()
    const fresh = page.getByRole('region', { name: `The key “${name}”` })
    return (await fresh.getByText(/^svc_/).textContent()) ?? ''
  }

  test('a key is shown once, with an example, and no trace of it is left afterwards', async () => {
    const { page } = await open()
    await using _ = page
    await page.getByText('every program on this Mac can use the API without a key').waitFor()
    const saved = await makeKey(page, 'desk')
    expect(saved).toMatch(/^svc_[0-9a-f]{64}$/)
    await page.getByText(`curl -H 'Authorization: Bearer ${saved}'`).waitFor()
    await keyRow(page, 'desk').getByText('reads and sends').waitFor()
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
    await web.client.add_key({ label: 'script', scopes: ['read', 'admin'] })
    const labels = async () => (await web.client.list_keys()).map(({ label }) => label)
    const { page } = await open()
    await using _ = page
    await page.getByRole('button', { name: 'Edit script' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('report')
    await page.getByRole('checkbox', { name: 'Administer' }).uncheck()
    await page.getByRole('button', { name: 'Save' }).click()
    await keyRow(page, 'report').getByText('reads ·').waitFor()
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

  test('a user who knows the password can change and remove it, and other browsers are signed out', async () => {
    const { page, wrong, settled } = await open()
    await using _ = page
    // What is loaded in the moment in which the password is set is refused.
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

    const other = await signedIn(web.url)
    await page.reload()
    await page.getByRole('button', { name: 'Sign out all others' }).click()
    await page.getByText('One browser is signed out').waitFor()
    expect((await fetch(`${web.url}/api/ui/session`, { headers: other })).status).toBe(401)
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

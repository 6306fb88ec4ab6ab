import { createServer } from 'node:net'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unusedPort } from '../../../src/cli/test-unused-port.ts'
import { names } from '../../../src/contract/names.ts'
import { apiKeyOf } from '../../../src/store/api-keys.ts'
import { readConfig } from '../../../src/store/config-file.ts'
import { serviceDir } from '../../../src/store/service-dir.ts'
import { hasBrowser, openBrowser, openPage } from '../../harness/ui.ts'
import { type WebHere, webHere } from '../../harness/web-here.ts'
import { violations, withAxe } from '../accessibility/axe.ts'

describe.skipIf(!hasBrowser)('other apps', () => {
  let browser: Browser
  let web: WebHere
  let port: number
  beforeAll(async () => {
    browser = await openBrowser()
    port = await unusedPort()
    web = await webHere({ config: { compat: { bluebubbles: { port } } } })
  })
  afterAll(async () => {
    await browser?.close()
    await web?.[Symbol.asyncDispose]()
  })

  const open = () => openPage({ browser, url: web.url, path: '/app/settings/apps', prepare: withAxe })
  const config = () =>
    readConfig(serviceDir(join(web.mac.home, names.baseDirectory)).configFile).snapshot?.config ?? expect.fail()
  const labelOf = (password: string) => apiKeyOf(password, config().auth.api_keys, Date.now())?.label

  test('the switch lets apps connect and shows a password once, and a new password replaces it', async () => {
    const { page } = await open()
    await using _ = page
    const fresh = page.getByRole('region', { name: 'New password for BlueBubbles clients' })
    const password = async () => (await fresh.locator('code').textContent()) ?? ''
    await page.getByRole('switch', { name: 'BlueBubbles clients' }).press('Space')
    await page.getByText('Ready for connections').waitFor()
    await page.getByText(`http://127.0.0.1:${port}`).waitFor()
    const first = await password()
    expect(labelOf(first)).toBe('BlueBubbles')
    const asked = await fetch(`http://127.0.0.1:${port}/api/v1/ping?password=${first}`)
    expect([asked.status, await asked.text()]).toEqual([200, expect.stringContaining('pong')])
    expect(await violations(page)).toEqual([])
    await fresh.getByText('Scan with the BlueBubbles app').click()
    const code = fresh.getByRole('img', { name: 'QR code with address and password' })
    const address = fresh.getByRole('textbox', { name: 'Address for the phone' })
    await address.fill('http://127.0.0.1:1234')
    expect(await code.count()).toBe(0)
    await address.fill('https://mac.tail1234.ts.net:8443')
    await code.waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'I’ve saved the password' }).press('Enter')
    await fresh.waitFor({ state: 'detached' })

    await page.getByRole('button', { name: 'New password' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Replace the password?' })
    expect(await violations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'New password' }).press('Enter')
    await fresh.getByText('The previous one no longer works.').waitFor()
    const second = await password()
    expect([labelOf(first), labelOf(second)]).toEqual([undefined, 'BlueBubbles'])

    // Its key is revoked elsewhere.
    const { key_id: id } = config().compat.bluebubbles
    await web.client.revoke_key({ id: id ?? '' })
    await page.getByText('The password is missing or was revoked.').waitFor()
    await page.getByRole('switch', { name: 'BlueBubbles clients' }).press('Space')
    await expect.poll(() => config().compat.bluebubbles.enabled).toBe(false)
  })

  test('a port that another program uses is named, and another one is chosen', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => other.once('listening', resolve))
    const { port: taken } = other.address() as { port: number }
    await web.client.change_settings({ compat: { bluebubbles: { enabled: true, port: taken } } })
    const { page } = await open()
    await using _ = page
    await page.getByText(`Another program uses port ${taken}.`).waitFor()
    await page.getByText('Not reachable').waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole('textbox', { name: 'Port' }).fill(String(port))
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Ready for connections').waitFor()
    await new Promise((resolve) => other.close(resolve))
  })
})

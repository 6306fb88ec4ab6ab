import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TemporaryMac, temporaryMac } from '../../../simulator/temporary-mac.ts'
import { hasBrowser, openBrowser, openPage } from '../../harness/ui.ts'
import { type WebHere, webHere } from '../../harness/web-here.ts'

const [phone, mail] = ['+12025550123', 'anna@example.org']

describe.skipIf(!hasBrowser)('a person with two addresses', () => {
  let browser: Browser
  let mac: TemporaryMac
  let web: WebHere
  beforeAll(async () => {
    browser = await openBrowser()
    mac = temporaryMac()
    const { contacts, messages } = mac
    contacts.onMyMac.add({ firstName: 'Anna', lastName: 'Berg', phones: [phone], emails: [mail] })
    messages.receive({ from: phone, text: 'by phone' })
    messages.receive({ from: mail, text: 'by mail' })
    web = await webHere({ over: mac })
  })
  afterAll(async () => {
    await browser?.close()
    await web?.[Symbol.asyncDispose]()
    mac?.close()
  })

  test('is one row with a choice of address to write to, and two rows when kept separate', async () => {
    const { page } = await openPage({ browser, url: web.url, path: `/app/c/${encodeURIComponent(`any;-;${mail}`)}` })
    await using _ = page
    const rows = page.locator('a[data-guid]')
    await page.getByText('by phone').first().waitFor()
    await expect.poll(() => rows.count()).toBe(1)
    const to = page.getByRole('combobox', { name: 'Send to' })
    await expect.poll(() => to.inputValue()).toBe(mail)
    await to.selectOption(phone)
    await page.getByRole('textbox', { name: 'Message', exact: true }).fill('to the phone')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await web.client.list_sends({})).map(({ handle }) => handle)).toEqual([phone])

    await page.getByRole('button', { name: 'Details' }).click()
    await page.getByRole('complementary', { name: 'Details' }).getByRole('switch', { name: 'One conversation' }).click()
    await page.getByText('Each address of Anna Berg is now a separate conversation').waitFor()
    await expect.poll(() => rows.count()).toBe(2)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => rows.count()).toBe(1)
  })
})

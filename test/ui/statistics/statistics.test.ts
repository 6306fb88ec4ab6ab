import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { journalDeliveries } from '../../../src/store/journal/deliveries.ts'
import { openJournal } from '../../../src/store/journal/open.ts'
import { ingestInto, pageOf, relayed, skipped, toIntegrations } from '../../../src/store/journal/test-journal.ts'
import { dirOf } from '../../harness/bridge-process.ts'
import { hasBrowser, openBrowser, openPage } from '../../harness/ui.ts'
import { until } from '../../harness/until.ts'
import { webHere } from '../../harness/web-here.ts'

describe.skipIf(!hasBrowser)('the statistics', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(() => browser?.close())

  test('count written messages by themselves, in bars and in a table, and can be disabled', async () => {
    await using web = await webHere()
    // All three in the same hour of the same day.
    const atMs = Date.now() - 60_000
    for (const text of ['One', 'Two', 'Three']) web.mac.messages.receive({ from: '+12025550123', text, atMs })
    await until(async () => (await web.client.search({ q: 'Three' })).results.length === 1)
    const { page } = await openPage({ browser, url: web.url, path: '/app/stats' })
    await using _ = page
    await page.getByText(/^Nothing was relayed yet\./).waitFor()
    const messages = page.getByRole('region').or(page.locator('section')).filter({ hasText: 'relayed or not' })
    await expect.poll(() => messages.getByRole('definition').allTextContents()).toEqual(['0', '3'])
    expect(await page.getByRole('button', { name: /: \d messages?$/ }).count()).toBe(24 + 7)
    await page
      .getByRole('button', { name: /: 3 messages$/ })
      .first()
      .focus()
    await page
      .getByRole('status')
      .getByText(/: 3 messages$/)
      .waitFor()

    const ranked = page.getByRole('listitem').filter({ hasText: '+12025550123' })
    expect(await ranked.textContent()).toBe('+120255501233')
    await page.getByRole('button', { name: 'View as table · By day of the week' }).click()
    const rows = page.getByRole('table').first().getByRole('row')
    expect(await rows.count()).toBe(1 + 7)
    expect(await rows.nth(1).textContent()).toContain('Monday')
    await page.getByLabel('Range').selectOption({ label: 'All time' })
    await ranked.waitFor()
    await page.getByRole('button', { name: 'View as table · Top contacts' }).click()
    await page.getByRole('table').last().getByRole('row', { name: '+12025550123 3' }).waitFor()

    await web.client.change_settings({ integrations: { stats: { enabled: false } } })
    await page.reload()
    await page.getByRole('button', { name: 'Turn on statistics' }).click()
    await page.getByRole('heading', { name: 'By day of the week' }).waitFor()
  })

  test('show two people of the same name as two, in every range', async () => {
    const [anna, otherAnna, ben] = ['+12025550123', '+12025550124', '+12025550145']
    await using web = await webHere()
    for (const phone of [anna, otherAnna])
      web.mac.contacts.onMyMac.add({ firstName: 'Anna', lastName: 'Keller', phones: [phone] })
    const write = (from: string, count: number, atMs: number) => {
      for (let n = 0; n < count; n++) web.mac.messages.receive({ from, text: 'Hello', atMs: atMs - n })
    }
    const nowMs = Date.now()
    write(ben, 9, nowMs - 100 * 86_400_000)
    write(anna, 3, nowMs - 60_000)
    write(otherAnna, 2, nowMs - 60_000)
    write(ben, 1, nowMs - 60_000)
    const { page } = await openPage({ browser, url: web.url, path: '/app/stats' })
    await using _ = page
    const ranks = page.getByRole('listitem').filter({ hasText: /^(Anna|\+1)/ })
    await expect.poll(() => ranks.allTextContents()).toEqual(['Anna Keller3', 'Anna Keller2', '+120255501451'])
    await page.getByLabel('Range').selectOption({ label: 'All time' })
    await expect.poll(() => ranks.allTextContents()).toEqual(['+1202555014510', 'Anna Keller3', 'Anna Keller2'])
  })

  test('count what was relayed, where to and from whom', async () => {
    await using web = await webHere({ config: { whitelist: { handles: ['+12025550123'] } } })
    const { db } = openJournal(dirOf(web.mac.home).journalFile)
    const row = relayed(1)
    ingestInto(db).commit(pageOf([row, skipped(2, 'junk')], { nowMs: Date.now() - 60 }), toIntegrations('webhook'))
    const deliveries = journalDeliveries(db, Buffer.alloc(32, 1))
    const [first] = deliveries.next({ integration: 'webhook', afterSeq: 0, limit: 1 }, [])
    if (first !== undefined)
      deliveries.settle([{ integration: 'webhook', id: first.id, outcome: 'acked' }], first.createdAtMs + 40)
    db.close()
    const { page } = await openPage({ browser, url: web.url, path: '/app/stats' })
    await using _ = page
    await page.getByRole('row', { name: 'webhook Typically 40 ms, 95% within 40 ms 1 0 0' }).waitFor()
    const relaying = page.locator('section').filter({ hasText: 'Typical delivery time' })
    expect(await relaying.getByRole('definition').allTextContents()).toEqual([
      '2',
      '1',
      '1',
      '0',
      '1',
      '40 ms',
      '95% within 40 ms',
    ])
    await page.getByRole('button', { name: /: 2 received, 1 relayed$/ }).focus()
    await page
      .getByRole('status')
      .getByText(/: 2 received, 1 relayed$/)
      .waitFor()
    await page.getByRole('button', { name: 'View as table · Messages over time' }).click()
    await page.getByRole('row', { name: / 2 1 1 0 1$/ }).waitFor()
    await page.getByRole('listitem').filter({ hasText: 'Spam' }).waitFor()
  })
})

import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BridgeHere, bridgeHere } from '../../harness/bridge-here.ts'
import { OnePage } from '../../harness/one-page.ts'
import { hasBrowser, openBrowser, openPage } from '../../harness/ui.ts'
import { until } from '../../harness/until.ts'
import { type WebHere, webHere } from '../../harness/web-here.ts'

const side = (page: Page) => page.getByRole('navigation', { name: 'Conversations' })
const row = (page: Page, name: string) => side(page).getByRole('link', { name })
const chip = (page: Page, name: RegExp) => side(page).getByRole('button', { name })
const item = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true })
const message = (page: Page, text: string) =>
  page.getByRole('list', { name: 'Messages' }).getByRole('listitem').filter({ hasText: text }).last()
const isAt = (page: Page, path: string) => until(() => page.url().endsWith(path))

describe.skipIf(!hasBrowser)('what is put away and what is kept at hand', () => {
  let browser: Browser
  let bridge: BridgeHere
  let web: WebHere
  let pages: OnePage
  beforeAll(async () => {
    ;[browser, bridge] = await Promise.all([openBrowser(), bridgeHere()])
    web = await webHere({ over: bridge.mac })
    pages = new OnePage({ browser, url: web.url })
    web.mac.messages.receive({ from: '+12025557000', text: 'Always here' })
    const { chatGuid: guid = '' } = web.mac.messages.receive({ from: '+12025557009', text: 'Long ago' })
    await web.client.archive_conversation({ guid })
  })
  afterAll(async () => {
    await browser?.close()
    await web?.[Symbol.asyncDispose]()
    await bridge?.[Symbol.asyncDispose]()
  })

  /** The keys of the page are loaded once it counts what is archived. */
  async function ready({ page, settled, connected }: Awaited<ReturnType<typeof openPage>>): Promise<void> {
    await chip(page, /^Archived/).waitFor()
    await Promise.all([settled(), connected()])
  }

  test('a conversation archived from its menu leaves the list in every tab, appears in the archive, and comes back with a new message', async () => {
    const name = '+12025557001'
    web.mac.messages.receive({ from: name, text: 'An offer' })
    const opened = await pages.at('/app/messages')
    const { page } = opened
    const other = await openPage({ browser, url: web.url })
    await using __ = other.page
    for (const one of [page, other.page]) await row(one, name).waitFor()
    await Promise.all([ready(opened), ready(other)])
    await row(page, name).click({ button: 'right' })
    await item(page, 'Archive').click()
    for (const one of [page, other.page]) await row(one, name).waitFor({ state: 'detached' })
    await page.getByText(`${name} archived`).waitFor()
    await chip(page, /^Archived\s*2$/).click()
    await isAt(page, '/app/archived')
    await row(page, name).click()
    await page.getByRole('main').getByRole('button', { name: 'Unarchive' }).waitFor()
    expect(await row(page, name).isVisible()).toBe(true)
    await chip(page, /^All/).click()
    await row(page, name).waitFor({ state: 'detached' })
    web.mac.messages.receive({ from: name, text: 'A better offer' })
    for (const one of [page, other.page]) await row(one, name).waitFor()
    await chip(page, /^Archived\s*1$/).waitFor()
  })

  test('a key archives the open conversation, and the notice about it undoes that', async () => {
    const name = '+12025557002'
    const { chatGuid = '' } = web.mac.messages.receive({ from: name, text: 'Done' })
    const path = `/app/c/${encodeURIComponent(chatGuid)}`
    const opened = await pages.at(path)
    const { page } = opened
    await message(page, 'Done').waitFor()
    await ready(opened)
    await page.keyboard.press('Control+Shift+A')
    await isAt(page, '/app/messages')
    await row(page, name).waitFor({ state: 'detached' })
    await page
      .getByRole('status')
      .filter({ hasText: `${name} archived` })
      .getByRole('button', { name: 'Undo' })
      .click()
    await row(page, name).waitFor()
    expect((await web.client.get_conversation({ guid: chatGuid })).archived).toBe(false)
  })

  test('on a phone a swipe archives and restores, and going back leads to the archive', async () => {
    const name = '+12025557003'
    web.mac.messages.receive({ from: name, text: 'By finger' })
    const context = { viewport: { width: 390, height: 740 }, hasTouch: true, isMobile: true }
    const { page, settled } = await openPage({ browser, url: web.url, context })
    await using _ = page
    await row(page, name).waitFor()
    await settled()
    const finger = await page.context().newCDPSession(page)
    const { x = 0, y = 0 } = (await row(page, name).boundingBox()) ?? {}
    await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: x + 60, y: y + 20 }] })
    await item(page, 'Archive').waitFor()
    await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await item(page, 'Archive').tap()
    await row(page, name).waitFor({ state: 'detached' })
    await chip(page, /^Archived/).tap()
    await row(page, name).tap()
    await page.getByRole('link', { name: 'Back to conversations' }).tap()
    await isAt(page, '/app/archived')
    await row(page, name).tap()
    await page.getByRole('button', { name: 'Details' }).tap()
    await page.getByRole('dialog').getByRole('switch', { name: 'Archived' }).tap()
    await until(async () => !(await web.client.get_conversation({ guid: `any;-;${name}` })).archived)
  })

  test('a star is set by key and by menu, shown in the thread, and listed with a link to its message', async () => {
    const name = '+12025557004'
    const { chatGuid = '' } = web.mac.messages.receive({ from: name, text: 'The code is 4711' })
    web.mac.messages.receive({ from: name, text: '12 Harbour Road' })
    const path = `/app/c/${encodeURIComponent(chatGuid)}`
    const opened = await pages.at(path)
    const { page } = opened
    await message(page, '12 Harbour Road').waitFor()
    await ready(opened)
    await message(page, 'The code is 4711').focus()
    await page.keyboard.press('s')
    await message(page, 'The code is 4711').getByText('Starred').waitFor()
    await message(page, '12 Harbour Road').getByText('12 Harbour Road').click({ button: 'right' })
    await item(page, 'Star').click()
    await message(page, '12 Harbour Road').getByText('Starred').waitFor()
    await side(page).getByRole('link', { name: 'Starred messages' }).click()
    const starred = page.getByRole('list', { name: 'Starred messages' }).getByRole('listitem')
    await until(async () => (await starred.count()) === 2)
    expect(await starred.first().textContent()).toContain('12 Harbour Road')
    await starred
      .first()
      .getByRole('button', { name: /^Remove star/ })
      .click()
    await until(async () => (await starred.count()) === 1)
    await starred.getByRole('link', { name: 'The code is 4711' }).click()
    await message(page, 'The code is 4711').getByText('Starred').waitFor()
    await message(page, '12 Harbour Road').getByText('Starred').waitFor({ state: 'detached' })
  })
})

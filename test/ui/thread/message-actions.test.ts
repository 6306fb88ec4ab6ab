import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampleFile } from '../../../simulator/media/sample-files.ts'
import { bridgeHere } from '../../harness/bridge-here.ts'
import { OnePage } from '../../harness/one-page.ts'
import { hasBrowser, openBrowser } from '../../harness/ui.ts'
import { until } from '../../harness/until.ts'
import { type WebHere, webHere } from '../../harness/web-here.ts'

const anna = '+12025550123'
const path = `/app/c/${encodeURIComponent(`any;-;${anna}`)}`
const list = (page: Page) => page.getByRole('list', { name: 'Messages' })
const row = (page: Page, text: string) => list(page).getByRole('listitem').filter({ hasText: text }).last()
const field = (page: Page) => page.getByRole('textbox', { name: 'Message' })
const menu = (page: Page) => page.getByRole('menu', { name: 'Actions' })
const hasFocus = (page: Page, text: string) =>
  until(() => row(page, text).evaluate((element) => element === element.ownerDocument.activeElement))

describe.skipIf(!hasBrowser)('with a message', () => {
  let browser: Browser
  let web: WebHere
  let bridge: Awaited<ReturnType<typeof bridgeHere>>
  let pages: OnePage
  beforeAll(async () => {
    browser = await openBrowser()
    bridge = await bridgeHere()
    web = await webHere({ over: bridge.mac, config: { send: { ui_scripting: true } } })
    const context = { permissions: ['clipboard-read', 'clipboard-write'], hasTouch: true }
    pages = new OnePage({ browser, url: web.url, context })
    const { messages } = web.mac
    for (const variant of [0, 1, 2]) messages.receive({ from: anna, files: [sampleFile('jpeg', variant)] })
    messages.receive({ from: anna, text: 'Lunch at one?' })
    messages.send({ to: anna, text: 'Gladly', state: 'delivered' })
    messages.receive({ from: anna, text: 'See you then' })
  })
  afterAll(async () => {
    await browser?.close()
    await web?.[Symbol.asyncDispose]()
    await bridge?.[Symbol.asyncDispose]()
  })

  test('single letters react, reply, edit, copy and unsend, and only while the message has the focus', async () => {
    const { page } = await pages.at(path)
    await row(page, 'See you then').waitFor()
    await field(page).focus()
    await page.keyboard.press('ArrowUp')
    await hasFocus(page, 'Gladly')
    await page.keyboard.press('ArrowUp')
    await hasFocus(page, 'Lunch at one?')
    // The keys of messages are loaded after the messages.
    await until(async () => {
      await page.keyboard.press('c')
      return (await page.getByText('Copied').count()) > 0
    })
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('Lunch at one?')
    // The capabilities of this Mac have to be known first.
    await until(async () => {
      await page.keyboard.press('t')
      return (await menu(page).getByRole('menuitemcheckbox', { name: 'Like', exact: true }).count()) === 1
    })
    await page.keyboard.press('2')
    await row(page, 'Lunch at one?').getByRole('button', { name: '1 reaction: 1 Liked; show who' }).waitFor()
    await hasFocus(page, 'Lunch at one?')
    await page.keyboard.press('r')
    await until(async () => (await field(page).inputValue()) === '“Lunch at one?”\n')
    await field(page).fill('')
    await page.keyboard.press('e')
    expect(await field(page).inputValue()).toBe('e')
    await field(page).fill('')

    await page.keyboard.press('ArrowUp')
    await hasFocus(page, 'Gladly')
    await page.keyboard.press('e')
    await page.getByRole('dialog', { name: 'Edit' }).getByRole('textbox', { name: 'Edit' }).fill('With pleasure')
    await page.getByRole('button', { name: 'Save' }).click()
    await row(page, 'With pleasure').getByRole('button', { name: 'Edited' }).click()
    await page.getByRole('dialog', { name: 'Earlier versions' }).getByText('Gladly').waitFor()
    await page.keyboard.press('Escape')
    await row(page, 'With pleasure').focus()
    await page.keyboard.press('Delete')
    await page.getByRole('dialog', { name: 'Unsend this message?' }).getByRole('button', { name: 'Undo send' }).click()
    await row(page, 'This message was unsent').focus()
    await page.keyboard.press('Enter')
    await menu(page).getByRole('menuitem', { name: 'Copy link' }).waitFor()
    expect(await menu(page).getByRole('menuitem').count()).toBe(2)
  })

  test('the menu opens by the second mouse button and by a long press, and the list of keys names all actions', async () => {
    const { page } = await pages.at(path)
    await page.keyboard.press('Escape')
    await menu(page).waitFor({ state: 'detached' })
    await row(page, 'See you then').getByText('See you then').click({ button: 'right' })
    await menu(page).getByRole('menuitem', { name: 'Reply with quote' }).waitFor()
    await page.keyboard.press('Escape')
    await menu(page).waitFor({ state: 'detached' })
    const { x = 0, y = 0 } = (await row(page, 'See you then').getByText('See you then').boundingBox()) ?? {}
    const finger = await page.context().newCDPSession(page)
    const touchPoints = [{ x: x + 20, y: y + 10 }]
    await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
    await menu(page).waitFor()
    await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await menu(page).getByRole('menuitem', { name: 'Copy', exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    for (const name of ['React; then 1 to 6', 'Undo send', 'Find in conversation'])
      await keys.getByText(name, { exact: true }).waitFor()
  })

  test('its pictures open large, in one sequence with those of other messages', async () => {
    const { page } = await pages.at(path)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const second = list(page)
      .getByRole('button', { name: /^Photo from/ })
      .nth(1)
    await second.focus()
    await page.keyboard.press('Enter')
    const viewer = page.getByRole('dialog', { name: 'Picture' })
    const place = (text: string) => viewer.getByRole('status').getByText(text).waitFor()
    await place('2 of 3')
    await page.keyboard.press('ArrowRight')
    await place('3 of 3')
    expect(await viewer.getByRole('button', { name: 'Next picture' }).isDisabled()).toBe(true)
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('+')
    const picture = viewer.getByRole('img', { name: /^Photo from/ })
    await until(async () => (await picture.getAttribute('style'))?.includes('scale(1.5)') === true)
    await page.keyboard.press('0')
    await picture.dblclick()
    await until(async () => (await picture.getAttribute('style'))?.includes('scale(2.5)') === true)
    await place('2 of 3')
    await page.keyboard.press('Escape')
    await until(() => second.evaluate((button) => button === button.ownerDocument.activeElement))
  })
})

import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OnePage } from '../../harness/one-page.ts'
import { hasBrowser, openBrowser, openPage } from '../../harness/ui.ts'
import { until } from '../../harness/until.ts'
import { type WebHere, webHere } from '../../harness/web-here.ts'

const handle = '+12025552900'
const path = `/app/c/${encodeURIComponent(`any;-;${handle}`)}`
const field = (page: Page) => page.getByRole('textbox', { name: /^(Message|Nachricht)$/ })
const picker = (page: Page) => page.getByRole('dialog', { name: /^Emojis?$/ })
const holds = (page: Page, text: string) => until(async () => (await field(page).inputValue()) === text)

describe.skipIf(!hasBrowser)('emoji', () => {
  let browser: Browser
  let web: WebHere
  let pages: OnePage
  beforeAll(async () => {
    ;[browser, web] = await Promise.all([openBrowser(), webHere()])
    pages = new OnePage({ browser, url: web.url })
    web.mac.messages.receive({ from: handle, text: 'Hello' })
  })
  afterAll(async () => {
    await browser?.close()
    await web?.[Symbol.asyncDispose]()
  })

  /** The conversation with nothing written. */
  async function emptied(): Promise<Page> {
    const { page } = await pages.at(path)
    await field(page).fill('')
    return page
  }

  test('are found by name with the keyboard, and inserted at the caret', async () => {
    const page = await emptied()
    await field(page).fill('Ab')
    await field(page).press('ArrowLeft')
    await page.keyboard.press('Control+e')
    await picker(page).getByRole('searchbox', { name: 'Find an emoji' }).fill('party popper')
    await picker(page).getByRole('gridcell', { name: 'Party popper', selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await holds(page, 'A🎉b')
    await picker(page).waitFor({ state: 'detached' })
    await page.keyboard.press('Control+z')
    await holds(page, 'Ab')
  })

  test('open at the first click on a fresh page, which loads more buttons while the pointer is down', async () => {
    const { page } = await openPage({ browser, url: web.url, path, context: {} })
    await using _ = page
    await page.getByRole('button', { name: 'Insert an emoji' }).hover()
    await page.mouse.down()
    await page.getByRole('button', { name: 'Send later' }).waitFor()
    await page.mouse.up()
    await picker(page).getByRole('searchbox').waitFor()
  })

  test('appear in the order of their last use', async () => {
    const page = await emptied()
    await page.getByRole('button', { name: 'Insert an emoji' }).click()
    await picker(page).getByRole('gridcell', { name: 'Grinning face', exact: true }).click()
    await holds(page, '😀')
    await field(page).fill('')
    await page.reload()
    await page.getByRole('button', { name: 'Insert an emoji' }).click()
    await picker(page).getByRole('group', { name: 'Recent' }).getByRole('button', { name: '😀' }).click()
    await holds(page, '😀')
  })

  test('are closed by Escape, which returns to the previous focus', async () => {
    const page = await emptied()
    await field(page).focus()
    await page.keyboard.press('Control+e')
    await picker(page).getByRole('searchbox').waitFor()
    await page.keyboard.press('Escape')
    await picker(page).waitFor({ state: 'detached' })
    await page.keyboard.type('Here')
    await holds(page, 'Here')
  })

  test('have German names in German, and open from below on a narrow screen', async () => {
    const context = { locale: 'de-AT', viewport: { width: 390, height: 844 } }
    const { page } = await openPage({ browser, url: web.url, path, context })
    await using _ = page
    await page.getByRole('button', { name: 'Emoji einfügen' }).click()
    await picker(page).getByRole('searchbox', { name: 'Emoji suchen' }).fill('konfetti')
    await picker(page).getByRole('gridcell', { name: 'Konfettibombe' }).waitFor()
    const box = await picker(page).boundingBox()
    expect([box?.x, box?.width, (box?.y ?? 0) + (box?.height ?? 0)]).toEqual([0, 390, 844])
  })
})

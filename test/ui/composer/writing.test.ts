import type { Browser, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clearFaults, setFault } from '../../../simulator/programs/faults.ts'
import { OnePage } from '../../harness/one-page.ts'
import { hasBrowser, openBrowser } from '../../harness/ui.ts'
import { until } from '../../harness/until.ts'
import { type WebHere, webHere } from '../../harness/web-here.ts'

const at = (handle: string) => `/app/c/${encodeURIComponent(`any;-;${handle}`)}`
const field = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })
const holds = (page: Page, text: string) => until(async () => (await field(page).inputValue()) === text)
const onItsWay = (page: Page) => page.getByRole('list', { name: 'Outgoing messages' })

const unanswered = async (route: Route) => {
  await route.fetch()
  await route.abort()
}

/** Drops three files, and pastes a document. */
const givesFiles = `{
  const dropped = new DataTransfer()
  for (const file of [new File(['a'], 'one.txt'), new File(['b'], 'two.exe'), new File([], 'nothing.txt')])
    dropped.items.add(file)
  document.dispatchEvent(new DragEvent('drop', { dataTransfer: dropped, bubbles: true, cancelable: true }))
  const pasted = new DataTransfer()
  pasted.items.add(new File(['pdf'], 'plan.pdf', { type: 'application/pdf' }))
  const paste = new ClipboardEvent('paste', { clipboardData: pasted, bubbles: true, cancelable: true })
  document.querySelector('textarea').dispatchEvent(paste)
}`

describe.skipIf(!hasBrowser)('writing', () => {
  let browser: Browser
  let web: WebHere
  let pages: OnePage
  beforeAll(async () => {
    ;[browser, web] = await Promise.all([openBrowser(), webHere()])
    pages = new OnePage({ browser, url: web.url })
    web.mac.contacts.onMyMac.add({ firstName: 'Zoe', lastName: 'Quick', phones: ['+12025553003'] })
  })
  afterAll(async () => {
    await browser?.close()
    await web?.[Symbol.asyncDispose]()
  })

  /** Creates a person for each test, so that none sees what another wrote. */
  let people = 0
  async function conversation() {
    const handle = `+1202555${String(2000 + ++people)}`
    web.mac.messages.receive({ from: handle, text: 'Hello' })
    const opened = await pages.at(at(handle))
    await opened.page.getByRole('heading', { name: handle }).waitFor()
    await until(() => field(opened.page).isEnabled())
    const sent = async () =>
      (await web.client.list_messages({ guid: `any;-;${handle}` }))
        .filter(({ is_from_me }) => is_from_me)
        .map(({ text, attachments }) => text || attachments.map(({ filename }) => filename).join())
    const sends = (...texts: string[]) =>
      until(async () => JSON.stringify(await sent()) === JSON.stringify(texts), { describe: () => `${texts}` })
    return { ...opened, handle, sent, sends }
  }

  test('Enter sends, Shift+Enter begins a new line, and neither happens while a word is composed', async () => {
    const { page, sends } = await conversation()
    await field(page).pressSequentially('One')
    await field(page).press('Shift+Enter')
    await field(page).pressSequentially('two')
    await field(page).dispatchEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true, cancelable: true })
    expect(await field(page).inputValue()).toBe('One\ntwo')
    await field(page).press('Enter')
    await page.getByText('One two').first().waitFor()
    await holds(page, '')
    await sends('One\ntwo')
  })

  test('a message that the service could not accept is not sent, and a retry sends it once', async () => {
    const { page, wrong, sends } = await conversation()
    await page.route('**/api/v1/send/chat', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 })
    await field(page).fill('Once')
    await field(page).press('Enter')
    await page.getByText('Not sent').first().waitFor()
    wrong.length = 0
    await onItsWay(page).getByRole('button', { name: 'Try again' }).click()
    await sends('Once')
    await onItsWay(page).waitFor({ state: 'detached' })
  })

  test('a message that was sent although no response came is not sent again', async () => {
    const { page, wrong, sends } = await conversation()
    // The page tries again only once its first words have been seen.
    const seen = Promise.withResolvers<void>()
    await page.route('**/api/v1/send/chat', (route) => seen.promise.then(() => route.continue()))
    await page.route('**/api/v1/send/chat', unanswered, { times: 1 })
    await field(page).fill('Heard, not answered')
    await field(page).press('Enter')
    await page.getByText('The Mac doesn’t answer').waitFor()
    seen.resolve()
    await page.getByText('The Mac doesn’t answer').waitFor({ state: 'detached' })
    await sends('Heard, not answered')
    wrong.length = 0
  })

  test('the reason why Messages did not send a message is shown, and another attempt is another message', async () => {
    const { page, wrong, sends } = await conversation()
    setFault(web.mac.home, { name: 'automation-denied', times: null })
    await field(page).fill('Denied')
    await field(page).press('Enter')
    await page.getByText('Automation').first().waitFor()
    clearFaults(web.mac.home)
    wrong.length = 0
    await onItsWay(page).getByRole('button', { name: 'Try again' }).click()
    await sends('Denied')
  })

  test('a message written offline waits, and is sent in order once the network is back', async () => {
    const { page, wrong, sends, settled } = await conversation()
    await settled()
    await page.context().setOffline(true)
    await page.getByText('You’re offline').waitFor()
    for (const text of ['First', 'Second', 'Third']) {
      await field(page).fill(text)
      await field(page).press('Enter')
    }
    await onItsWay(page).getByRole('listitem').nth(2).waitFor()
    await page.context().setOffline(false)
    await sends('First', 'Second', 'Third')
    wrong.length = 0
  })

  test('a reload keeps waiting messages, and two tabs send them once', async () => {
    const { page, wrong, sends } = await conversation()
    await page.route('**/api/v1/send/chat', (route) => route.abort())
    await field(page).fill('Still here')
    await field(page).press('Enter')
    await page.getByText('The Mac doesn’t answer').waitFor()
    await page.unroute('**/api/v1/send/chat')
    await using other = await page.context().newPage()
    await Promise.all([page.reload(), other.goto(page.url())])
    await sends('Still here')
    wrong.length = 0
  })

  test('a draft survives a reload and appears in another tab, until it is sent', async () => {
    const { page, sends } = await conversation()
    await using other = await page.context().newPage()
    await other.goto(page.url())
    await field(other).waitFor()
    await field(page).fill('Half a sen')
    await holds(other, 'Half a sen')
    await page.reload()
    await holds(page, 'Half a sen')
    await field(page).press('End')
    await field(page).press('Enter')
    await holds(other, '')
    await sends('Half a sen')
  })

  test('files are sent in their order before the text; files that cannot be sent give the reason', async () => {
    const { page, sends } = await conversation()
    await page.evaluate(givesFiles)
    const tray = page.getByRole('list', { name: 'Files to send' })
    await tray.getByText('Programs can’t be sent').waitFor()
    await tray.getByText('This file is empty').waitFor()
    await page.getByText('Up to 100 MB for each file').waitFor()
    await field(page).fill('Here')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await sends('one.txt', 'plan.pdf', 'Here')
    await tray.getByText('plan.pdf').waitFor({ state: 'detached' })
    await expect.poll(() => tray.getByRole('listitem').count()).toBe(2)
    await tray.getByRole('button', { name: 'Remove two.exe' }).click()
    await tray.getByText('two.exe').waitFor({ state: 'detached' })
    await expect.poll(() => tray.getByRole('listitem').count()).toBe(1)
  })

  test('a message to a new person is sent to the typed address, and a conversation appears', async () => {
    const { page } = await pages.at('/app/new')
    const to = page.getByRole('combobox', { name: 'To' })
    await to.fill('+12025553001, +12025553002')
    await page.getByText('One recipient only').waitFor()
    await to.fill('+1 202 555 3001')
    await to.press('Enter')
    await field(page).fill('Good morning')
    await field(page).press('Enter')
    await page.waitForURL(/\/c\//)
    await page.getByText('Good morning').first().waitFor()
    await until(async () => {
      const sent = await web.client.list_messages({ guid: 'any;-;+12025553001' }).catch(() => [])
      return sent.map(({ text }) => text).join() === 'Good morning'
    })
  })

  test('a known person is found by name, and the existing conversation opens', async () => {
    web.mac.messages.receive({ from: '+12025553003', text: 'Hello' })
    const { page } = await pages.at('/app/new')
    const to = page.getByRole('combobox', { name: 'To' })
    await to.pressSequentially('Zoe')
    await page.getByRole('option', { name: 'Zoe Quick' }).waitFor()
    await to.press('Enter')
    await page.waitForURL(/\/c\/any%3B-%3B%2B12025553003/)
  })
})

import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { clearFaults, setFault } from '../../../simulator/programs/faults.ts'
import type { ClientError } from '../../../src/client/client-error.ts'
import { announcedBy, recordAnnouncements } from '../../harness/announcements.ts'
import { type BridgeHere, bridgeHere } from '../../harness/bridge-here.ts'
import { OnePage } from '../../harness/one-page.ts'
import { hasBrowser, openBrowser, openPage } from '../../harness/ui.ts'
import { until } from '../../harness/until.ts'
import { type WebHere, webHere } from '../../harness/web-here.ts'

const at = (handle: string) => `/app/c/${encodeURIComponent(`any;-;${handle}`)}`
const field = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })
const onItsWay = (page: Page) => page.getByRole('list', { name: 'Outgoing messages' })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Send the same message to many people?' })
const write = async (page: Page, text: string) => {
  await field(page).fill(text)
  await field(page).press('Enter')
}

const givesFiles = `{
  const dropped = new DataTransfer()
  const film = new File([new Uint8Array(1_000_001)], 'film.mov')
  for (const file of [film, new File(['a'], 'setup.exe'), new File(['b'], 'notes.txt')]) dropped.items.add(file)
  document.dispatchEvent(new DragEvent('drop', { dataTransfer: dropped, bubbles: true, cancelable: true }))
}`

const dragsFile = `{
  const dragged = new DataTransfer()
  dragged.items.add(new File(['a'], 'one.txt'))
  document.dispatchEvent(new DragEvent('dragover', { dataTransfer: dragged, bubbles: true, cancelable: true }))
}`

/** A picture of one pixel. */
const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const pastesPicture = `{
  const pasted = new DataTransfer()
  const bytes = Uint8Array.from(atob('${picture}'), (byte) => byte.charCodeAt(0))
  pasted.items.add(new File([bytes], 'screenshot.png', { type: 'image/png' }))
  const paste = new ClipboardEvent('paste', { clipboardData: pasted, bubbles: true, cancelable: true })
  document.querySelector('textarea').dispatchEvent(paste)
}`

describe.skipIf(!hasBrowser)('a written message', () => {
  let browser: Browser
  let bridge: BridgeHere
  let web: WebHere
  let pages: OnePage
  beforeAll(async () => {
    const config = { send: { confirm_timeout_s: 1, same_text_people: 1, max_file_mb: 1 } }
    ;[browser, bridge] = await Promise.all([openBrowser(), bridgeHere()])
    web = await webHere({ over: bridge.mac, config })
    pages = new OnePage({ browser, url: web.url, prepare: recordAnnouncements })
  })
  afterAll(async () => {
    await browser?.close()
    await web?.[Symbol.asyncDispose]()
    await bridge?.[Symbol.asyncDispose]()
  })

  /** Creates a person for each conversation, so that no test sees what another wrote. */
  let people = 0
  const somebody = (): string => {
    const handle = `+1202555${String(4000 + ++people)}`
    web.mac.messages.receive({ from: handle, text: 'Hello' })
    return handle
  }
  const open = async (handle: string) => {
    const opened = await pages.at(at(handle))
    await opened.page.getByRole('heading', { name: handle }).waitFor()
    await field(opened.page).waitFor()
    return opened
  }
  const sentTo = async (handle: string) =>
    (await web.client.list_messages({ guid: `any;-;${handle}` }))
      .filter(({ is_from_me }) => is_from_me)
      .map(({ text }) => text)
  const sends = (handle: string, ...texts: string[]) =>
    until(async () => JSON.stringify(await sentTo(handle)) === JSON.stringify(texts), { describe: () => `${texts}` })

  test('is one bubble, although its row exists before the response', async () => {
    const handle = somebody()
    const { page } = await open(handle)
    const answered = Promise.withResolvers<void>()
    await page.route('**/api/v1/send/chat', async (route) => {
      const response = await route.fetch()
      await answered.promise
      await route.fulfill({ response })
    })
    await write(page, 'Overtaken')
    const bubbles = page.getByRole('main').getByText('Overtaken', { exact: true })
    await onItsWay(page).getByText('Overtaken').waitFor()
    await onItsWay(page).waitFor({ state: 'detached' })
    expect(await bubbles.count()).toBe(1)
    const answer = page.waitForResponse('**/api/v1/send/chat')
    answered.resolve()
    await (await answer).finished()
    await sends(handle, 'Overtaken')
    expect(await bubbles.count()).toBe(1)
  })

  test('that is not sent is reported in every conversation, and can be retried from there', async () => {
    const [handle, other] = [somebody(), somebody()]
    const { page, wrong } = await open(handle)
    const answered = Promise.withResolvers<void>()
    const failing = { times: 1 }
    await page.route(
      '**/api/v1/send/chat',
      async (route) => {
        await answered.promise
        await route.fulfill({ status: 500, body: '' })
      },
      failing,
    )
    await write(page, 'From afar')
    await onItsWay(page).getByText('Sending …').waitFor()
    await page.getByRole('navigation', { name: 'Conversations' }).getByRole('link', { name: other }).click()
    await page.getByRole('heading', { name: other }).waitFor()
    answered.resolve()
    const notice = page.getByRole('alert').filter({ hasText: `Your message to ${handle} was not sent.` })
    await notice.getByRole('button', { name: 'Show' }).waitFor()
    wrong.length = 0
    await notice.getByRole('button', { name: 'Try again' }).click()
    await sends(handle, 'From afar')
    await notice.waitFor({ state: 'detached' })
  })

  test('that may have been sent is never sent again automatically, and says so', async () => {
    const handle = somebody()
    const { page } = await open(handle)
    setFault(web.mac.home, { name: 'handler-failed', times: 1 })
    await write(page, 'Perhaps')
    await onItsWay(page).getByText('Status unknown.').waitFor()
    expect(await sentTo(handle)).toEqual([])
    await onItsWay(page).getByRole('button', { name: 'Send again' }).click()
    await sends(handle, 'Perhaps')
  })

  test('goes to many people only after a confirmation', async () => {
    const [first, second] = [somebody(), somebody()]
    const opened = await open(first)
    const { page } = opened
    await write(page, 'Happy new year')
    await sends(first, 'Happy new year')
    await page.getByRole('navigation', { name: 'Conversations' }).getByRole('link', { name: second }).click()
    await page.getByRole('heading', { name: second }).waitFor()
    await write(page, 'Happy new year')
    await dialog(page).getByText('to 2 people').waitFor()
    opened.wrong.length = 0
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await onItsWay(page).getByText('Press Send now').waitFor()
    expect(await sentTo(second)).toEqual([])
    await onItsWay(page).getByRole('button', { name: 'Send now' }).click()
    await dialog(page).getByRole('button', { name: 'Send now' }).click()
    opened.wrong.length = 0
    await sends(second, 'Happy new year')
  })

  test('is sent with the files that can be sent, whose progress it shows, and gives a reason for the others', async () => {
    const handle = somebody()
    const { page } = await open(handle)
    await page.getByRole('button', { name: 'Attach files' }).waitFor()
    await page.evaluate(givesFiles)
    const tray = page.getByRole('list', { name: 'Files to send' })
    await tray.getByText('Too large to send').waitFor()
    await tray.getByText('Programs can’t be sent').waitFor()
    await page.getByText('Up to 1 MB for each file').waitFor()
    const words = [/\d files? attached/, /film\.mov: Too large to send/, /setup\.exe: Programs can’t be sent/]
    await until(async () => {
      const announced = (await announcedBy(page)).join('. ')
      return words.every((word) => word.test(announced))
    })
    await page.evaluate(pastesPicture)
    await tray.getByText('screenshot.png').waitFor()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await until(async () => (await announcedBy(page)).includes('screenshot.png: 100 %'))
    const files = async () =>
      (await web.client.list_messages({ guid: `any;-;${handle}` })).flatMap(({ attachments }) =>
        attachments.map(({ filename }) => filename),
      )
    await until(async () => JSON.stringify(await files()) === JSON.stringify(['notes.txt', 'screenshot.png']))
  })

  test('may get its files before the page knows the size limit, and a file that turns out too large is reported then', async () => {
    const settings = Promise.withResolvers<void>()
    const { page } = await openPage({
      browser,
      url: web.url,
      path: at(somebody()),
      async prepare(page) {
        await recordAnnouncements(page)
        await page.route('**/api/v1/settings', (route) => settings.promise.then(() => route.continue()))
      },
    })
    await using _ = page
    // Files can be dropped from when the page shows a notice to whoever drags them over it.
    await until(async () => {
      await page.evaluate(dragsFile)
      return page.getByText('Drop files here to send them').isVisible()
    })
    await page.evaluate(givesFiles)
    const announced = () => announcedBy(page)
    await until(async () => (await announced()).some((words) => words.startsWith('2 files attached. setup.exe')))
    settings.resolve()
    await until(async () => (await announced()).includes('film.mov: Too large to send'))
  })

  test('is sent by the Enter key, but not by the Enter that ends composing a word', async () => {
    const handle = somebody()
    const { page } = await open(handle)
    const keyboard = await page.context().newCDPSession(page)
    await field(page).focus()
    await keyboard.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 })
    const enter = { key: 'Process', code: 'Enter', windowsVirtualKeyCode: 229 }
    await keyboard.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...enter })
    await keyboard.send('Input.insertText', { text: '日本' })
    await keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', ...enter })
    expect(await field(page).inputValue()).toBe('日本')
    expect(await onItsWay(page).count()).toBe(0)
    await field(page).press('Enter')
    await sends(handle, '日本')
  })

  test('cannot be begun while macOS refuses the relay, and can once it no longer does, without a reload', async () => {
    const handle = somebody()
    const send = (text: string) => web.client.send_to_chat({ guid: `any;-;${handle}`, text })
    await open(handle)
    await pages.close()
    // Each script is refused, since it may also be one that only looks whether Messages may be controlled.
    setFault(web.mac.home, { name: 'automation-denied', times: null })
    onTestFinished(() => clearFaults(web.mac.home))
    // On a busy machine the answer comes before the refusal.
    const sent = await send('Refused').catch(({ code }: ClientError) => ({ code, id: undefined }))
    const refusal = async () =>
      sent.id === undefined ? sent.code : (await web.client.get_send({ id: sent.id })).error?.code
    await expect.poll(refusal).toBe('automation_denied')
    const { page } = await open(handle)
    await until(() => field(page).isDisabled())
    await page.getByText('Automation').first().waitFor()
    clearFaults(web.mac.home)
    await send('Allowed')
    await until(() => field(page).isEnabled())
  })

  test('waits when there are too many at once, shows how long, and can be cancelled', async () => {
    const handle = somebody()
    const { page, wrong } = await open(handle)
    await web.client.change_settings({ send: { per_minute: 1 } })
    for (let sent = 1; (await onItsWay(page).getByText('Limit reached').count()) === 0; sent++) {
      await write(page, `No. ${sent}`)
      await until(
        async () =>
          (await sentTo(handle)).length === sent ||
          (await onItsWay(page)
            .getByText(/Limit reached/)
            .count()) > 0,
      )
    }
    wrong.length = 0
    await onItsWay(page)
      .getByText(/Sends in \d+ seconds?\./)
      .waitFor()
    const before = await sentTo(handle)
    await onItsWay(page).getByRole('button', { name: 'Cancel' }).click()
    await onItsWay(page).waitFor({ state: 'detached' })
    expect(await sentTo(handle)).toEqual(before)
  })
})

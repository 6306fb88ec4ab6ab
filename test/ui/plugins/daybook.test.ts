import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { runService } from '../../../src/cli/test-service.ts'
import { testFolders } from '../../../src/store/test-folder.ts'
import { bridgeHere } from '../../harness/bridge-here.ts'
import { toWebhook } from '../../harness/bridge-process.ts'
import { goTo } from '../../harness/one-page.ts'
import { hasBrowser, openBrowser, openPage } from '../../harness/ui.ts'
import { until } from '../../harness/until.ts'
import { webHere } from '../../harness/web-here.ts'
import { frameOf } from './placed-plugins.ts'

const anna = '+12025550123'
const conversation = `/app/c/${encodeURIComponent(`any;-;${anna}`)}`
const folderOfTest = testFolders(onTestFinished)

/** Packs the example as a user gets it. */
function packed(): string {
  const folder = folderOfTest()
  execFileSync('npm', ['pack', '--pack-destination', folder, join(process.cwd(), 'examples/daybook')], {
    stdio: 'ignore',
  })
  return join(folder, 'service-plugin-daybook-0.1.0.tgz')
}

describe.skipIf(!hasBrowser)('the example that uses every slot', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(() => browser?.close())

  const inThread = (page: Page) => page.getByRole('list', { name: 'Messages' })

  test('once installed notes a message, lists it, inserts text at the caret, and is set up on its page', async () => {
    await using bridge = await bridgeHere()
    const { stderr } = runService(bridge.mac.home, ['plugins', 'install', packed()], { PATH: process.env.PATH ?? '' })
    expect(stderr).toBe('')
    bridge.mac.messages.receive({ from: anna, text: 'Shall we meet at nine?' })
    await using web = await webHere({ over: bridge.mac, config: toWebhook(bridge.receiver.url) })
    const daybook = async () => (await web.client.list_plugins()).find(({ name }) => name === 'daybook')
    await until(async () => (await daybook()) !== undefined)
    await web.client.enable_plugin({ name: 'daybook' })

    const { page, settled } = await openPage({ browser, url: web.url, path: conversation })
    await using _ = page
    const panel = frameOf(page, 'Daybook', 'sidebar.panel')
    const toolbar = frameOf(page, 'Daybook', 'message.toolbar')
    await panel.getByText('Nothing is noted yet.').waitFor()
    await inThread(page).getByText('Shall we meet at nine?').hover()
    await toolbar.getByRole('button', { name: 'Note' }).click()
    await panel.getByText('Shall we meet at nine?').waitFor()
    await toolbar.getByText('Noted').waitFor()
    await settled()

    const field = page.getByRole('textbox', { name: 'Message' })
    await field.fill('Yes. See you')
    await field.press('Home')
    for (let n = 0; n < 'Yes. '.length; n++) await field.press('ArrowRight')
    await expect.poll(() => page.evaluate('document.activeElement.selectionStart')).toBe('Yes. '.length)
    // Pressed by key, because the content of the field may move the frame just before a click.
    await frameOf(page, 'Daybook').getByRole('button', { name: 'On my way.' }).press('Enter')
    await expect.poll(() => field.inputValue()).toBe('Yes. On my way.See you')
    await page.keyboard.type(' ')
    await expect.poll(() => field.inputValue()).toBe('Yes. On my way. See you')

    await goTo(page, '/app/plugins/daybook')
    const own = frameOf(page, 'Daybook', 'settings.page').getByLabel('Signature')
    await own.fill('A.')
    await own.press('Enter')
    await page.getByText('Daybook: Signature: A.').waitFor()
    await expect
      .poll(async () => (await web.client.get_settings()).integrations.daybook)
      .toMatchObject({ signature: 'A.' })
  })
})

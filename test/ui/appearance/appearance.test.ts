import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OnePage } from '../../harness/one-page.ts'
import { hasBrowser, openBrowser } from '../../harness/ui.ts'
import { type WebHere, webHere } from '../../harness/web-here.ts'

/** Returns the colour of the last corner of a picture, where no text is; runs within the page. */
const lastCorner = `async (picture) => {
  const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0))
  const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
  const context = new OffscreenCanvas(1, 1).getContext('2d')
  context.drawImage(bitmap, 4 - bitmap.width, 4 - bitmap.height)
  return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3)
}`

describe.skipIf(!hasBrowser)('the appearance', () => {
  let browser: Browser
  let web: WebHere
  let pages: OnePage
  beforeAll(async () => {
    browser = await openBrowser()
    web = await webHere()
    pages = new OnePage({ browser, url: web.url })
  })
  afterAll(async () => {
    await browser?.close()
    await web?.[Symbol.asyncDispose]()
  })

  const path = '/app/settings/appearance'
  /** A page that is open already, for which the service may have changed since. */
  async function loaded(at: string): Promise<Page> {
    const { page } = await pages.at(path)
    await page.goto(`${web.url}${at}`)
    return page
  }
  const style = 'getComputedStyle(document.documentElement)'
  const value = (page: Page, name: string) => page.evaluate<string>(`${style}.getPropertyValue('${name}')`)
  /** Reads the custom property, since a colour itself may be in transition. */
  const look = (page: Page) => value(page, '--background')
  /** The stylesheet that comes before all others is loaded before anything is painted. */
  const linkedFirst = (page: Page) => page.locator('link[rel=stylesheet]').first().getAttribute('href')
  const option = (page: Page, list: string, name: RegExp) =>
    page.getByRole('listbox', { name: list }).getByRole('option', { name })

  test('arrow keys preview a theme on the page, Escape restores the old one, and Enter keeps the new one across a reload', async () => {
    const { page } = await pages.at(path)
    await option(page, 'Light theme', /^Light/).focus()
    const before = await look(page)
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => look(page)).not.toBe(before)
    const sepia = await look(page)
    await page.keyboard.press('Escape')
    await expect.poll(() => look(page)).toBe(before)
    expect((await web.client.get_settings()).themes.light).toBe('light')

    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await option(page, 'Light theme', /^Sepia/)
      .and(page.locator('[aria-selected=true]'))
      .waitFor()
    await expect.poll(async () => (await web.client.get_settings()).themes.light).toBe('sepia')
    await page.reload()
    await expect.poll(() => look(page)).toBe(sepia)
    expect(await linkedFirst(page)).toBe('/app/theme.css')
  })

  test('a theme changes nothing that users have to trust, and an address resets it', async () => {
    const fixed = ['--fixed-background', '--fixed-foreground', '--fixed-danger-foreground', '--fixed-ring']
    const page = await loaded(`${path}?theme=default`)
    await page.getByRole('listbox').first().waitFor()
    const plain = await look(page)
    const protectedBefore = await Promise.all(fixed.map((name) => value(page, name)))
    await web.client.change_settings({ themes: { active: 'terminal' } })
    await page.goto(`${web.url}${path}`)
    await expect.poll(() => look(page)).not.toBe(plain)
    await page.emulateMedia({ colorScheme: 'light' })
    expect(await Promise.all(fixed.map((name) => value(page, name)))).toEqual(protectedBefore)
    await page.emulateMedia({ colorScheme: null })
    await page.goto(`${web.url}${path}?theme=default`)
    await expect.poll(() => look(page)).toBe(plain)
    await web.client.change_settings({ themes: { active: 'system', light: 'light' } })
  })

  test('a theme applies from the first frame on', async () => {
    await web.client.change_settings({ themes: { active: 'terminal' } })
    const page = await loaded(path)
    await page.getByRole('listbox').first().waitFor()
    const pictures: string[] = []
    const session = await page.context().newCDPSession(page)
    session.on('Page.screencastFrame', ({ data, sessionId }) => {
      pictures.push(data)
      // The last pictures may come when the session has ended.
      session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined)
    })
    await session.send('Page.startScreencast', { format: 'png' })
    await page.reload()
    await page.getByRole('listbox').first().waitFor()
    await session.send('Page.stopScreencast')
    await session.detach()
    expect(pictures.length).toBeGreaterThan(0)
    const corners = await Promise.all(
      pictures.map((picture) => page.evaluate<number[]>(`(${lastCorner})(${JSON.stringify(picture)})`)),
    )
    const dark = (corner: readonly number[]) => corner.every((part) => part < 0x30)
    expect(corners.filter((corner) => !dark(corner))).toEqual([])
    await web.client.change_settings({ themes: { active: 'system' } })
  })

  test('a user who cannot read a theme gets out by holding the title of the list, and can go back', async () => {
    await web.client.change_settings({ themes: { active: 'terminal', contrast: 'as_written' } })
    const page = await loaded('/app/messages')
    const title = page.getByRole('heading', { name: 'Messages', level: 1 })
    await title.hover()
    await page.mouse.down()
    await page.getByText('Appearance reset to default').waitFor()
    await page.mouse.up()
    expect((await web.client.get_settings()).themes).toMatchObject({ active: 'system', contrast: 'adjusted' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(async () => (await web.client.get_settings()).themes.active).toBe('terminal')
    await web.client.change_settings({ themes: { active: 'system', contrast: 'adjusted' } })
  })

  test('unreadable colours are adjusted, unless the user wants them as they were written', async () => {
    const faint = { schema: 1, name: 'faint', title: 'Faint', modes: { light: { foreground: '#cccccc' } } }
    await web.client.import_theme(faint)
    const page = await loaded(path)
    const choice = option(page, 'Light theme', /^Faint/)
    await choice.getByText('Contrast adjusted').waitFor()
    await page.getByRole('switch', { name: 'Improve contrast' }).click()
    await choice.getByText('Low contrast').waitFor()
    await page.getByRole('switch', { name: 'Improve contrast' }).click()
    await choice.getByText('AA', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Remove Faint' }).click()
    await choice.waitFor({ state: 'detached' })
  })

  test('users whose system asks for more contrast get it', async () => {
    const { page } = await pages.at(path)
    await page.emulateMedia({ contrast: 'more' })
    await expect.poll(() => value(page, '--border-width')).toBe('2px')
    await page.emulateMedia({ contrast: null })
  })

  test('an imported file comes with a remark about the picture it names, and can be removed again', async () => {
    const { page } = await pages.at(path)
    const modes = { dark: { background: '#101a2b', foreground: '#ffffff' } }
    const file = { schema: 1, name: 'blue-hour', title: 'Blue Hour', modes, background: 'sky.webp' }
    await page.getByLabel('Import a theme …').setInputFiles({
      name: 'theme.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(file)),
    })
    await page.getByText('Blue Hour imported').waitFor()
    await page.getByText('Fonts and pictures come with packages alone.').waitFor()
    await option(page, 'Dark theme', /^Blue Hour/).waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export Dark' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('dark.theme.json')
    await page.getByRole('button', { name: 'Remove Blue Hour' }).click()
    await option(page, 'Dark theme', /^Blue Hour/).waitFor({ state: 'detached' })
  })

  test('custom styles apply once they are switched on, and are refused when they would load something', async () => {
    const { page } = await pages.at(path)
    await page.getByRole('switch', { name: 'Use custom CSS' }).click()
    await page.getByRole('textbox', { name: 'CSS' }).fill('html { background: url(/api/v1/settings) }')
    await page.getByText('is not allowed').waitFor()
    expect(await page.getByRole('button', { name: 'Apply' }).isDisabled()).toBe(true)
    await page.getByRole('textbox', { name: 'CSS' }).fill('html { background: rgb(1, 2, 3) } }')
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect.poll(() => page.evaluate(`${style}.backgroundColor`)).toBe('rgb(1, 2, 3)')
    await page.goto(`${web.url}/app/messages?theme=default`)
    await expect.poll(() => page.evaluate(`${style}.backgroundColor`)).not.toBe('rgb(1, 2, 3)')
  })
})

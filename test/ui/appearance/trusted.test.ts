import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, createClient } from '../../../src/client/client.ts'
import { names } from '../../../src/contract/names.ts'
import { themeColours } from '../../../src/contract/theme-tokens.ts'
import { journalIntegrations } from '../../../src/store/journal/integrations.ts'
import { openJournal } from '../../../src/store/journal/open.ts'
import { dirOf } from '../../harness/bridge-process.ts'
import { goTo } from '../../harness/one-page.ts'
import { hasBrowser, openBrowser, openPage, type UiPage } from '../../harness/ui.ts'
import { keyWith, signIn, type WebHere, webHere } from '../../harness/web-here.ts'

const anna = '+12025550123'
const plugin = 'broken'

/** A theme in which the author chooses every colour, with invisible warnings among them. */
const all = (colour: string) => Object.fromEntries(themeColours.map((name) => [name, colour]))
const hostile = {
  schema: 1,
  name: 'hostile',
  title: 'Hostile',
  modes: { light: all('#ffe0ff'), dark: all('#200020') },
}

/** Returns the visible colours of an element and its content, in the light and dark modes. */
async function coloursOf(locator: Locator) {
  const seen = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await locator.page().emulateMedia({ colorScheme })
    seen.push(
      await locator.evaluate(async (root) => {
        // The types of the browser are not available here.
        const { getComputedStyle, document } = globalThis as unknown as {
          getComputedStyle(of: unknown): Record<string, string>
          document: { getAnimations(): { finished: Promise<unknown> }[] }
        }
        // A colour in transition changes everything that inherits it.
        for (let moving = document.getAnimations(); moving.length > 0; moving = document.getAnimations())
          await Promise.allSettled(moving.map(({ finished }) => finished))
        return [root, ...root.querySelectorAll('h1, h2, h3, p, a, button, code, strong')].map((element) => {
          const { color, backgroundColor, borderTopColor, opacity } = getComputedStyle(element)
          return [element.tagName, color, backgroundColor, borderTopColor, opacity]
        })
      }),
    )
  }
  return seen
}

describe.skipIf(!hasBrowser)('elements that users have to trust', () => {
  let browser: Browser
  let web: WebHere
  let client: Client
  let cookie: string
  beforeAll(async () => {
    browser = await openBrowser()
    web = await webHere({ config: { web: { offline_alert_s: 30 }, integrations: { [plugin]: { enabled: true } } } })
    web.mac.messages.receive({ from: anna, text: 'Hello' })
    const folder = join(web.mac.home, names.baseDirectory, 'integrations', plugin)
    mkdirSync(join(folder, 'page'), { recursive: true })
    writeFileSync(
      join(folder, 'page', 'index.js'),
      `import { registerSlot } from 'local-messaging-relay/plugin-ui'
       registerSlot('compose.extension', () => { throw new Error('in drawing') })`,
    )
    const page = { entry: 'page/index.js', slots: ['compose.extension'], permissions: [], min_height: {} }
    const manifest = { display_name: plugin, page_files: { ...page, folder } }
    const { db } = openJournal(dirOf(web.mac.home).journalFile)
    const record = { name: plugin, tier: 'official', status: 'running', lastError: null, manifest } as const
    journalIntegrations(db).put(record, 0)
    journalIntegrations(db).put({ ...record, name: 'asking', manifest: { display_name: 'Asking' } }, 0)
    db.close()
    const signedIn = await signIn(web)
    cookie = signedIn.cookie ?? ''
    client = createClient({ baseUrl: web.url, key: await keyWith(web, signedIn) })
    await client.import_theme(hostile)
  })
  afterAll(async () => {
    await browser?.close()
    await web?.[Symbol.asyncDispose]()
  })

  /** Begins at the login. */
  async function seen({ page, settled }: UiPage) {
    const login = await coloursOf(page.getByRole('main'))
    const [name = '', value = ''] = cookie.split('=')
    await page.context().addCookies([{ name, value, url: web.url }])
    await page.goto(`${web.url}/setup#welcome`)
    await settled()
    const setup = await coloursOf(page.locator('body'))
    await page.goto(`${web.url}/app/c/${encodeURIComponent(`any;-;${anna}`)}`)
    const chip = page.getByRole('status').filter({ hasText: `${plugin} stopped` })
    await chip.waitFor()
    const failed = await coloursOf(chip)
    await page.clock.runFor(40_000)
    const banner = page.getByRole('status').filter({ has: page.locator('svg'), hasText: /Relaying has stopped/ })
    const warned = await coloursOf(banner.getByText(/messages/).locator('..'))
    await goTo(page, '/app/plugins')
    await page.getByRole('switch', { name: 'Asking' }).press('Enter')
    const asked = await coloursOf(page.getByRole('dialog'))
    await page.keyboard.press('Escape')
    const background = await page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor')
    return { trusted: { login, setup, failed, warned, asked }, background }
  }

  test('have the same colours in every theme', async () => {
    const prepare = (opened: Page) => opened.clock.install()
    const opened = await openPage({ browser, url: web.url, path: '/login', prepare })
    await using _ = opened.page
    const plain = await seen(opened)
    await client.change_settings({ themes: { active: 'hostile', contrast: 'as_written' } })
    await opened.page.context().clearCookies()
    await opened.page.goto(`${web.url}/login`)
    const changed = await seen(opened)
    expect(changed.background).not.toBe(plain.background)
    expect(changed.trusted).toEqual(plain.trusted)
    // The plugin fails on purpose, and reports it.
    opened.wrong.splice(0)
  })
})

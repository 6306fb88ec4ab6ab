/**
 * `npm run pictures [-- FOLDER]` takes pictures of the main states of the page over a simulated Mac; without FOLDER
 * those of the documentation.
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { createMac } from '../simulator/create.ts'
import { openMac } from '../simulator/mac.ts'
import { messagesFolder } from '../simulator/paths.ts'
import { configure, startBridge, toWebhook } from '../test/harness/bridge-process.ts'
import { openBrowser } from '../test/harness/browser.ts'
import { startReceiver } from '../test/harness/receiver.ts'
import { until } from '../test/harness/until.ts'
import { launchWeb } from '../test/harness/web-process.ts'
import installMissing from '../test/setup/programs.ts'
import { newsText, playNews, playScene } from './picture-scene.ts'

interface Picture {
  name: string
  path: string
  /** The themes in which the picture appears in the documentation. */
  keptIn?: readonly string[]
  /** Whether access to Messages is denied. */
  isDenied?: boolean
  /** Runs before the picture is taken. */
  act?(page: Page): Promise<unknown>
}

const weekend = (page: Page) => page.getByRole('link', { name: 'Lake weekend' }).click()

async function why(page: Page): Promise<void> {
  await page.getByRole('link', { name: /Imani/ }).click()
  const thread = page.getByRole('list', { name: /^(Messages|Nachrichten)$/ })
  await thread.getByText(newsText).click({ button: 'right' })
  await page.getByRole('menuitem', { name: /^(Delivery details|Details der Zustellung)/ }).click()
}

const pictures: readonly Picture[] = [
  { name: 'overview', path: '/app/relay', keptIn: ['light'] },
  { name: 'conversation', path: '/app/messages', keptIn: ['light', 'dark', 'phone'], act: weekend },
  { name: 'why', path: '/app/messages', keptIn: ['light'], act: why },
  {
    name: 'search',
    path: '/app/search?q=dinner',
    act: (page) => page.getByRole('heading', { name: /Messages|Nachrichten/ }).waitFor(),
  },
  { name: 'palette', path: '/app/messages', act: (page) => page.keyboard.press('ControlOrMeta+K') },
  { name: 'keys', path: '/app/messages', act: (page) => page.keyboard.press('?') },
  { name: 'new-message', path: '/app/new' },
  { name: 'appearance', path: '/app/settings/appearance' },
  { name: 'settings', path: '/app/settings' },
  { name: 'people', path: '/app/settings/people' },
  { name: 'security', path: '/app/settings/security' },
  { name: 'sending', path: '/app/settings/sending' },
  { name: 'web', path: '/app/settings/web' },
  { name: 'advanced', path: '/app/settings/advanced' },
  { name: 'notifications', path: '/app/settings/notifications' },
  { name: 'browser', path: '/app/settings/browser' },
  { name: 'plugins', path: '/app/plugins', keptIn: ['light'] },
  { name: 'plugin', path: '/app/plugins/webhook', keptIn: ['light'] },
  { name: 'rules', path: '/app/rules' },
  { name: 'log', path: '/app/logs' },
  { name: 'statistics', path: '/app/stats' },
  { name: 'health', path: '/app/health' },
  { name: 'setup', path: '/setup' },
  { name: 'permissions', path: '/setup#permissions', keptIn: ['light'], isDenied: true, act: nameUsualProgram },
]

/** Shows the path where Homebrew installs Node on a Mac, instead of the path of this machine. */
async function nameUsualProgram(page: Page): Promise<void> {
  // The relay notices later than the page, and the row is then drawn anew.
  await page.locator('.check h3').nth(1).waitFor()
  const [here, usual] = [JSON.stringify(process.execPath), JSON.stringify('/opt/homebrew/opt/node/bin/node')]
  await page.evaluate(`for (const each of document.querySelectorAll('code'))
    if (each.textContent === ${here}) each.textContent = ${usual}`)
}

interface Look {
  name: string
  context: BrowserContextOptions
}

const wide = { viewport: { width: 1080, height: 700 } }
const phone = { viewport: { width: 390, height: 760 }, hasTouch: true, isMobile: true, deviceScaleFactor: 1.75 }

const looks: readonly Look[] = [
  { name: 'light', context: { ...wide, colorScheme: 'light' } },
  { name: 'dark', context: { ...wide, colorScheme: 'dark' } },
  { name: 'german', context: { ...wide, colorScheme: 'light', locale: 'de-DE' } },
  { name: 'phone', context: { ...phone, colorScheme: 'light' } },
]

/** After this long images are loaded and nothing moves any more. */
const settleMs = 900

async function take(browser: Browser, { picture, look, url, file }: Taking): Promise<void> {
  const context = await browser.newContext({
    reducedMotion: 'reduce',
    locale: 'en-GB',
    serviceWorkers: 'block',
    ...look.context,
  })
  try {
    const page = await context.newPage()
    page.on('pageerror', (error) => process.stderr.write(`${picture.name}: ${error.message}\n`))
    await page.goto(`${url}${picture.path}`)
    await page.waitForTimeout(settleMs)
    await picture.act?.(page)
    await page.waitForTimeout(settleMs)
    await page.screenshot({ path: file })
  } finally {
    await context.close()
  }
}

interface Taking {
  picture: Picture
  look: Look
  url: string
  file: string
}

// A Mac's own typeface is not available elsewhere.
process.env.FONTCONFIG_FILE = fileURLToPath(new URL('picture-fonts.conf', import.meta.url))
/** Runs as root without the capabilities that let it bypass file permissions. */
const through = process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search', '--'] : []
const [folder, ...only] = process.argv.slice(2)
const target = folder ?? fileURLToPath(new URL('pictures', import.meta.url))
mkdirSync(target, { recursive: true })
installMissing()
const home = mkdtempSync(join(tmpdir(), 'pictures-'))
createMac(home, { messages: 4_000, chats: 30 })
const mac = openMac(home)
playScene(mac, Date.now())
const receiver = await startReceiver()
configure(home, toWebhook(receiver.url))
const bridge = startBridge({ home, through })
const web = launchWeb(home, { through })
const browser = await openBrowser()
try {
  const url = await web.ready()
  await bridge.polling()
  const count = playNews(mac, Date.now())
  await until(() => receiver.delivered.length === count)
  for (const picture of pictures) {
    chmodSync(messagesFolder(home), picture.isDenied ? 0o000 : 0o700)
    for (const look of looks) {
      const isWanted =
        folder === undefined ? picture.keptIn?.includes(look.name) : only.length === 0 || only.includes(picture.name)
      if (isWanted) await take(browser, { picture, look, url, file: join(target, `${picture.name}-${look.name}.png`) })
    }
  }
} finally {
  await browser.close()
  web.child.kill('SIGTERM')
  await web.ended
  await bridge.stop()
  mac.close()
  await receiver[Symbol.asyncDispose]()
  rmSync(home, { recursive: true, force: true })
}
process.stdout.write(`The pictures are in ${target}.\n`)

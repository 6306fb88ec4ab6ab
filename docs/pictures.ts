/** `npm run pictures [-- FOLDER]`: the main states of the page over a simulated Mac, as pictures to be looked at; without FOLDER those of the README. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { createMac } from '../simulator/create.ts'
import { openMac } from '../simulator/mac.ts'
import { configure, startBridge } from '../test/harness/bridge-process.ts'
import { openBrowser } from '../test/harness/browser.ts'
import { launchWeb } from '../test/harness/web-process.ts'
import installMissing from '../test/setup/programs.ts'
import { playScene } from './picture-scene.ts'

interface Picture {
  name: string
  path: string
  /** Stands in the README. */
  isKept?: boolean
  /** Before it is taken. */
  act?(page: Page): Promise<unknown>
}

const weekend = (page: Page) => page.getByRole('link', { name: 'Lake weekend' }).click()

const pictures: readonly Picture[] = [
  { name: 'conversation', path: '/app/', isKept: true, act: weekend },
  {
    name: 'search',
    path: '/app/search?q=dinner',
    act: (page) => page.getByRole('heading', { name: /Messages|Nachrichten/ }).waitFor(),
  },
  { name: 'palette', path: '/app/', act: (page) => page.keyboard.press('ControlOrMeta+K') },
  { name: 'keys', path: '/app/', act: (page) => page.keyboard.press('?') },
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
  { name: 'plugins', path: '/app/plugins', isKept: true },
  { name: 'plugin', path: '/app/plugins/webhook' },
  { name: 'rules', path: '/app/rules' },
  { name: 'log', path: '/app/logs' },
  { name: 'statistics', path: '/app/stats' },
  { name: 'health', path: '/app/health' },
  { name: 'setup', path: '/setup' },
]

interface Look {
  name: string
  context: BrowserContextOptions
}

const wide = { viewport: { width: 1280, height: 800 } }
const phone = { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }

const looks: readonly Look[] = [
  { name: 'light', context: { ...wide, colorScheme: 'light' } },
  { name: 'dark', context: { ...wide, colorScheme: 'dark' } },
  { name: 'german', context: { ...wide, colorScheme: 'light', locale: 'de-DE' } },
  { name: 'phone', context: { ...phone, colorScheme: 'light' } },
]

/** What the README shows: the conversation in light and dark and on a phone, the other kept ones in light. */
const isInReadme = ({ name, isKept }: Picture, look: Look): boolean =>
  isKept === true && (look.name === 'light' || (name === 'conversation' && look.name !== 'german'))

/** Until pictures have come and nothing moves any more. */
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

// A Mac's own typeface is not to be had elsewhere.
process.env.FONTCONFIG_FILE = fileURLToPath(new URL('picture-fonts.conf', import.meta.url))
const [folder, ...only] = process.argv.slice(2)
const target = folder ?? fileURLToPath(new URL('pictures', import.meta.url))
mkdirSync(target, { recursive: true })
installMissing()
const home = mkdtempSync(join(tmpdir(), 'pictures-'))
createMac(home, { messages: 4_000, chats: 30 })
const mac = openMac(home)
playScene(mac, Date.now())
mac.close()
configure(home, { relay: { scope: 'everyone' } })
const bridge = startBridge({ home })
const web = launchWeb(home)
const browser = await openBrowser()
try {
  const url = await web.ready()
  await bridge.polling()
  for (const look of looks)
    for (const picture of pictures) {
      const isWanted =
        folder === undefined ? isInReadme(picture, look) : only.length === 0 || only.includes(picture.name)
      if (isWanted) await take(browser, { picture, look, url, file: join(target, `${picture.name}-${look.name}.png`) })
    }
} finally {
  await browser.close()
  web.child.kill('SIGTERM')
  await web.ended
  await bridge.stop()
  rmSync(home, { recursive: true, force: true })
}
process.stdout.write(`The pictures are in ${target}.\n`)

/** Opens every address of the page in a wide and a narrow window, and measures how far what is shown moves meanwhile. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { openBrowser } from '../../test/harness/browser.ts'
import { type Settling, settling } from '../../test/harness/settled.ts'
import buildPage from '../../test/setup/page.ts'
import { furnished } from '../../test/ui/accessibility/furnished.ts'
import { addressesOf } from '../../test/ui/accessibility/places.ts'
import { commandLine } from '../terminal.ts'

const usage = `npm run proof -- shifts [--at PART]

Opens every address of the page over a simulated Mac, in windows 1280 and 390 pixels wide, and adds up how far content
moves by the measure of browsers (layout-shift), those after a press included:

  load    from the beginning until the page is settled
  press   the same while a key is pressed, after which the page loads at once what it would load later
  button  when the first button is clicked that opens something above the page

Fails for each sum above 0.01, and names what moved.

  --at PART  only addresses with this in them`

const most = 0.01
const reachMs = 1_000
const inPage = readFileSync(fileURLToPath(new URL('in-page.js', import.meta.url)), 'utf8')
const windows: Readonly<Record<string, BrowserContextOptions>> = {
  wide: { viewport: { width: 1280, height: 800 } },
  narrow: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
}

interface Shift {
  value: number
  atMs: number
  /** The elements, with where each was and is. */
  moved: string
}

interface Measured {
  window: string
  address: string
  by: 'load' | 'press' | 'button'
  shifts: Shift[]
}

export async function prove(args: readonly string[]): Promise<boolean> {
  const { values } = commandLine({ usage, args, options: { at: { type: 'string', default: '' } } })
  buildPage()
  const browser = await openBrowser()
  await using web = await furnished()
  let worst = 0
  try {
    await web.client.add_key({ label: 'A program', scopes: ['read'] })
    const addresses = await inWindow(browser, 'wide', async ({ page, settled }) => {
      await page.goto(`${web.url}/app/messages`)
      await settled()
      return addressesOf({ page, web, settled })
    })
    for (const window of Object.keys(windows))
      for (const address of addresses.filter((each) => each.includes(values.at)))
        for (const measured of await measureAt(browser, { url: web.url, window, address })) {
          worst = Math.max(worst, sumOf(measured))
          process.stdout.write(`${line(measured)}\n`)
        }
  } finally {
    await browser.close()
  }
  process.stdout.write(`The largest sum is ${worst.toFixed(4)}, of ${most} at most.\n`)
  return worst <= most
}

type Opened = { page: Page } & Settling

/** Each has a context of its own, as the first page that somebody opens. */
async function inWindow<Found>(browser: Browser, window: string, use: (opened: Opened) => Promise<Found>) {
  const context = await browser.newContext({ locale: 'en-GB', serviceWorkers: 'block', ...windows[window] })
  try {
    const page = await context.newPage()
    await page.addInitScript({ content: inPage })
    return await use({ page, ...settling(page) })
  } finally {
    await context.close()
  }
}

const shiftsOf = (page: Page) => page.evaluate<Shift[]>('takeShifts()')

async function measureAt(
  browser: Browser,
  { url, window, address }: { url: string; window: string; address: string },
): Promise<Measured[]> {
  const measured: Measured[] = []
  const note = (by: Measured['by'], shifts: Shift[]) => void measured.push({ window, address, by, shifts })
  await inWindow(browser, window, async ({ page, settled }) => {
    await page.goto(`${url}${address}`)
    await settled()
    note('load', await shiftsOf(page))
    const opener = page.locator('main button[aria-haspopup]:visible').first()
    // Some are shown only under the pointer, or lie below what the address has opened.
    if (
      !(await opener.click({ timeout: reachMs }).then(
        () => true,
        () => false,
      ))
    )
      return
    await settled()
    note('button', await shiftsOf(page))
  })
  await inWindow(browser, window, async ({ page, settled }) => {
    await page.goto(`${url}${address}`)
    await page.getByRole('heading').first().waitFor()
    await page.keyboard.press('Shift')
    await settled()
    note('press', await shiftsOf(page))
  })
  return measured
}

const sumOf = ({ shifts }: Measured): number => shifts.reduce((sum, { value }) => sum + value, 0)

function line(measured: Measured): string {
  const sum = sumOf(measured)
  const largest = measured.shifts.toSorted((one, other) => other.value - one.value).slice(0, 3)
  const moved =
    sum > most ? largest.map(({ value, atMs, moved }) => `\n    ${value.toFixed(4)} at ${atMs} ms: ${moved}`) : []
  const row = [sum > most ? 'MOVES' : 'rests', sum.toFixed(4), measured.window.padEnd(6), measured.by.padEnd(6)]
  return [...row, measured.address].join('  ') + moved.join('')
}

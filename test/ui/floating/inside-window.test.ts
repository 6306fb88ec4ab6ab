import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BridgeHere, bridgeHere } from '../../harness/bridge-here.ts'
import { goTo } from '../../harness/one-page.ts'
import { isWhole } from '../../harness/told.ts'
import { hasBrowser, openBrowser, openWatched, type UiPage } from '../../harness/ui.ts'
import { until } from '../../harness/until.ts'
import { type WebHere, webHere } from '../../harness/web-here.ts'
import { expectInside } from './expect-inside.ts'

const anna = '+12025550123'
const thread = `/app/c/${encodeURIComponent(`any;-;${anna}`)}`

interface Surroundings {
  name: string
  context: BrowserContextOptions
  /** The font size in pixels, for users who prefer large text. */
  text?: number
  /** The suite tries these, which leave the least room in each direction; `npm run proof -- whole` all. */
  isAlways?: boolean
}

const touched = { hasTouch: true, isMobile: true }
const everySurroundings: readonly Surroundings[] = [
  { name: 'on a phone', context: { ...touched, viewport: { width: 390, height: 640 } } },
  { name: 'on a phone on its side', context: { ...touched, viewport: { width: 740, height: 340 } }, isAlways: true },
  { name: 'at four times its size', context: { viewport: { width: 320, height: 400 } }, isAlways: true },
  { name: 'in a low window', context: { viewport: { width: 1024, height: 420 } } },
  { name: 'with large letters', context: { viewport: { width: 1024, height: 600 } }, text: 26 },
  { name: 'from right to left', context: { viewport: { width: 800, height: 420 }, locale: 'ar-XB' }, isAlways: true },
]
const surroundings = everySurroundings.filter(({ isAlways = false }) => isWhole || isAlways)

interface Edges {
  left: number
  top: number
  right: number
  bottom: number
}

const edgesOf = (place: Locator): Promise<Edges> =>
  place.evaluate((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect()
    return { left, top, right, bottom }
  })

interface Point {
  x: number
  y: number
}

/** Returns the corners of the visible part of an element, the middles of its edges, and the middle of it all. */
async function outermost(page: Page, place: Locator): Promise<Point[]> {
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  const found = await edgesOf(place)
  const [left, right] = [Math.max(0, found.left) + 3, Math.min(width, found.right) - 3]
  const [top, bottom] = [Math.max(0, found.top) + 3, Math.min(height, found.bottom) - 3]
  const [x, y] = [(left + right) / 2, (top + bottom) / 2]
  return [top, y, bottom].flatMap((y) => [left, x, right].map((x) => ({ x, y })))
}

/** There is no menu between rows, and where the browser has a menu of its own. */
const opensMenu = ({ x, y }: Point) =>
  `document.elementFromPoint(${x}, ${y})?.closest('[data-row], [data-guid], article[data-level]') != null`

const menuThings = '[role^="menuitem"]'

describe.skipIf(!hasBrowser)('what opens above the page', () => {
  let browser: Browser
  let bridge: BridgeHere
  let web: WebHere
  beforeAll(async () => {
    browser = await openBrowser()
    bridge = await bridgeHere()
    web = await webHere({ over: bridge.mac, config: { send: { ui_scripting: true }, relay: { scope: 'whitelist' } } })
    const { contacts, messages } = web.mac
    const minutes = (count: number) => ({ atMs: Date.now() - count * 60_000 })
    for (let number = 10; number < 30; number++) {
      const phone = `+120255501${number}`
      contacts.onMyMac.add({ firstName: 'Berta', lastName: `Example ${number}`, phones: [phone] })
      messages.receive({ from: phone, text: `Hello from number ${number}`, ...minutes(number) })
    }
    for (let number = 20; number > 1; number--) {
      messages.receive({ from: anna, text: `Question ${number}`, ...minutes(number), read: true })
      messages.send({ to: anna, text: `Answer ${number}`, ...minutes(number - 0.5) })
    }
  })
  afterAll(async () => {
    await browser?.close()
    await web?.[Symbol.asyncDispose]()
    await bridge?.[Symbol.asyncDispose]()
  })

  describe.each(surroundings)('is inside the window and completely reachable, $name:', ({ name, context, text }) => {
    const isTouched = context.hasTouch === true
    const activate = (target: Locator) => (isTouched ? target.tap() : target.click())

    let opened: UiPage
    beforeAll(async () => {
      opened = await openWatched({ browser, url: web.url, context })
      if (text === undefined) return
      const { page } = opened
      await page.evaluate(`document.documentElement.style.setProperty('--font-size', '${text}px')`)
    })
    afterAll(async () => {
      await opened?.page.context().close()
      expect(opened?.wrong).toEqual([])
    })

    /** Opens it with a long press, or with the second button of a mouse. */
    async function openMenuAt(page: Page, { x, y }: Point): Promise<Locator> {
      const menu = page.getByRole('menu')
      if (!isTouched) await page.mouse.click(x, y, { button: 'right' })
      else {
        const finger = await page.context().newCDPSession(page)
        await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
        await menu.waitFor()
        await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
        await finger.detach()
      }
      await menu.waitFor()
      return menu
    }

    async function closeMenu(page: Page): Promise<void> {
      await page.keyboard.press('Escape')
      await page.getByRole('menu').waitFor({ state: 'detached' })
    }

    /** The suite opens the menus at the first corner, in the middle and at the last; `npm run proof -- whole` all. */
    async function expectMenusFrom(page: Page, place: Locator): Promise<void> {
      const opening: Point[] = []
      for (const at of await outermost(page, place)) if (await page.evaluate(opensMenu(at))) opening.push(at)
      expect(opening.length).toBeGreaterThan(1)
      const tried = opening.filter((at, index) => isWhole || index % 4 === 0 || at === opening.at(-1))
      for (const at of tried) {
        await expectInside(page, await openMenuAt(page, at), menuThings)
        await closeMenu(page)
      }
    }

    /** Closes what is on top, so that it is not in the way of what follows. */
    async function close(page: Page, panel: Locator): Promise<void> {
      await page.keyboard.press('Escape')
      await panel.waitFor({ state: 'hidden' })
    }

    test('the menu of a message, where Undo send is pressed', async () => {
      const { page } = opened
      // Messages allows no undo later than two minutes after sending.
      const words = `Gladly, ${name}`
      web.mac.messages.send({ to: anna, text: words, state: 'delivered' })
      await goTo(page, thread)
      const newest = page.locator('main li [data-row]').filter({ hasText: words })
      await newest.waitFor()
      // The capabilities of this Mac have to be known first.
      await until(async () => {
        await openMenuAt(page, (await outermost(page, newest))[4] as Point)
        const count = await page.getByRole('menu').locator('[data-kind="destructive"]').count()
        await closeMenu(page)
        return count === 1
      })
      await expectMenusFrom(page, newest)
      await expectMenusFrom(page, page.getByRole('main').getByRole('list').first().locator('xpath=..'))
      await activate(newest.locator('[data-menu]'))
      const menu = page.getByRole('menu')
      await menu.waitFor()
      await expectInside(page, menu, menuThings)
      await activate(menu.locator('[data-kind="destructive"]'))
      const dialog = page.getByRole('dialog')
      await dialog.waitFor()
      await expectInside(page, dialog, 'button')
      await close(page, dialog)
    })

    test('the dialog for a date, and the picker of emoji', async () => {
      const { page } = opened
      await goTo(page, thread)
      await activate(page.locator('main header [aria-haspopup="dialog"]'))
      const dialog = page.getByRole('dialog')
      await dialog.waitFor()
      await expectInside(page, dialog, 'input, button:enabled')
      await close(page, dialog)
      await activate(page.getByRole('main').locator('[aria-haspopup="dialog"]').last())
      const picker = page.locator('[role="dialog"]:popover-open')
      await picker.locator('[role="gridcell"]:not([aria-label=""])').first().waitFor()
      await expectInside(page, picker, 'input, footer button')
      await close(page, picker)
    })

    test('the menus of conversations, and the panel of the status', async () => {
      const { page } = opened
      await goTo(page, '/app/messages')
      const row = page.getByRole('navigation').locator('li:has([data-guid])').nth(1)
      await row.waitFor()
      await expectMenusFrom(page, row.locator('xpath=../..'))
      await activate(page.locator('button[popovertarget]').first())
      const panel = page.locator('section:popover-open')
      await panel.waitFor()
      await expectInside(page, panel, 'p')
      await close(page, panel)
    })

    test('the menus of lines of the log, and its panels', async () => {
      const { page } = opened
      await goTo(page, '/app/logs')
      const lines = page.getByRole('log')
      await lines.locator('article').first().waitFor()
      const openers = await page.getByRole('main').locator('button[popovertarget]').all()
      expect(openers.length).toBeGreaterThan(0)
      for (const opener of openers) {
        await activate(opener)
        const panel = page.locator('fieldset:popover-open')
        await panel.waitFor()
        await expectInside(page, panel, 'label, button')
        await close(page, panel)
      }
      await lines.locator('article').last().scrollIntoViewIfNeeded()
      if (!isTouched) await expectMenusFrom(page, lines.locator('article').last())
      await activate(lines.locator('article').first())
      await activate(lines.locator('article [aria-haspopup]').first())
      const menu = page.getByRole('menu')
      await menu.waitFor()
      await expectInside(page, menu, menuThings)
      await closeMenu(page)
    })

    test('suggestions of people, wherever their field is', async () => {
      const { page } = opened
      await goTo(page, '/app/settings/people')
      const fields = page.getByRole('main').getByRole('combobox')
      await fields.nth(2).waitFor()
      const list = page.getByRole('listbox')
      for (const field of [fields.first(), fields.last()])
        for (const block of ['start', 'center', 'end'] as const) {
          await field.evaluate((element, block) => element.scrollIntoView({ block }), block)
          await field.fill('Berta')
          await list.getByRole('option').nth(4).waitFor()
          await expectInside(page, list, '[role="option"]')
          const [box, shown] = [await edgesOf(field), await edgesOf(list)]
          expect(shown.bottom <= box.top || shown.top >= box.bottom).toBe(true)
          await field.press('Escape')
          await field.fill('')
        }
      await goTo(page, '/app/new')
      // The page of settings, whose fields are the same, is gone only once this one has been loaded.
      await fields.nth(1).waitFor({ state: 'detached' })
      await fields.fill('Berta')
      await list.getByRole('option').nth(4).waitFor()
      await expectInside(page, list, '[role="option"]')
    })
  })
})

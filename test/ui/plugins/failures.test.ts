import type { Browser, FrameLocator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SlotName } from '../../../src/contract/plugin-slots.ts'
import { isWhole } from '../../harness/told.ts'
import { hasBrowser, openBrowser } from '../../harness/ui.ts'
import { until } from '../../harness/until.ts'
import {
  button,
  counting,
  drawing,
  frameOf,
  type PlacedPlugin,
  type PlacedPlugins,
  placedPlugins,
} from './placed-plugins.ts'

const slots = { panel: 'sidebar.panel', beside: 'message.toolbar', compose: 'compose.extension' } as const

/** The code of plugins that fail while they draw, by the way they fail. */
const whileDrawn: Record<string, string> = {
  render: `throw new Error('in drawing')`,
  later: `Promise.resolve().then(() => { throw new Error('after drawing') })`,
  large: `host.storage.set('x', 'x'.repeat(1_000_000))`,
  flood: `for (let n = 0; n < 1_000; n++) host.log.info('x')`,
}
const endless = 'for (;;);'
/** Begins once the click has ended, for which the test waits. */
const later = `() => { setTimeout(() => { ${endless} }, 200) }`
/** The handlers of buttons that fail, by the way they fail. */
const whenUsed: Record<string, string> = {
  handler: "() => { throw new Error('in a handler') }",
  promise: "() => { Promise.reject(new Error('in a promise')) }",
}

const plugins: Record<string, PlacedPlugin> = {
  good: { code: counting },
  silent: { code: 'await new Promise(() => {})' },
  module: { code: `throw new Error('while it was loaded')` },
}
for (const [name, slot] of Object.entries({ ...slots, page: 'settings.page' } as const)) {
  for (const [way, code] of Object.entries({ ...whileDrawn, endless }))
    plugins[`${way}_${name}`] = { code: drawing(code, slot), slots: [slot] }
  for (const [way, handler] of Object.entries(whenUsed))
    plugins[`${way}_${name}`] = { code: button(`Press ${way}_${name}`, handler, slot), slots: [slot] }
}

/** A plugin that fails in its panel, and has a button above the message field that counts. */
const half = (panel: string): PlacedPlugin => ({
  slots: ['sidebar.panel', 'compose.extension'],
  code: `${panel}\n${counting.replace(/^import .*$/m, '')}`,
})
const halves: Record<string, PlacedPlugin> = {}
for (const [way, code] of Object.entries(whileDrawn)) halves[`half_${way}`] = half(drawing(code, 'sidebar.panel'))
for (const [way, handler] of Object.entries(whenUsed))
  halves[`half_${way}`] = half(button('Press it', handler, 'sidebar.panel'))
/** Each of them keeps a processor busy until it is removed, which takes five seconds. */
const hanging: Record<string, PlacedPlugin> = {
  half_endless: half(drawing(endless, 'sidebar.panel')),
  half_loop: half(button('Press it', later, 'sidebar.panel')),
}
Object.assign(plugins, halves, hanging)
const isPressed = (name: string) => plugins[name]?.code.includes('Press it') === true

/** The types of the browser are not available here. */
interface Pressable {
  click(): void
}

/**
 * The suite has each way to fail in one slot, in turn, and every second one in one of two slots or on a page of its own;
 * `npm run proof -- whole` has each in every slot.
 */
const named = (ways: object) =>
  Object.keys(ways).flatMap((way, turn) =>
    Object.keys(slots)
      .filter((_, at) => isWhole || at === turn % Object.keys(slots).length)
      .map((slot) => `${way}_${slot}`),
  )
const slotOf = (name: string): SlotName => plugins[name]?.slots?.[0] ?? 'compose.extension'

describe.skipIf(!hasBrowser)('plugins that fail on the page', () => {
  let [browser, placed] = [] as unknown as [Browser, PlacedPlugins]
  beforeAll(async () => {
    browser = await openBrowser()
    placed = await placedPlugins(plugins)
  })
  afterAll(async () => {
    await browser?.close()
    await placed?.web[Symbol.asyncDispose]()
  })

  /** Returns the sign of a failure: there is no room for more beside messages. */
  const sign = (page: Page, name: string) =>
    page
      .getByRole('status')
      .filter({ hasText: `${name} stopped` })
      .or(page.getByRole('list', { name: 'Messages' }).getByRole('button', { name: `${name} stopped` }))
  /** The slot beside a message is there only while the pointer is on it. */
  const pointAtMessage = (page: Page) => page.getByRole('list', { name: 'Messages' }).getByText('Hello').hover()
  /**
   * Asked inside the frame, since frames move while the page is still loading its later parts. It ends before the plugin
   * fails: the browser would look for a frame that is gone, and wait for one that hangs.
   */
  const press = (frame: FrameLocator) =>
    frame.getByRole('button').evaluate((button) => void setTimeout(() => (button as unknown as Pressable).click(), 200))
  const goodStillWorks = async (page: Page) => {
    const good = frameOf(page, 'good').getByRole('button')
    const before = await good.textContent()
    // Pressed by key, because a frame may move just before a click.
    await good.press('Enter')
    await until(async () => (await good.textContent()) !== before)
  }
  const isInLog = (name: string) =>
    until(async () =>
      (await placed.web.client.log_history({ source: name })).some(({ msg }) => msg.includes('on the page')),
    )

  test('plugins that fail in any way are marked and logged, and the others keep working', async () => {
    const [drawn, used] = [['silent', 'module', ...named(whileDrawn)], named(whenUsed)]
    await using opened = await placed.open({ browser, on: ['good', ...drawn, ...used] })
    const { page } = opened
    await goodStillWorks(page)
    await pointAtMessage(page)
    for (const name of drawn) await sign(page, name).waitFor()
    for (const name of drawn) await isInLog(name)
    await goodStillWorks(page)
    await page.getByRole('textbox', { name: 'Message' }).fill('still here')

    for (const name of used) {
      if (slotOf(name) === 'message.toolbar') await pointAtMessage(page)
      await press(frameOf(page, name, slotOf(name)))
    }
    for (const name of used) {
      if (slotOf(name) === 'message.toolbar') await pointAtMessage(page)
      await sign(page, name).waitFor()
    }
    await goodStillWorks(page)
    for (const name of used) await isInLog(name)
  })

  const panelOf = (page: Page, name: string) => page.getByRole('region', { name: `Plugin: ${name}`, exact: true })
  const chipOf = (page: Page, name: string) =>
    panelOf(page, name)
      .getByRole('status')
      .filter({ hasText: `${name} stopped` })

  async function expectHalf(page: Page, name: string): Promise<void> {
    await chipOf(page, name).waitFor()
    expect(await sign(page, name).count()).toBe(1)
    const good = frameOf(page, name).getByRole('button')
    await good.press('Enter')
    await until(async () => (await good.textContent()) === 'Good 1')
    await isInLog(name)
  }

  async function reloadHalf(page: Page, name: string): Promise<void> {
    const chip = chipOf(page, name)
    await chip.getByRole('button', { name: 'Reload' }).click()
    const again = frameOf(page, name, 'sidebar.panel').getByRole('button')
    await until(async () => (await chip.count()) + (await again.count()) > 0)
    const good = frameOf(page, name).getByRole('button')
    await until(async () => (await good.textContent())?.startsWith('Good') === true)
  }

  test('a plugin that fails in any way in one of its slots keeps working in the other, also after a restart', async () => {
    const failing = Object.keys(halves).filter((_, at) => isWhole || at % 2 === 0)
    await using opened = await placed.open({ browser, on: failing })
    const { page } = opened
    for (const name of failing.filter(isPressed)) await press(frameOf(page, name, 'sidebar.panel'))
    for (const name of failing) await expectHalf(page, name)
    for (const name of failing) await reloadHalf(page, name)
  })

  test.each(Object.keys(hanging).filter((name) => isPressed(name) || isWhole))(
    'the plugin %s never ends in its panel, can be restarted there, and leaves the others working',
    async (name) => {
      await using opened = await placed.open({ browser, on: ['good', name] })
      const { page } = opened
      if (isPressed(name)) {
        // A frame that is still starting would be blamed in its place.
        for (const other of ['good', name]) await frameOf(page, other).getByRole('button').waitFor()
        // Pressed by key, because the page blames the frame that was used last.
        await frameOf(page, name, 'sidebar.panel').getByRole('button').press('Enter')
      }
      await page.getByRole('textbox', { name: 'Message' }).fill('still here')
      await expectHalf(page, name)
      await goodStillWorks(page)
      expect(await sign(page, 'good').count()).toBe(0)
      await reloadHalf(page, name)
    },
  )

  test.each(Object.keys(slots).filter((slot) => slot === 'beside' || isWhole))(
    'a plugin that never ends in the slot %s is removed, and the others work again',
    async (slot) => {
      const name = `endless_${slot}`
      await using opened = await placed.open({ browser, on: ['good', name] })
      const { page } = opened
      await pointAtMessage(page)
      await page.getByRole('textbox', { name: 'Message' }).fill('still here')
      await pointAtMessage(page)
      await sign(page, name).waitFor()
      await goodStillWorks(page)
      expect(await sign(page, 'good').count()).toBe(0)
      await isInLog(name)
    },
  )

  test('plugins that fail in any way on their own pages leave those pages as they are', async () => {
    const ways = Object.keys(whileDrawn).filter((_, at) => isWhole || at % 2 === 1)
    const failing = [...ways, ...(isWhole ? ['endless'] : [])].map((way) => `${way}_page`)
    await using opened = await placed.open({ browser, on: failing, path: '/app/plugins' })
    const { page } = opened
    for (const name of failing) {
      await page.getByRole('article', { name, exact: true }).getByRole('link', { name }).click()
      await sign(page, name).waitFor()
      await page.getByRole('switch', { name }).waitFor()
      await page.goBack()
    }
  })

  test('the mark says what happened, links to the log, and restarts the plugin; three failures pause it, which its page shows, until it is retried or switched off', async () => {
    await using opened = await placed.open({ browser, on: ['render_compose'] })
    const { page } = opened
    await sign(page, 'render_compose').getByRole('button', { name: 'Details' }).click()
    const details = page.getByRole('dialog', { name: 'render_compose stopped' })
    await details.getByText('Error: in drawing').waitFor()
    expect(await details.getByRole('link', { name: 'Show in the log' }).getAttribute('href')).toBe(
      '/app/logs?source=render_compose',
    )
    await details.getByRole('button', { name: 'Reload' }).click()
    await details.waitFor({ state: 'detached' })
    await sign(page, 'render_compose').getByRole('button', { name: 'Reload' }).click()
    const chip = page.getByRole('status').filter({ hasText: 'render_compose is paused' })
    await chip.waitFor()
    await page.getByRole('link', { name: 'Relay' }).click()
    await page.getByRole('link', { name: 'Plugins', exact: true }).click()
    await page.getByText('Failed three times within five minutes').waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('Failed three times within five minutes').waitFor({ state: 'detached' })
    await page.goBack()
    await page.goBack()
    await sign(page, 'render_compose').getByRole('button', { name: 'Turn off' }).click()
    await sign(page, 'render_compose').waitFor({ state: 'detached' })
    await expect
      .poll(async () => (await placed.web.client.get_settings()).integrations.render_compose?.enabled)
      .toBe(false)
  })
})

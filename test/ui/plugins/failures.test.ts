import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SlotName } from '../../../src/contract/plugin-slots.ts'
import { hasBrowser, openBrowser } from '../../harness/ui.ts'
import { until } from '../../harness/until.ts'
import { button, counting, drawing, type PlacedPlugin, type PlacedPlugins, placedPlugins } from './placed-plugins.ts'

const places = { panel: 'sidebar.panel', beside: 'message.toolbar', compose: 'compose.extension' } as const

/** Plugins that fail once they are drawn in a slot, by the way they fail. */
const whileDrawn: Record<string, (slot: SlotName) => string> = {
  render: (slot) => drawing(`registerSlot('${slot}', () => { throw new Error('in drawing') })`),
  large: (slot) => button(`'x'.repeat(10_000_000)`, '() => 0', slot),
  nodes: (slot) =>
    drawing(`registerSlot('${slot}', ({ ui }) => ui.column(...Array.from({ length: 10_000 }, () => ui.divider())))`),
}
const endless = (slot: SlotName) => drawing(`registerSlot('${slot}', () => { for (;;); })`)
/** Plugins that fail once they are used, by the way they fail. */
const whenUsed: Record<string, string> = {
  handler: "() => { throw new Error('in a handler') }",
  promise: "() => { Promise.reject(new Error('in a promise')) }",
}

const plugins: Record<string, PlacedPlugin> = {
  good: { code: counting },
  silent: { code: 'await new Promise(() => {})' },
}
for (const [place, slot] of Object.entries({ ...places, page: 'settings.page' } as const))
  plugins[`endless_${place}`] = { code: endless(slot), slots: [slot] }
plugins.loop = { code: button("'Press loop'", '() => { for (;;); }') }
for (const [place, slot] of Object.entries(places)) {
  for (const [way, code] of Object.entries(whileDrawn)) plugins[`${way}_${place}`] = { code: code(slot), slots: [slot] }
  for (const [way, handler] of Object.entries(whenUsed)) {
    const name = `${way}_${place}`
    plugins[name] = { code: button(`'Press ${name}'`, handler, slot), slots: [slot] }
  }
}
for (const [way, code] of Object.entries(whileDrawn))
  plugins[`${way}_page`] = { code: code('settings.page'), slots: ['settings.page'] }

/** A plugin that fails in its panel, and has a working button above the message field that counts. */
const half = (panel: string): PlacedPlugin => ({
  slots: ['sidebar.panel', 'compose.extension'],
  code: `${panel}
${counting.replace(/^import .*$/m, '')}`,
})
const halves = {
  half_render: half(whileDrawn.render?.('sidebar.panel') ?? ''),
  half_large: half(whileDrawn.large?.('sidebar.panel') ?? ''),
  half_nodes: half(whileDrawn.nodes?.('sidebar.panel') ?? ''),
  half_handler: half(button("'Press half_handler'", whenUsed.handler ?? '', 'sidebar.panel')),
  half_promise: half(button("'Press half_promise'", whenUsed.promise ?? '', 'sidebar.panel')),
}
Object.assign(plugins, halves)

const named = (ways: object) =>
  Object.keys(plugins).filter((name) => Object.keys(ways).includes(name.split('_')[0] ?? '') && !name.endsWith('_page'))

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

  /** Beside messages there is room only for a sign. */
  const sign = (page: Page, name: string) =>
    page
      .getByRole('status')
      .filter({ hasText: `${name} stopped` })
      .or(page.getByRole('list', { name: 'Messages' }).getByRole('button', { name: `${name} stopped` }))
  /** The slot beside a message is visible only while the pointer is on it. */
  const pointAtMessage = (page: Page) => page.getByRole('list', { name: 'Messages' }).getByText('Hello').hover()
  const goodStillWorks = async (page: Page) => {
    const good = page.getByRole('button', { name: 'Good' })
    const before = await good.textContent()
    await good.click()
    await until(async () => (await good.textContent()) !== before)
  }
  const isInLog = (name: string) =>
    until(async () =>
      (await placed.web.client.log_history({ source: name })).some(({ msg }) => msg.includes('on the page')),
    )

  test('however plugins fail while they draw, each leaves a sign and a line in the log, and the others keep working', async () => {
    const failing = ['silent', ...named(whileDrawn)]
    await using opened = await placed.open({ browser, on: ['good', ...failing] })
    const { page } = opened
    await goodStillWorks(page)
    await pointAtMessage(page)
    for (const name of failing) await sign(page, name).waitFor()
    for (const name of failing) await isInLog(name)
    await goodStillWorks(page)
    await page.getByRole('textbox', { name: 'Message' }).fill('still here')
  })

  test('however plugins fail when they are used, each leaves a sign, and the others keep working meanwhile', async () => {
    const failing = [...named(whenUsed), 'loop']
    await using opened = await placed.open({ browser, on: ['good', ...failing] })
    const { page } = opened
    for (const name of failing) {
      await pointAtMessage(page)
      await page.getByRole('button', { name: `Press ${name}` }).click()
    }
    await goodStillWorks(page)
    await pointAtMessage(page)
    for (const name of failing) await sign(page, name).waitFor()
    await goodStillWorks(page)
    for (const name of failing) await isInLog(name)
  })

  test.each(Object.keys(halves))('%s fails in one of its slots, and keeps working in the other', async (name) => {
    await using opened = await placed.open({ browser, on: [name] })
    const { page } = opened
    const panel = page.getByRole('region', { name })
    const good = page.getByRole('button', { name: 'Good' })
    await page.getByRole('button', { name: 'Good 0' }).click()
    await page.getByRole('button', { name: 'Good 1' }).waitFor()
    const press = panel.getByRole('button', { name: `Press ${name}` })
    if (name === 'half_handler' || name === 'half_promise') await press.click()
    const chip = panel.getByRole('status').filter({ hasText: `${name} stopped` })
    await chip.waitFor()
    expect(
      await page
        .getByRole('status')
        .filter({ hasText: `${name} stopped` })
        .count(),
    ).toBe(1)
    await good.click()
    await page.getByRole('button', { name: 'Good 2' }).waitFor()
    await isInLog(name)
    await chip.getByRole('button', { name: 'Reload' }).click()
    await chip.or(press).waitFor()
    expect(await good.textContent()).toBe('Good 2')
  })

  test.each(Object.keys(places))(
    'a plugin that never ends in the slot %s is removed, and the others keep working meanwhile',
    async (place) => {
      const name = `endless_${place}`
      await using opened = await placed.open({ browser, on: ['good', name] })
      const { page } = opened
      await goodStillWorks(page)
      await pointAtMessage(page)
      await sign(page, name).waitFor()
      await goodStillWorks(page)
      await isInLog(name)
    },
  )

  test.each([...Object.keys(whileDrawn), 'endless'])(
    'a plugin that fails by %s on its own page leaves that page as it is',
    async (way) => {
      const name = `${way}_page`
      await using opened = await placed.open({ browser, on: [name], path: `/app/plugins/${name}` })
      const { page } = opened
      await sign(page, name).waitFor()
      await page.getByRole('switch', { name }).waitFor()
    },
  )

  test('the sign says what happened, links to the log, and restarts the plugin', async () => {
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
    await sign(page, 'render_compose').waitFor()
  })

  test('three failures pause a plugin, which its page shows, until it is retried or switched off', async () => {
    await using opened = await placed.open({ browser, on: ['render_compose'] })
    const { page } = opened
    for (let times = 0; times < 2; times++)
      await sign(page, 'render_compose').getByRole('button', { name: 'Reload' }).click()
    const chip = page.getByRole('status').filter({ hasText: 'render_compose is paused' })
    await chip.waitFor()
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('link', { name: 'Plugins', exact: true }).click()
    await page.getByText('It failed three times within five minutes').waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('It failed three times within five minutes').waitFor({ state: 'detached' })
    await page.goBack()
    await page.goBack()
    await sign(page, 'render_compose').getByRole('button', { name: 'Turn off' }).click()
    await sign(page, 'render_compose').waitFor({ state: 'detached' })
    expect((await placed.web.client.get_settings()).integrations.render_compose?.enabled).toBe(false)
  })
})

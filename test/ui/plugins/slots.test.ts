import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, openBrowser } from '../../harness/ui.ts'
import { until } from '../../harness/until.ts'
import { anna, conversation, counting, drawing, type PlacedPlugins, placedPlugins } from './placed-plugins.ts'

const slots = ['sidebar.panel', 'message.toolbar', 'compose.extension', 'settings.page'] as const

/** Shows what it was told, beside what every slot is given. */
const telling = drawing(
  slots
    .map(
      (slot) =>
        `registerSlot('${slot}', ({ ui, host, state, redraw, ...told }) => ui.text('Told ' + JSON.stringify(told)))`,
    )
    .join('\n'),
)

/** Counts its slots beside messages, and in how many batches they came: a batch is drawn in one turn. */
const watching = drawing(`
const [told, seen] = [{ places: 0, times: 0 }, new Set()]
let isNow = false
registerSlot('message.toolbar', ({ ui, msgRowid }) => {
  told.places++
  seen.add(msgRowid)
  if (!isNow) {
    isNow = true
    told.times++
    Promise.resolve().then(() => { isNow = false })
  }
  return ui.badge('Seen')
})
registerSlot('compose.extension', ({ ui }) => ui.button({ label: JSON.stringify({ ...told, seen: seen.size }), onPress() {} }))`)

const manyMessages = 600

describe.skipIf(!hasBrowser)('plugins on the page', () => {
  let [browser, placed] = [] as unknown as [Browser, PlacedPlugins]
  beforeAll(async () => {
    browser = await openBrowser()
    placed = await placedPlugins({
      good: { code: counting },
      another: { code: drawing(`registerSlot('compose.extension', ({ ui }) => ui.text('Another one'))`) },
      telling: { code: telling, slots },
      watching: { code: watching, slots: ['message.toolbar', 'compose.extension'] },
    })
  })
  afterAll(async () => {
    await browser?.close()
    await placed?.web[Symbol.asyncDispose]()
  })

  test('a plugin draws, is notified of use, and draws again', async () => {
    await using opened = await placed.open({ browser, on: ['good'] })
    await opened.page.getByRole('button', { name: 'Good 0' }).click()
    await opened.page.getByRole('button', { name: 'Good 1' }).waitFor()
    expect(await opened.page.locator('iframe').count()).toBe(1)
  })

  test('without plugins nothing of them is loaded', async () => {
    await using opened = await placed.open({ browser, on: ['good'], path: `${conversation}?plugins=off` })
    await opened.page.getByText('Hello').last().waitFor()
    await opened.page.getByRole('textbox', { name: 'Message' }).fill('x')
    expect(await opened.page.locator('iframe').count()).toBe(0)
  })

  test('each slot is told what it needs, and a conversation only by an opaque id', async () => {
    await using opened = await placed.open({ browser, on: ['telling'] })
    const { page } = opened
    const told = async (slot: string) =>
      JSON.parse(((await page.getByText(`"slot":"${slot}"`).first().textContent()) ?? '').replace('Told ', ''))
    const { handle, ...rest } = await told('compose.extension')
    expect([handle, rest]).toEqual([
      expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f-]{27}$/),
      { slot: 'compose.extension' },
    ])
    expect(await told('sidebar.panel')).toEqual({ slot: 'sidebar.panel' })
    const [message] = await placed.web.client.list_messages({ guid: `any;-;${anna}`, limit: 1 })
    expect(await told('message.toolbar')).toEqual({ slot: 'message.toolbar', msgRowid: message?.rowid, fromMe: false })
    await page.goto(`${placed.web.url}/app/plugins/telling`)
    expect(await told('settings.page')).toEqual({ slot: 'settings.page' })
  })

  test('slots are hidden and moved, and stay so', async () => {
    const path = '/app/plugins/good'
    await using opened = await placed.open({ browser, on: ['good', 'another'], path })
    const { page } = opened
    const isFirst = async () => {
      await page.goto(`${placed.web.url}${conversation}`)
      await page.getByText('Another one').waitFor()
      await page.getByRole('button', { name: 'Good' }).waitFor()
      const text = (await page.getByRole('form', { name: 'Write a message' }).textContent()) ?? ''
      return text.indexOf('Good') < text.indexOf('Another one')
    }
    await page.getByRole('button', { name: 'Move before the other plugins' }).click()
    await page.getByRole('button', { name: 'Move before the other plugins' }).waitFor({ state: 'detached' })
    expect(await isFirst()).toBe(true)
    await page.goto(`${placed.web.url}${path}`)
    await page.getByRole('switch', { name: 'Show Above what you write' }).click()
    await page.goto(`${placed.web.url}${conversation}`)
    await page.getByText('Another one').waitFor()
    expect(await page.getByRole('button', { name: 'Good' }).count()).toBe(0)
  })

  test('a frame is served only at its own address, and no file outside its folder is', async () => {
    await placed.web.client.change_settings({ integrations: { good: { enabled: true } } })
    const { url } = await placed.web.client.open_plugin_frame({ name: 'good' })
    const asked = async (path: string) =>
      (await fetch(new URL(path, placed.web.url), { headers: { origin: 'null' } })).status
    const other = url.replace(/[^/]+\/$/, 'x'.repeat(32))
    expect(await Promise.all([url, `${url}index.js`, `${url}~/plugin-ui.js`].map(asked))).toEqual([200, 200, 200])
    for (const path of [
      `${other}/index.js`,
      `${url}%2e%2e/index.js`,
      `${url}..%2f..%2fconfig.json`,
      url.replace('good', 'another'),
    ])
      expect([path, await asked(path)]).toEqual([path, 404])
    await placed.web.client.change_settings({ integrations: { good: { enabled: false } } })
    expect(await asked(`${url}index.js`)).toBe(404)
  })

  test('beside six hundred messages a plugin has one frame, and is notified only of visible ones, in few messages', async () => {
    for (let n = 0; n < manyMessages; n++) placed.web.mac.messages.receive({ from: anna, text: `Number ${n}` })
    await using opened = await placed.open({ browser, on: ['watching'] })
    const { page } = opened
    const list = page.getByRole('list', { name: 'Messages' })
    const told = async () => {
      const button = page.getByRole('button', { name: '"places"' })
      await button.click()
      return JSON.parse((await button.textContent()) ?? '') as { places: number; times: number; seen: number }
    }
    await list.getByText(`Number ${manyMessages - 1}`, { exact: true }).waitFor()
    await until(async () => (await told()).places > 0)
    const shown = await list.getByRole('listitem').count()
    const first = await told()
    expect(first.places).toBeLessThanOrEqual(shown)
    expect(first.times).toBeLessThan(first.places)
    await list.hover()
    for (let n = 0; (await list.getByText('Number 0', { exact: true }).count()) === 0 && n < 200; n++) {
      await page.mouse.wheel(0, -4_000)
      await list.getByRole('listitem').first().waitFor()
    }
    await list.getByText('Number 0', { exact: true }).hover()
    const last = await told()
    expect(last.places).toBe(last.seen)
    expect(await page.locator('iframe').count()).toBe(1)
  })
})

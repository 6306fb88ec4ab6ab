import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SlotName } from '../../../src/contract/plugin-slots.ts'
import { goTo } from '../../harness/one-page.ts'
import { hasBrowser, openBrowser } from '../../harness/ui.ts'
import { until } from '../../harness/until.ts'
import { anna, conversation, counting, drawing, frameOf, type PlacedPlugins, placedPlugins } from './placed-plugins.ts'

const slots = ['sidebar.panel', 'message.toolbar', 'compose.extension', 'settings.page'] as const

/** Shows in each slot what it was told, and sets a key of its storage. */
const telling = slots
  .map((slot) => drawing(`element.textContent = JSON.stringify(props)`, slot))
  .join('\n')
  .replaceAll(/\n(import .*)/g, '')

/** Shows in its panel what another slot of it has stored. */
const sharing = `${drawing("host.storage.onChange(async (key) => { element.textContent = await host.storage.get(key) }); element.textContent = 'Nothing'", 'sidebar.panel')}
registerSlot('compose.extension', (element, { host }) => {
  const button = Object.assign(document.createElement('button'), { textContent: 'Store' })
  button.onclick = () => host.storage.set('word', 'Stored')
  element.append(button)
})`

const manyMessages = 600

describe.skipIf(!hasBrowser)('plugins on the page', () => {
  let [browser, placed] = [] as unknown as [Browser, PlacedPlugins]
  beforeAll(async () => {
    browser = await openBrowser()
    placed = await placedPlugins({
      good: { code: counting },
      another: { code: drawing(`element.textContent = 'Another one'`) },
      telling: { code: telling, slots },
      sharing: { code: sharing, slots: ['sidebar.panel', 'compose.extension'] },
      beside: { code: drawing(`element.textContent = 'Beside'`, 'message.toolbar'), slots: ['message.toolbar'] },
      growing: {
        code: drawing(`
          const button = Object.assign(document.createElement('button'), { textContent: 'Grow' })
          button.onclick = () => { button.style.blockSize = '10000px' }
          element.append(button)`),
      },
    })
  })
  afterAll(async () => {
    await browser?.close()
    await placed?.web[Symbol.asyncDispose]()
  })

  test('a plugin draws in a frame that grows with the drawing up to a limit', async () => {
    await using opened = await placed.open({ browser, on: ['growing'] })
    const { page } = opened
    const height = async () => (await page.locator('[data-drawn]').boundingBox())?.height
    const button = frameOf(page, 'growing').getByRole('button')
    await button.waitFor()
    await until(async () => (await height()) === (await button.boundingBox())?.height)
    await button.click()
    await until(async () => (await height()) === 800)
    expect(await page.locator('iframe').count()).toBe(1)
  })

  test('without plugins nothing of them is loaded', async () => {
    await using opened = await placed.open({ browser, on: ['good'], path: `${conversation}?plugins=off` })
    await opened.page.getByText('Hello').last().waitFor()
    await opened.page.getByRole('textbox', { name: 'Message' }).fill('x')
    expect(await opened.page.locator('iframe').count()).toBe(0)
  })

  test('slots of a plugin learn what another one has stored; each is told what it needs, and a conversation only by an opaque id', async () => {
    await using opened = await placed.open({ browser, on: ['sharing', 'telling'] })
    const { page } = opened
    await frameOf(page, 'sharing', 'sidebar.panel').getByText('Nothing').waitFor()
    await frameOf(page, 'sharing').getByRole('button', { name: 'Store' }).click()
    await frameOf(page, 'sharing', 'sidebar.panel').getByText('Stored').waitFor()
    const told = async (slot: SlotName) =>
      JSON.parse((await frameOf(page, 'telling', slot).getByText('"slot"').textContent()) ?? '')
    const { handle, ...rest } = await told('compose.extension')
    expect([handle, rest]).toEqual([
      expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f-]{27}$/),
      { slot: 'compose.extension' },
    ])
    expect(await told('sidebar.panel')).toEqual({ slot: 'sidebar.panel' })
    const [message] = await placed.web.client.list_messages({ guid: `any;-;${anna}`, limit: 1 })
    await page.getByRole('list', { name: 'Messages' }).getByText('Hello').hover()
    expect(await told('message.toolbar')).toEqual({ slot: 'message.toolbar', msgRowid: message?.rowid, fromMe: false })
    await goTo(page, '/app/plugins/telling')
    expect(await told('settings.page')).toEqual({ slot: 'settings.page' })
  })

  test('hidden and moved slots stay hidden and moved', async () => {
    const path = '/app/plugins/good'
    await using opened = await placed.open({ browser, on: ['good', 'another'], path })
    const { page } = opened
    const isFirst = async () => {
      await page.goto(`${placed.web.url}${conversation}`)
      await frameOf(page, 'another').getByText('Another one').waitFor()
      await frameOf(page, 'good').getByRole('button', { name: 'Good' }).waitFor()
      const titles = await page.locator('iframe').evaluateAll((frames) => frames.map(({ title }) => title))
      return titles[0] === 'Plugin: good'
    }
    await page.getByRole('button', { name: 'Move before the other plugins' }).click()
    await page.getByRole('button', { name: 'Move before the other plugins' }).waitFor({ state: 'detached' })
    expect(await isFirst()).toBe(true)
    await goTo(page, path)
    await page.getByRole('switch', { name: 'Show Above what you write' }).click()
    await page.goto(`${placed.web.url}${conversation}`)
    await frameOf(page, 'another').getByText('Another one').waitFor()
    expect(await page.locator('iframe').count()).toBe(1)
  })

  test('a frame is served only at its own address, and no file outside its folder is', async () => {
    await placed.web.client.change_settings({ integrations: { good: { enabled: true } } })
    const { url } = await placed.web.client.open_plugin_frame({ name: 'good' })
    expect((await placed.web.client.open_plugin_frame({ name: 'good' })).url).toBe(url)
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

  test('among six hundred messages a plugin has a frame only for the one under the pointer', async () => {
    for (let n = 0; n < manyMessages; n++) placed.web.mac.messages.receive({ from: anna, text: `Number ${n}` })
    await using opened = await placed.open({ browser, on: ['beside'] })
    const { page } = opened
    const list = page.getByRole('list', { name: 'Messages' })
    await list.getByText(`Number ${manyMessages - 1}`, { exact: true }).waitFor()
    expect(await page.locator('iframe').count()).toBe(0)
    for (const n of [1, 2, 3]) {
      await list.getByText(`Number ${manyMessages - n}`, { exact: true }).hover()
      await frameOf(page, 'beside', 'message.toolbar').getByText('Beside').waitFor()
      await until(async () => (await page.locator('iframe').count()) === 1)
    }
    await page.getByRole('textbox', { name: 'Message' }).hover()
    await until(async () => (await page.locator('iframe').count()) === 0)
  })
})

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { names } from '../../../src/contract/names.ts'
import { journalIntegrations } from '../../../src/store/journal/integrations.ts'
import { openJournal } from '../../../src/store/journal/open.ts'
import { dirOf } from '../../harness/bridge-process.ts'
import { hasBrowser, openBrowser, openPage } from '../../harness/ui.ts'
import { until } from '../../harness/until.ts'
import { type WebHere, webHere } from '../../harness/web-here.ts'

const anna = '+12025550123'
const conversation = `/app/c/${encodeURIComponent(`any;-;${anna}`)}`

/** Draws a button, and does what its name says when it is pressed. */
const draws = (body: string) => `import { registerSlot } from 'local-messaging-relay/plugin-ui'\n${body}`
const pressed = (label: string, handler: string) =>
  draws(
    `registerSlot('compose.extension', ({ ui, host, handle }) => ui.button({ label: '${label}', onPress: ${handler} }))`,
  )

const plugins: Record<string, string> = {
  good: pressed('Good', '() => { globalThis.count = (globalThis.count ?? 0) + 1 }').replace(
    "label: 'Good'",
    "label: 'Good ' + (globalThis.count ?? 0)",
  ),
  render: draws(`registerSlot('compose.extension', () => { throw new Error('in drawing') })`),
  handler: pressed('Handler', "() => { throw new Error('in a handler') }"),
  promise: pressed('Promise', "() => { Promise.reject(new Error('in a promise')) }"),
  loop: pressed('Loop', '() => { for (;;); }'),
  large: pressed('Large', '() => 0').replace("label: 'Large'", "label: 'x'.repeat(10_000_000)"),
  nodes: draws(
    `registerSlot('compose.extension', ({ ui }) => ui.column(...Array.from({ length: 10_000 }, () => ui.divider())))`,
  ),
  silent: 'await new Promise(() => {})',
  handle: pressed('Handle', '() => 0').replace("label: 'Handle'", "label: 'Handle ' + handle"),
  hostile: draws(`
const tried = async (name, act) => { try { await act(); return name } catch { return null } }
const wins = [
  tried('parent', () => parent.document.title),
  tried('top', () => { top.location.href = 'https://evil.example/' }),
  tried('cookies', () => document.cookie),
  tried('storage', () => localStorage.length),
  tried('own fetch', () => fetch(new URL('/api/v1/conversations', location.href))),
  tried('other fetch', () => fetch('https://evil.example/')),
  tried('window', () => { if (open('https://evil.example/') === null) throw new Error('none') }),
  tried('spoofing', () => {
    for (let n = 0; n < parent.frames.length; n++) {
      const { port1 } = new MessageChannel()
      parent.frames[n].postMessage({ type: 'hello', version: 1, surroundings: {}, view: null }, '*', [port1])
    }
    throw new Error('nobody says')
  }),
  tried('message', async ({}) => { throw new Error('asked below') }),
]
registerSlot('compose.extension', async ({ ui, host }) => {
  const asked = await tried('message', () => host.getMessage(1))
  const sent = await tried('sending', () => host.sendText('x', 'x'))
  const won = [...(await Promise.all(wins)), asked, sent].filter(Boolean)
  return ui.text('Won: ' + (won.join(', ') || 'nothing'))
})`),
}

describe.skipIf(!hasBrowser)('plugins on the page', () => {
  let [browser, web] = [] as unknown as [Browser, WebHere]
  beforeAll(async () => {
    browser = await openBrowser()
    web = await webHere()
    web.mac.messages.receive({ from: anna, text: 'Hello' })
    const { db } = openJournal(dirOf(web.mac.home).journalFile)
    for (const [name, code] of Object.entries(plugins)) {
      const folder = join(web.mac.home, names.baseDirectory, 'integrations', name)
      mkdirSync(join(folder, 'page'), { recursive: true })
      writeFileSync(join(folder, 'page', 'index.js'), code)
      const page = { entry: 'page/index.js', slots: ['compose.extension'], permissions: [], min_height: {} }
      const manifest = { display_name: name, page_files: { ...page, folder, is_bundled: false } }
      journalIntegrations(db).put({ name, tier: 'official', status: 'running', lastError: null, manifest }, 0)
    }
    db.close()
  })
  afterAll(async () => {
    await browser?.close()
    await web?.[Symbol.asyncDispose]()
  })

  /** With these switched on, and no others. */
  async function pageWith(given: readonly string[], path = conversation): Promise<Page & AsyncDisposable> {
    const integrations = Object.fromEntries(
      Object.keys(plugins).map((name) => [name, { enabled: given.includes(name) }]),
    )
    await web.client.change_settings({ integrations })
    const { page, wrong } = await openPage({ browser, url: web.url, path })
    // A frame's own errors and refusals are what is tested here.
    page.on('close', () => wrong.splice(0))
    return page
  }
  const stopped = (page: Page, name: string) => page.getByRole('status').filter({ hasText: `${name} stopped` })

  test('one draws, hears of what is used, and draws again', async () => {
    await using page = await pageWith(['good'])
    await page.getByRole('button', { name: 'Good 0' }).click()
    await page.getByRole('button', { name: 'Good 1' }).waitFor()
    expect(await page.locator('iframe').count()).toBe(1)
  })

  test.each(['render', 'large', 'nodes', 'silent'])(
    'one that fails by %s leaves a sign, and the others as they are',
    async (name) => {
      await using page = await pageWith(['good', name])
      await stopped(page, name).waitFor()
      await page.getByRole('button', { name: 'Good 0' }).click()
      await page.getByRole('button', { name: 'Good 1' }).waitFor()
      await until(async () =>
        (await web.client.log_history({ source: name })).some(({ msg }) => msg.includes('on the page')),
      )
    },
  )

  test.each(['handler', 'promise'])('one that fails by %s when it is used leaves a sign', async (name) => {
    await using page = await pageWith(['good', name])
    await page.getByRole('button', { name, exact: false }).click()
    await page.getByRole('button', { name: 'Good 0' }).click()
    await page.getByRole('button', { name: 'Good 1' }).waitFor()
    await stopped(page, name).waitFor({ timeout: 10_000 })
  })

  test('one that never ends leaves the page and the others as they are, and a sign', async () => {
    await using page = await pageWith(['good', 'loop'])
    await page.getByRole('button', { name: 'Loop' }).click()
    await page.getByRole('textbox').last().fill('still here')
    await page.getByRole('button', { name: 'Good 0' }).click()
    await page.getByRole('button', { name: 'Good 1' }).waitFor()
    expect(await stopped(page, 'loop').count()).toBe(0)
    await stopped(page, 'loop').waitFor({ timeout: 10_000 })
  })

  test('three failures pause it, and it is switched off where it stands', async () => {
    await using page = await pageWith(['render'])
    for (let times = 0; times < 2; times++)
      await stopped(page, 'render').getByRole('button', { name: 'Reload' }).click()
    const chip = page.getByRole('status').filter({ hasText: 'render is paused' })
    await chip.getByRole('button', { name: 'Turn off' }).click()
    await chip.waitFor({ state: 'detached' })
    expect((await web.client.get_settings()).integrations.render?.enabled).toBe(false)
  })

  test('one that means harm reaches nothing', async () => {
    await using page = await pageWith(['good', 'hostile'])
    await page.getByText('Won: nothing').waitFor()
    expect(page.url()).toContain(web.url)
    expect(page.context().pages()).toHaveLength(1)
  })

  test('it is told of a conversation by an id that says nothing', async () => {
    await using page = await pageWith(['handle'])
    const label = (await page.getByRole('button', { name: 'Handle' }).textContent()) ?? ''
    expect(label).toMatch(/^Handle [0-9a-f]{8}-[0-9a-f-]{27}$/)
  })

  test('without plugins none is loaded', async () => {
    await using page = await pageWith(['good'], `${conversation}?plugins=off`)
    await page.getByText('Hello').last().waitFor()
    expect(await page.locator('iframe').count()).toBe(0)
  })

  test('a frame is for whoever has its address alone, and for no file beside its folder', async () => {
    await web.client.change_settings({ integrations: { good: { enabled: true } } })
    const { url } = await web.client.open_plugin_frame({ name: 'good' })
    const asked = async (path: string) => (await fetch(new URL(path, web.url), { headers: { origin: 'null' } })).status
    const other = url.replace(/[^/]+\/$/, 'x'.repeat(32))
    expect(await Promise.all([url, `${url}index.js`, `${url}~/plugin-ui.js`].map(asked))).toEqual([200, 200, 200])
    for (const path of [
      `${other}/index.js`,
      `${url}%2e%2e/index.js`,
      `${url}..%2f..%2fconfig.json`,
      url.replace('good', 'loop'),
    ])
      expect([path, await asked(path)]).toEqual([path, 404])
    await web.client.change_settings({ integrations: { good: { enabled: false } } })
    expect(await asked(`${url}index.js`)).toBe(404)
  })
})

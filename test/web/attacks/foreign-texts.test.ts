import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, signedInAt } from '../../harness/browser.ts'
import { openBrowser } from '../../harness/one-browser.ts'
import { goTo } from '../../harness/one-page.ts'
import { isWhole, tell } from '../../harness/told.ts'
import { signedIn } from '../../harness/web-here.ts'
import { type WebProcess, webProcess } from '../../harness/web-process.ts'
import { foreignSite } from './foreign-site.ts'
import { addresses, foreignTexts } from './foreign-texts.ts'

const anna = '+12025550123'
const numberOf = (index: number) => `+1202556${String(index).padStart(4, '0')}`
/**
 * The suite shows every text as a message, and each in one of the five other places, in turn; `npm run proof -- whole`
 * shows all of them everywhere.
 */
const inPlace = (place: 0 | 1 | 2 | 3 | 4) => foreignTexts.filter((_, index) => isWhole || index % 5 === place)
/** The number of groups that the list shows at once, with room for the other conversations. */
const groupsAtOnce = 150
/** At least as many links come into view at each step to earlier messages. */
const linksAtStep = 12

let browser: Browser
let web: WebProcess
let context: BrowserContext
/** Forbidden actions of a page. */
const misdeeds: string[] = []

beforeAll(async () => {
  if (!hasBrowser) return
  browser = await openBrowser()
  web = await webProcess()
  web.mac.contacts.onMyMac.transaction(() => {
    for (const [index, firstName] of foreignTexts.entries())
      web.mac.contacts.onMyMac.add({ firstName, phones: [numberOf(index)] })
  })
  context = await signedInAt(browser, web.url)
  await context.addInitScript(
    `addEventListener('securitypolicyviolation', ({ blockedURI }) => console.error('violation', blockedURI))`,
  )
  context.on('dialog', (dialog) => {
    misdeeds.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  context.on('console', (message) => {
    if (message.type() === 'error') misdeeds.push(`console ${message.text()}`)
  })
  context.on('weberror', (error) => misdeeds.push(`error ${error.error().message}`))
  context.on('request', (request) => {
    if (!request.url().startsWith(`${web.url}/`)) misdeeds.push(`request ${request.url()}`)
  })
})

afterAll(async () => {
  await browser?.close()
  await web?.[Symbol.asyncDispose]()
})

/** Opens a page in a window that shows many rows at once, so that few steps lead through all of them. */
async function openTall(path: string): Promise<Page> {
  const page = await context.newPage()
  await page.setViewportSize({ width: 1280, height: 2_400 })
  await page.goto(`${web.url}${path}`)
  return page
}

/** The conversations and the search are shown in one page, one after the other. */
let shared: Page | undefined
async function goThere(path: string): Promise<Page> {
  if (shared === undefined) shared = await openTall(path)
  else await goTo(shared, path)
  return shared
}

async function openConversation(guid: string): Promise<Page> {
  const path = `/app/c/${encodeURIComponent(guid)}`
  const page = await goThere('/app/messages')
  await page.getByRole('main').getByRole('listitem').first().waitFor({ state: 'detached' })
  await goTo(page, path)
  await page.getByRole('main').getByRole('listitem').first().waitFor()
  return page
}

/** Scrolls until each of these texts has appeared unchanged in a row of the region; turns round at the end. */
async function expectShown(region: Locator, texts: readonly string[], scrollBy: number): Promise<void> {
  const missing = new Set(texts)
  let step = scrollBy
  const last: string[] = []
  await region.hover()
  await expect
    .poll(
      async () => {
        const rows = await region.getByRole('listitem').allTextContents()
        for (const text of missing) if (rows.some((row) => row.includes(text))) missing.delete(text)
        last.push(rows.join())
        // On a busy machine two steps may be drawn as one; the rows between them then appear on the way back.
        if (last.length >= stillAtEnd && last.slice(-stillAtEnd).every((one) => one === rows.join())) {
          step = -step
          last.length = 0
        }
        if (missing.size > 0) await region.page().mouse.wheel(0, step)
        return [...missing]
      },
      { interval: 30 },
    )
    .toEqual([])
}

const addressesOf = (links: unknown[]): string[] => links.map((link) => String((link as { href: string }).href))

/** The number of readings without anything new at which the end is assumed. */
const stillAtEnd = 10
/** Less than the window shows, so that no row is passed over. */
const toEarlier = -2_000
const toLater = 2_000

describe.skipIf(!hasBrowser)('text of strangers is shown as text, and does nothing', () => {
  test('as a message', async () => {
    const { messages } = web.mac
    messages.transaction(() => foreignTexts.forEach((text) => void messages.receive({ from: anna, text })))
    const page = await openConversation(`any;-;${anna}`)
    await expectShown(page.getByRole('main'), foreignTexts, toEarlier)
    expect(misdeeds).toEqual([])
  })

  test('as the name of a person', async () => {
    const { messages } = web.mac
    const texts = inPlace(0)
    const members = texts.map((text) => numberOf(foreignTexts.indexOf(text)))
    const { guid } = messages.createGroup({ members, name: 'Everyone' })
    messages.transaction(() => members.forEach((from) => void messages.receive({ from, chat: guid, text: 'Hello' })))
    const page = await openConversation(guid)
    // A name is shown on one line.
    const names = texts.map((text) => text.replaceAll(/\s+/g, ' '))
    await expectShown(page.getByRole('main'), names, toEarlier)
    expect(misdeeds).toEqual([])
  })

  test('as the name of a file', async () => {
    const { messages } = web.mac
    const from = '+12025550145'
    // macOS stores a slash in a file name as a colon, since a slash separates folders.
    const names = inPlace(1).map((text) => text.replaceAll('/', ':'))
    messages.transaction(() =>
      names.forEach((name) => void messages.receive({ from, files: [{ name, state: 'waiting' }] })),
    )
    const page = await openConversation(`any;-;${from}`)
    await expectShown(page.getByRole('main'), names, toEarlier)
    expect(misdeeds).toEqual([])
  })

  test('as the title of a link', async () => {
    const { messages } = web.mac
    const from = '+12025550146'
    const titles = inPlace(2)
    const links = titles.map((title, index) => ({ url: `https://example.com/${index}`, title, siteName: title }))
    messages.transaction(() => links.forEach((link) => void messages.linkPreview({ from, link })))
    const page = await openConversation(`any;-;${from}`)
    await expectShown(page.getByRole('main'), titles, toEarlier)
    expect(misdeeds).toEqual([])
  })

  test('as the address of a link, which leads to the web or nowhere', async () => {
    const { messages } = web.mac
    const from = '+12025550147'
    const urls = new Set([...inPlace(3), ...addresses])
    messages.transaction(() => urls.forEach((url) => void messages.linkPreview({ from, link: { url, title: 'Look' } })))
    const page = await openConversation(`any;-;${from}`)
    const links = page.getByRole('main').getByRole('listitem').getByRole('link')
    const targets = new Set<string>()
    await page.getByRole('main').hover()
    for (let step = 0; step < urls.size / linksAtStep; step++) {
      for (const target of await links.evaluateAll(addressesOf)) targets.add(target)
      await page.mouse.wheel(0, toEarlier)
    }
    expect(targets.size).toBeGreaterThan(0)
    expect([...targets].filter((target) => !/^https?:/.test(target))).toEqual([])
    expect(misdeeds).toEqual([])
  })

  test('as the title of a group, in the list and in the line that reports it', async () => {
    const { messages } = web.mac
    const every = inPlace(4)
    for (let first = 0; first < every.length; first += groupsAtOnce) {
      const titles = every.slice(first, first + groupsAtOnce)
      messages.transaction(() => {
        for (const name of titles) {
          const { guid } = messages.createGroup({ members: [anna, '+12025550145'], name: 'Before' })
          messages.receive({ from: anna, chat: guid, text: 'Hello' })
          messages.renameGroup({ chat: guid, by: anna, name })
        }
      })
      const page = await openTall('/app/messages')
      const list = page.getByRole('navigation', { name: 'Conversations' })
      await expectShown(list, titles, toLater)
      await list.getByRole('listitem').first().getByRole('link').click()
      await page.getByText('named the conversation').first().waitFor()
      await page.close()
    }
    expect(misdeeds).toEqual([])
  })

  test('as a search result', async () => {
    const headers = await signedIn(web.url)
    const found = async () =>
      (await fetch(`${web.url}/api/v1/search?q=alert`, { headers })).json() as Promise<{ results: [] }>
    await expect.poll(async () => (await found()).results.length).toBeGreaterThan(0)
    for (const query of ['alert', '<script>', '"><img src=x onerror=alert(1)>']) {
      const page = await goThere('/app/messages')
      await page.locator('mark').first().waitFor({ state: 'detached' })
      await goTo(page, `/app/search?q=${encodeURIComponent(query)}`)
      await page.locator('mark').first().waitFor()
    }
    expect(misdeeds).toEqual([])
  })

  test('although much of it would run as markup', async () => {
    await using site = await foreignSite()
    const careless = await browser.newContext()
    const page = await careless.newPage()
    let ran = 0
    page.on('dialog', (dialog) => {
      ran++
      void dialog.dismiss()
    })
    await page.goto(`http://localhost:${site.port}/empty`)
    const parts = foreignTexts
      .filter((text) => !/refresh|plaintext|base href/.test(text))
      .map((text) => `<div>${text}</div>`)
    await page.setContent(parts.join(''))
    await expect.poll(() => ran).toBeGreaterThan(3)
    await careless.close()
  })
})

test('there are more than two hundred of these texts', (context) => {
  tell(context, { texts: foreignTexts.length, misdeeds: misdeeds.length })
  expect(foreignTexts.length).toBeGreaterThan(200)
})

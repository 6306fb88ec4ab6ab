import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { goTo, OnePage } from '../../harness/one-page.ts'
import { hasBrowser, openBrowser } from '../../harness/ui.ts'
import { until } from '../../harness/until.ts'
import { searchable, type WebHere, webHere } from '../../harness/web-here.ts'

const anna = '+12025550123'
const ben = '+12025550145'

describe.skipIf(!hasBrowser)('the search', () => {
  let [browser, web, pages] = [] as unknown as [Browser, WebHere, OnePage]
  beforeAll(async () => {
    browser = await openBrowser()
    web = await webHere()
    pages = new OnePage({ browser, url: web.url })
    web.mac.contacts.onMyMac.add({ firstName: 'Anna', lastName: 'Zebra', phones: [anna] })
    web.mac.messages.receive({ from: anna, text: 'Hello' })
    for (let index = 0; index < 25; index++)
      web.mac.messages.receive({ from: ben, text: index === 3 ? 'A zebra was seen' : `Nothing ${index}` })
    const group = web.mac.messages.createGroup({ members: [anna, ben], name: 'Zebra watchers' })
    web.mac.messages.receive({ from: ben, chat: group.guid, text: 'Welcome' })
    await searchable(web, 27)
  })
  afterAll(async () => {
    await browser?.close()
    await web?.[Symbol.asyncDispose]()
  })

  const field = (page: Page) => page.getByRole('combobox', { name: 'Search' })
  const isReady = (page: Page) => field(page).and(page.locator(':focus')).waitFor()
  const group = (page: Page, name: RegExp) => page.getByRole('group', { name })

  test('finds people, conversations and messages; Enter opens a result, and Escape leads back', async () => {
    const { page } = await pages.at('/app/messages')
    await page.getByRole('navigation', { name: 'Conversations' }).getByRole('link', { name: 'Anna' }).first().click()
    await page.getByRole('main').getByRole('heading', { level: 1, name: 'Anna Zebra' }).waitFor()
    const before = page.url()
    await until(() => page.evaluate<boolean>(`document.activeElement?.tagName === 'H1'`))
    await page.keyboard.press('/')
    await isReady(page)
    await page.keyboard.type('zebra')
    await group(page, /^People 1/).waitFor()
    await group(page, /^Conversations 1/)
      .getByText('Zebra watchers')
      .waitFor()
    // Until the last letter has arrived, results are those of the beginning of the word.
    await group(page, /^Messages 1/)
      .locator('mark', { hasText: /^zebra$/ })
      .waitFor()
    await page.getByRole('main').getByText('Hello').waitFor()

    await page.reload()
    await group(page, /^Messages 1/).waitFor()
    await expect.poll(() => field(page).inputValue()).toBe('zebra')
    await page.keyboard.press('Escape')

    await goTo(page, before)
    await page.getByRole('main').getByText('Hello').waitFor()
    await page.keyboard.press('Control+f')
    await isReady(page)
    await page.keyboard.type('seen')
    await group(page, /^Messages 1/).waitFor()
    await page.keyboard.press('Escape')
    await until(() => page.url() === before)
    await until(() => page.evaluate<boolean>(`document.activeElement !== document.body`))

    await page.keyboard.press('/')
    await isReady(page)
    await page.keyboard.type('seen')
    await group(page, /^Messages 1/)
      .locator('mark', { hasText: /^seen$/ })
      .waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/c\/.*m=\d+&q=seen/)
    await page.getByRole('main').getByText('A zebra was seen').waitFor()
  })

  test('offers conditions and removes them again', async () => {
    const { page } = await pages.at('/app/search')
    await page.getByRole('main').getByText('A zebra was seen').waitFor({ state: 'detached' })
    await field(page).fill('')
    await field(page).pressSequentially('from:ann')
    await page.getByRole('option', { name: 'from:Anna Zebra' }).click()
    await expect.poll(() => field(page).inputValue()).toBe('from:"Anna Zebra" ')
    await group(page, /^Messages 1/)
      .getByText('Hello')
      .waitFor()
    await page.getByRole('button', { name: 'Remove from: Anna Zebra' }).click()
    await expect.poll(() => field(page).inputValue()).toBe('')
    await field(page).pressSequentially('zebra nowhere')
    await page.getByText('No results.').waitFor()
  })

  describe('when the address changes while a search is being written to it', () => {
    /** Notes every address to which the page changes the current one by itself. */
    const watchAddress = (page: Page) =>
      page.evaluate<void>(`(() => {
        const replace = history.replaceState.bind(history)
        window.replaced = []
        history.replaceState = (state, unused, url) => {
          window.replaced.push(String(url))
          replace(state, unused, url)
        }
      })()`)
    const replaced = (page: Page) => page.evaluate<string[]>('window.replaced')

    test('another search, begun at once, is not replaced by the last one', async () => {
      const { page } = await pages.at('/app/search?q=seen')
      await group(page, /^Messages 1/)
        .locator('mark', { hasText: /^seen$/ })
        .waitFor()
      await watchAddress(page)
      await page.evaluate<void>(`(async () => {
        history.pushState(null, '', '/app/messages')
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
        history.pushState(null, '', '/app/search?q=zebra')
      })()`)
      await group(page, /^People 1/).waitFor()
      expect(await replaced(page)).toEqual([])
      expect(page.url()).toMatch(/search\?q=zebra$/)
    })

    test('a page that is opened meanwhile stays open', async () => {
      const { page } = await pages.at('/app/search?q=seen')
      await group(page, /^Messages 1/)
        .locator('mark', { hasText: /^seen$/ })
        .waitFor()
      // The links of the results change with the text that is about to be written. Observers hear of it before it is.
      await page.evaluate<void>(`new MutationObserver((changes, observer) => {
        observer.disconnect()
        history.pushState(null, '', '/app/messages')
      }).observe(document.getElementById('search-results'), { subtree: true, attributeFilter: ['href'] })`)
      await field(page).fill('zebra')
      await expect.poll(() => field(page).inputValue()).toBe('')
      expect(page.url()).toMatch(/messages$/)
    })
  })
})

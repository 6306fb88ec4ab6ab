import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { goTo } from '../../harness/one-page.ts'
import { hasBrowser, openBrowser, openPage } from '../../harness/ui.ts'
import { type Furnished, furnished } from './furnished.ts'

/** Measures how far content has shifted unexpectedly, as browsers count it. */
const watching = `
  globalThis.moved = 0
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) moved += value
  }).observe({ type: 'layout-shift', buffered: true })`

describe.skipIf(!hasBrowser)('a page that opens', () => {
  let [browser, web] = [] as unknown as [Browser, Furnished]
  beforeAll(async () => {
    ;[browser, web] = await Promise.all([openBrowser(), furnished()])
  })
  afterAll(async () => {
    await browser?.close()
    await web?.[Symbol.asyncDispose]()
  })

  test('ends up where it began, leaves the focus where it is and has one heading', async () => {
    const { page, settled } = await openPage({
      browser,
      url: web.url,
      prepare: (page) => page.addInitScript({ content: watching }),
    })
    await using _ = page
    await page.getByText('See you').first().waitFor()
    await settled()
    expect(await page.evaluate<boolean>(`document.activeElement === document.body`)).toBe(true)
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
    for (const path of [web.thread, 'plugins', 'health']) {
      await goTo(page, `/app/${path}`)
      await settled()
    }
    expect(await page.evaluate<number>('moved')).toBeLessThanOrEqual(0.05)
  })
})

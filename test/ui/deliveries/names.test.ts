import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bridgeHere } from '../../harness/bridge-here.ts'
import { toWebhook } from '../../harness/bridge-process.ts'
import { goTo } from '../../harness/one-page.ts'
import { startReceiver } from '../../harness/receiver.ts'
import { hasBrowser, openBrowser, openPage } from '../../harness/ui.ts'
import { until } from '../../harness/until.ts'
import { webHere } from '../../harness/web-here.ts'

const people = [
  { firstName: 'Anna', phones: ['+12025550123'] },
  { firstName: 'ליאורה', phones: ['+12025550145'] },
  { firstName: 'مريم', phones: ['+12025550167'] },
] as const

/** Measures where the letters of each name begin on the screen, and in which direction they run. */
const namesIn = (list: Locator): Promise<{ left: number; direction: string }[]> =>
  list.evaluate(
    (element, names) => {
      const { document, getComputedStyle, NodeFilter, Range } = globalThis as unknown as Screen
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      const found: { left: number; direction: string }[] = []
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        if (!names.includes(node.nodeValue ?? '')) continue
        const range = new Range()
        range.selectNodeContents(node)
        found.push({
          left: Math.round(range.getBoundingClientRect().left),
          direction: getComputedStyle(node.parentElement).direction,
        })
      }
      return found
    },
    people.map(({ firstName }) => firstName) as string[],
  )

/** The types of the browser are not available here. */
interface Text {
  nodeValue: string | null
  parentElement: unknown
}
interface Screen {
  document: { createTreeWalker(root: unknown, shown: number): { nextNode(): Text | null } }
  getComputedStyle(element: unknown): { direction: string }
  NodeFilter: { SHOW_TEXT: number }
  Range: new () => { selectNodeContents(node: Text): void; getBoundingClientRect(): { left: number } }
}

describe.skipIf(!hasBrowser)('names in Hebrew and Arabic', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(() => browser?.close())

  test('begin where the other names of a list begin, and run in their own direction', async () => {
    await using bridge = await bridgeHere()
    await using receiver = await startReceiver(() => 204)
    for (const person of people) bridge.mac.contacts.onMyMac.add({ ...person, phones: [...person.phones] })
    const config = { ...toWebhook(receiver.url), relay: { scope: 'everyone', poll_interval_s: 0.1 } }
    await using web = await webHere({ over: bridge.mac, config })
    for (const { phones } of people) bridge.mac.messages.receive({ from: phones[0], text: 'Hello' })
    await until(async () => (await web.client.list_deliveries({ state: 'delivered' })).deliveries.length === 3)
    const { page, settled } = await openPage({ browser, url: web.url })
    await using _ = page
    const lists: [path: string, list: (page: Page) => Locator][] = [
      ['/app/messages', (page) => page.getByRole('navigation', { name: 'Conversations' })],
      ['/app/relay/deliveries', (page) => page.getByRole('list', { name: 'Deliveries', exact: true })],
      ['/app/relay', (page) => page.getByRole('main').locator('ul', { has: page.locator('time') })],
    ]
    for (const [path, list] of lists) {
      await goTo(page, path)
      await settled()
      const names = await namesIn(list(page))
      expect([path, names.map(({ direction }) => direction).toSorted()]).toEqual([path, ['ltr', 'rtl', 'rtl']])
      expect([path, new Set(names.map(({ left }) => left)).size]).toEqual([path, 1])
    }
  })
})

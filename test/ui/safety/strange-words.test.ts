import { appendFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampleFile } from '../../../simulator/media/sample-files.ts'
import { journalIntegrations } from '../../../src/store/journal/integrations.ts'
import { openJournal } from '../../../src/store/journal/open.ts'
import { dirOf } from '../../harness/bridge-process.ts'
import { OnePage } from '../../harness/one-page.ts'
import { hasBrowser, openBrowser } from '../../harness/ui.ts'
import { until } from '../../harness/until.ts'
import { type WebHere, webHere } from '../../harness/web-here.ts'
import { ask, inPage } from '../accessibility/walk.ts'
import { payloads, turning } from './payloads.ts'

const number = (index: number) => `+1202555${String(1000 + index)}`
const everything = '+12025559999'
const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

const rules = payloads.map((name, index) => ({
  id: `rule-${index}`,
  name,
  enabled: false,
  trigger: 'on_inbound',
  conditions: 'from:Anna',
  cooldown_s: 60,
  action: { type: 'auto_reply', body: 'Yes' },
}))

describe.skipIf(!hasBrowser)('text that tries to act as more', () => {
  let [browser, web, pages] = [] as unknown as [Browser, WebHere, OnePage]
  beforeAll(async () => {
    ;[browser, web] = await Promise.all([openBrowser(), webHere({ config: { rules } })])
    write(web)
    record(web)
    async function prepare(page: Page): Promise<void> {
      await page.addInitScript({ content: inPage })
      // It shows many rows at once, so that few steps lead through all of them.
      await page.setViewportSize({ width: 1280, height: 2_400 })
    }
    pages = new OnePage({ browser, url: web.url, prepare })
  })
  afterAll(async () => {
    await browser?.close()
    await web?.[Symbol.asyncDispose]()
  })

  test.each([
    ['names of people, and the last thing that they wrote', 'messages', 'bdi'],
    ['messages', `c/${encodeURIComponent(`any;-;${everything}`)}`, '[dir="auto"]'],
    ['names of files', `c/${encodeURIComponent(`any;-;${number(999)}`)}`, 'bdi'],
    ['names of rules', 'rules', 'main *'],
    ['names of plugins', 'plugins', 'bdi'],
    ['what settings of plugins are called', 'plugins/strange_0', 'label, legend, label *, legend *, h1, h1 *, h2'],
    ['lines of the log', 'logs?source=strange', '[role="log"] *'],
  ])('is shown as text as %s', async (_, path, holders) => {
    const { page } = await pages.at(`/app/${path}`)
    // The log removes marks that change the direction of a line before it is shown.
    const isLog = path.startsWith('logs')
    const missing = new Set(payloads.filter((text) => !isLog || !turning.test(text)).map(plain))
    const signs = { grown: new Set<string>(), leaking: new Set<string>(), inline: new Set<string>() }
    await until(
      async () => {
        const texts = await page.locator(holders).evaluateAll((all) => all.map(({ textContent }) => textContent ?? ''))
        for (const text of texts) missing.delete(plain(text))
        for (const [sign, seen] of Object.entries(signs)) for (const one of await ask(page, `${sign}()`)) seen.add(one)
        await further(page)
        return missing.size === 0
      },
      {
        describe: () => `${missing.size} to be shown: ${[...missing].slice(0, 5).join('\n')}`,
      },
    )
    expect({ grown: [...signs.grown], leaking: [...signs.leaking], inline: [...signs.inline] }).toEqual({
      grown: [],
      leaking: [],
      inline: [],
    })
  })

  test('is shown as text in search results', async () => {
    const { page } = await pages.at(`/app/search?q=${encodeURIComponent('onerror')}`)
    await page.locator('mark').first().waitFor()
    expect(await ask(page, 'grown()')).toEqual([])
  })
})

/**
 * Scrolls towards what is not drawn yet, in any pane, and turns back where a pane ends: what was not drawn in time on the
 * way there is met on the way back.
 */
const further = (page: Page): Promise<unknown> =>
  page.evaluate(`for (const pane of document.querySelectorAll('*')) {
    if (pane.scrollHeight <= pane.clientHeight + 1 || !/auto|scroll/.test(getComputedStyle(pane).overflowY)) continue
    pane.way ??= pane.hasAttribute('data-thread') || pane.role === 'log' ? -1 : 1
    const before = pane.scrollTop
    pane.scrollBy(0, pane.way * 0.6 * pane.clientHeight)
    pane.dispatchEvent(new WheelEvent('wheel', { deltaY: pane.way * 100, bubbles: true }))
    pane.stuck = pane.scrollTop === before ? (pane.stuck ?? 0) + 1 : 0
    // At an end more may still be loading.
    if (pane.stuck >= 20) [pane.way, pane.stuck] = [-pane.way, 0]
  }`)

function write({ mac: { contacts, messages } }: WebHere): void {
  const startMs = Date.now() - payloads.length * 60_000
  const file = sampleFile('pdf', 1)
  for (const [index, text] of payloads.entries()) contacts.onMyMac.add({ firstName: text, phones: [number(index)] })
  messages.transaction(() => {
    for (const [index, text] of payloads.entries()) {
      const when = { atMs: startMs + index * 60_000, read: true }
      messages.receive({ from: everything, text, ...when })
      messages.receive({ from: number(999), files: [{ ...file, name: text.replaceAll('/', '∕') }], ...when })
      messages.receive({ from: number(index), text, ...when })
    }
  })
}

/** Writes what the bridge would: plugins that it knows, and log lines. */
function record({ mac }: WebHere): void {
  const { journalFile, logFile } = dirOf(mac.home)
  const { db } = openJournal(journalFile)
  const properties = Object.fromEntries(
    payloads.map((title, index) => [
      `field_${index}`,
      { type: 'string', title, description: title, examples: [title] },
    ]),
  )
  for (const [index, text] of payloads.entries()) {
    const manifest = {
      display_name: text,
      description: text,
      version: text,
      settings_schema: { type: 'object', properties },
    }
    const row = { name: `strange_${index}`, tier: 'notify', status: 'failed', lastError: text, manifest }
    journalIntegrations(db).put(row, 0)
  }
  db.close()
  const line = (msg: string) => JSON.stringify({ ts: new Date().toISOString(), level: 'info', source: 'strange', msg })
  appendFileSync(logFile, payloads.map((text) => `${line(text)}\n`).join(''))
}

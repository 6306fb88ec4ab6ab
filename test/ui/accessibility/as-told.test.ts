import { appendFileSync } from 'node:fs'
import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dirOf } from '../../harness/bridge-process.ts'
import { goTo } from '../../harness/one-page.ts'
import { hasBrowser, openBrowser, openPage } from '../../harness/ui.ts'
import { webHere } from '../../harness/web-here.ts'

const told = {
  row: `- link "Anna Example 5 Jan 2024 See you 1 unread message":
  - /url: /app/c/any%3B-%3B%2B12025550123
  - text: Anna Example
  - time: 5 Jan 2024
  - text: See you 1 unread message`,
  writing: `- form "Write a message":
  - button "Attach files"
  - textbox "Message":
    - /placeholder: iMessage
  - button "Insert an emoji"
  - button "Send later" [disabled]
  - button "Send" [disabled]`,
  setting: `- textbox "Maximum messages per minute":
  - /placeholder: "20"
  - text: "20"`,
  line: `- article:
  - time: 05/01 12:00:00.000
  - text: warn bridge A plugin waits
  - button "Entry actions"`,
}

const describedBy = `document.activeElement.getAttribute('aria-describedby').split(' ')
  .map(id => document.getElementById(id).textContent).join(' ')`

const tells = (what: Locator, words: string) => expect.poll(() => what.ariaSnapshot()).toBe(words)

describe.skipIf(!hasBrowser)('what a screen reader is told', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(() => browser?.close())

  test('is right for a conversation in the list, the message field, a setting and a line of the log', async () => {
    await using web = await webHere()
    const { messages, contacts } = web.mac
    contacts.onMyMac.add({ firstName: 'Anna', lastName: 'Example', phones: ['+12025550123'] })
    messages.receive({ from: '+12025550123', text: 'See you', atMs: Date.UTC(2024, 0, 5, 12) })
    const { page } = await openPage({ browser, url: web.url, path: '/app/messages' })
    await using _ = page
    const row = page.getByRole('link', { name: 'Anna Example' })
    await tells(row, told.row)
    await row.click()
    await tells(page.getByRole('form', { name: 'Write a message' }), told.writing)

    await goTo(page, '/app/settings/sending')
    const limit = page.getByRole('textbox', { name: 'Maximum messages per minute' })
    await tells(limit, told.setting)
    await limit.focus()
    expect(await page.evaluate(describedBy)).toContain('Counts this page, plugins, rules and the API together.')

    const line = { ts: '2024-01-05T12:00:00.000Z', source: 'bridge', level: 'warn', msg: 'A plugin waits' }
    appendFileSync(dirOf(web.mac.home).logFile, `${JSON.stringify(line)}\n`)
    await goTo(page, '/app/logs')
    const logged = page.getByRole('article').filter({ hasText: 'A plugin waits' })
    await tells(logged, told.line)
  })
})

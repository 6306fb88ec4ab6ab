import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampleFile } from '../../../simulator/media/sample-files.ts'
import { OnePage } from '../../harness/one-page.ts'
import { hasBrowser, openBrowser, openPage } from '../../harness/ui.ts'
import { type WebHere, webHere } from '../../harness/web-here.ts'

const [anna, ben] = ['+12025550123', '+12025550145']

const told = `
- list "Messages":
  - listitem:
    - paragraph: Sun, 1 Mar 2026
  - listitem:
    - paragraph: New
  - listitem:
    - text: +12025550123 Lunch?
    - 'button "1 reaction: 1 Loved; show who"'
    - button "Actions"
    - time: 12:00
  - listitem:
    - text: You
    - button "Reply to +12025550123 Lunch?"
    - text: "Yes"
    - button "Actions"
    - time: 12:10
    - text: Read 12:10
  - listitem:
    - text: "+12025550123"
    - paragraph: This message was unsent
    - button "Actions"
    - time: 12:20
  - listitem:
    - text: +12025550123 🎂
    - button "Actions"
    - time: 12:30
  - listitem:
    - text: You Lost
    - button "Actions"
    - time: 12:40
    - text: Not delivered (Messages error 22)
  - listitem:
    - text: "+12025550123"
    - button "Photo from +12025550123, Sunday, 1 March 2026 at 12:50":
      - img "Photo from +12025550123, Sunday, 1 March 2026 at 12:50"
    - button "Actions"
    - time: 12:50
  - listitem`

describe.skipIf(!hasBrowser)('messages', () => {
  let [browser, web, pages] = [] as unknown as [Browser, WebHere, OnePage]
  beforeAll(async () => {
    ;[browser, web] = await Promise.all([openBrowser(), webHere()])
    pages = new OnePage({ browser, url: web.url })
  })
  afterAll(async () => {
    await browser?.close()
    await web?.[Symbol.asyncDispose]()
  })

  test('show their state, their reactions and the message that they answer', async () => {
    const { messages } = web.mac
    const root = messages.receive({ from: ben, text: 'Lunch?' })
    messages.transaction(() => {
      for (let at = 0; at < 60; at++) messages.receive({ from: ben, text: `Line ${at}.` })
    })
    const unsent = messages.receive({ from: ben, text: 'A slip' })
    messages.unsend({ message: unsent })
    const loved = messages.receive({ from: ben, text: 'Much loved' })
    messages.tapback({ target: loved, kind: 'love' })
    messages.tapback({ target: loved, from: ben, kind: 'laugh' })
    messages.send({ to: ben, text: 'Yes, at one', replyTo: { guid: root.guid, length: 6 } })
    const path = `/app/c/${encodeURIComponent(root.chatGuid ?? '')}?q=much`
    const { page } = await pages.at(path)
    await page.getByText('This message was unsent').waitFor()
    expect(await page.getByText('A slip').count()).toBe(0)
    await page.getByRole('button', { name: '2 reactions: 1 Loved, 1 Laughed; show who' }).click()
    await page.getByRole('dialog', { name: 'Reactions' }).getByText('You').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.evaluate('CSS.highlights.get("found")?.size')).toBe(1)
    await page.getByRole('button', { name: /Reply to/ }).click()
    const first = page.getByRole('listitem').filter({ hasText: 'Lunch?' }).first()
    await first.waitFor()
    await first.focus()
    await page.keyboard.press('Backspace')
    await page.getByRole('list', { name: 'Messages' }).getByText('Yes, at one').waitFor()
  })

  test('are described to screen readers: sender, content, time and state', async () => {
    const { messages } = web.mac
    const at = (minute: number) => ({ atMs: Date.UTC(2026, 2, 1, 12, minute) })
    const root = messages.receive({ from: anna, text: 'Lunch?', ...at(0) })
    messages.tapback({ target: root, kind: 'love', ...at(1) })
    const answer = messages.send({
      to: anna,
      text: 'Yes',
      replyTo: { guid: root.guid, length: 6 },
      ...at(10),
      state: 'read',
    })
    const slip = messages.receive({ from: anna, text: 'A slip', ...at(20) })
    messages.unsend({ message: slip })
    messages.receive({ from: anna, text: '🎂', ...at(30) })
    messages.failed({ message: messages.send({ to: anna, text: 'Lost', ...at(40) }) })
    messages.receive({ from: anna, files: [sampleFile('jpeg', 1)], ...at(50) })
    const path = `/app/c/${encodeURIComponent(answer.chatGuid ?? '')}`
    const { page } = await pages.at(path)
    await page.getByText('Lost', { exact: true }).last().waitFor()
    await expect.poll(() => page.getByRole('list', { name: 'Messages' }).ariaSnapshot()).toBe(told.trim())
  })

  test('have a menu with exactly the actions that this Mac supports', async () => {
    // The abilities of a Mac are requested once for a page.
    await pages.close()
    await using older = await webHere({ mac: { macos: 12 } })
    const { chatGuid } = older.mac.messages.send({ to: anna, text: 'Hello' })
    const { page } = await openPage({ browser, url: older.url, path: `/app/c/${encodeURIComponent(chatGuid ?? '')}` })
    await using _ = page
    const messages = page.getByRole('list', { name: 'Messages' }).getByRole('listitem')
    await messages.filter({ hasText: 'Hello' }).press('Enter')
    const menu = page.getByRole('menu', { name: 'Actions' })
    await menu.waitFor()
    for (const name of ['Reply with quote', 'Copy', 'Copy link', 'Star', 'Delivery details'])
      await menu.getByRole('menuitem', { name, exact: true }).waitFor()
    expect(await menu.getByRole('menuitem').count()).toBe(5)
    expect(await menu.getByRole('menuitemcheckbox').count()).toBe(0)
    await menu.getByRole('menuitem', { name: 'Delivery details' }).click()
    await page.getByRole('dialog', { name: 'Delivery details' }).getByText('Not seen by the relay yet').waitFor()
  })
})

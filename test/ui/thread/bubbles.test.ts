import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, openBrowser, openPage } from '../../harness/ui.ts'
import { webHere } from '../../harness/web-here.ts'

const anna = '+12025550123'

describe.skipIf(!hasBrowser)('messages', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(() => browser?.close())

  test('say what became of them, who reacted and what they answer', async () => {
    await using web = await webHere()
    const { messages } = web.mac
    const root = messages.receive({ from: anna, text: 'Lunch?' })
    messages.transaction(() => {
      for (let at = 0; at < 60; at++) messages.receive({ from: anna, text: `Line ${at}.` })
    })
    const unsent = messages.receive({ from: anna, text: 'A slip' })
    messages.unsend({ message: unsent })
    const loved = messages.receive({ from: anna, text: 'Much loved' })
    messages.tapback({ target: loved, kind: 'love' })
    messages.tapback({ target: loved, from: anna, kind: 'laugh' })
    messages.send({ to: anna, text: 'Yes, at one', replyTo: { guid: root.guid, length: 6 } })
    const path = `/app/c/${encodeURIComponent(root.chatGuid ?? '')}?q=much`
    const { page } = await openPage({ browser, url: web.url, path })
    await using _ = page
    await page.getByText('This message was unsent').waitFor()
    expect(await page.getByText('A slip').count()).toBe(0)
    await page.getByRole('button', { name: '2 reactions: 1 Loved, 1 Laughed; show who' }).click()
    await page.getByRole('dialog', { name: 'Reactions' }).getByText('You').waitFor()
    await page.keyboard.press('Escape')
    expect(await page.evaluate('CSS.highlights.get("found").size')).toBe(1)
    await page.getByRole('button', { name: /Answer to/ }).click()
    const first = page.getByRole('listitem').filter({ hasText: 'Lunch?' }).first()
    await first.waitFor()
    await first.focus()
    await page.keyboard.press('Backspace')
    await page.getByRole('list', { name: 'Messages' }).getByText('Yes, at one').waitFor()
  })

  test('have a menu with what this Mac can do, and nothing else', async () => {
    await using web = await webHere({ mac: { macos: 12 } })
    const { chatGuid } = web.mac.messages.send({ to: anna, text: 'Hello' })
    const { page } = await openPage({ browser, url: web.url, path: `/app/c/${encodeURIComponent(chatGuid ?? '')}` })
    await using _ = page
    await page.getByRole('listitem').filter({ hasText: 'Hello' }).last().focus()
    await page.keyboard.press('Enter')
    const menu = page.getByRole('menu', { name: 'Actions' })
    await menu.waitFor()
    for (const name of ['Answer with a quotation', 'Copy', 'Copy link', 'Why?'])
      await menu.getByRole('menuitem', { name, exact: true }).waitFor()
    expect(await menu.getByRole('menuitem').count()).toBe(4)
    expect(await menu.getByRole('menuitemcheckbox').count()).toBe(0)
    await menu.getByRole('menuitem', { name: 'Why?' }).click()
    await page.getByRole('dialog', { name: 'What became of this message' }).getByText('The bridge').waitFor()
  })
})

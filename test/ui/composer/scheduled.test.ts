import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { closedAfterAll } from '../../harness/closed-after-all.ts'
import { type PageOverBridge, pageOverBridge } from '../../harness/page-here.ts'
import { hasBrowser } from '../../harness/ui.ts'
import { until } from '../../harness/until.ts'

const at = (handle: string) => `/app/c/${encodeURIComponent(`any;-;${handle}`)}`
const field = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })
const scheduled = (page: Page) => page.getByRole('list', { name: 'Scheduled messages' })

describe.skipIf(!hasBrowser)('a message for later', () => {
  let { web, pages } = {} as PageOverBridge
  const shared = closedAfterAll()
  beforeAll(async () => {
    ;({ web, pages } = await shared(pageOverBridge()))
  })

  const open = async (handle: string) => {
    web.mac.messages.receive({ from: handle, text: 'Hello' })
    const opened = await pages.at(at(handle))
    await opened.page.getByRole('heading', { level: 1, name: handle }).waitFor()
    await field(opened.page).waitFor()
    await opened.settled()
    return opened
  }
  const sentTo = async (handle: string) =>
    (await web.client.list_messages({ guid: `any;-;${handle}` })).filter(({ is_from_me }) => is_from_me)

  test('is scheduled from the menu, edited, shown by every page, and sent now', async () => {
    const handle = '+12025556001'
    const { page } = await open(handle)
    await field(page).fill('See you')
    await page.getByRole('button', { name: 'Send later' }).click()
    await page.getByRole('menuitem', { name: /^In an hour/ }).click()
    const item = scheduled(page).getByRole('listitem')
    await item.getByText(/^Scheduled for/).waitFor()
    expect([await field(page).inputValue(), await sentTo(handle)]).toEqual(['', []])
    await item.getByRole('button', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit scheduled message' })
    await dialog.getByRole('textbox', { name: 'Message' }).fill('See you at eight')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await item.getByText('See you at eight').waitFor()
    expect(await web.client.list_scheduled({})).toMatchObject([{ text: 'See you at eight' }])
    await item.getByRole('button', { name: 'Send now' }).click()
    await until(async () => (await sentTo(handle))[0]?.text === 'See you at eight')
    await scheduled(page).waitFor({ state: 'detached' })
  })

  test('can be undone while it waits, and its words return to the message field', async () => {
    const handle = '+12025556002'
    const { page, settled } = await open(handle)
    // Longer than the settings offer, so that a slow machine can undo it, too.
    await page.evaluate("localStorage.setItem('undo_send_s', '600')")
    await page.reload()
    await settled()
    await field(page).fill('Too hasty')
    await field(page).press('Enter')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => field(page).inputValue()).toBe('Too hasty')
    const [send] = await web.client.list_sends({ limit: 1 })
    expect(send).toMatchObject({ state: 'failed', error: { code: 'send_cancelled' } })
    expect(await sentTo(handle)).toEqual([])
  })
})

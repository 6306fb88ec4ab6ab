import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, createClient } from '../../../src/client/client.ts'
import { type Decision, waitingPath } from '../../../src/contract/waiting-address.ts'
import { openSendLedger } from '../../../src/sending/ledger/open.ts'
import { order } from '../../../src/sending/ledger/test-ledger.ts'
import { type BridgeHere, bridgeHere } from '../../harness/bridge-here.ts'
import { dirOf } from '../../harness/bridge-process.ts'
import { inWindow } from '../../harness/in-window.ts'
import { OnePage } from '../../harness/one-page.ts'
import { isWhole } from '../../harness/told.ts'
import { hasBrowser, openBrowser } from '../../harness/ui.ts'
import { until } from '../../harness/until.ts'
import { cookiesAt, keyWith, signIn, type WebHere, webHere } from '../../harness/web-here.ts'

const anna = '+12025550123'

describe.skipIf(!hasBrowser)('messages that programs ask to send', () => {
  let browser: Browser
  let bridge: BridgeHere
  let web: WebHere
  let pages: OnePage
  let asking: Client
  beforeAll(async () => {
    // An open page learns from the bridge what waits.
    ;[browser, bridge] = await Promise.all([openBrowser(), bridgeHere()])
    web = await webHere({ over: bridge.mac })
    web.mac.messages.receive({ from: anna, text: 'Hello' })
    const headers = await signIn(web)
    const cookies = cookiesAt(web.url, headers)
    pages = new OnePage({ browser, url: web.url, prepare: (page) => page.context().addCookies(cookies) })
    const key = await keyWith(web, headers, ['read', 'write'], { sends: { mode: 'ask' } })
    asking = createClient({ baseUrl: web.url, key })
  })
  afterAll(async () => {
    await browser?.close()
    await web?.[Symbol.asyncDispose]()
    await bridge?.[Symbol.asyncDispose]()
  })

  /** The test before may have left the tray open. */
  async function open() {
    const opened = await pages.at('/app/')
    await opened.page.keyboard.press('Escape')
    await opened.page.getByRole('dialog').waitFor({ state: 'detached' })
    return opened
  }
  const stateOf = async (id: string) => (await asking.get_send({ id })).state

  /** The suite takes the one with the least room; `npm run proof -- whole` both. */
  const windows = [
    ['on a phone', { width: 390, height: 844, isTouched: true }],
    ['wide', { width: 1440, height: 900 }],
  ] as const
  test.each(windows.slice(0, isWhole ? undefined : 1))(
    '%s, the owner sends, changes and refuses messages',
    async (_where, window) => {
      const order = (text: string) => asking.send({ handle: anna, text, reason: 'Anna asked <b>when</b>' })
      const [sent, changed, refused] = [await order('Yes'), await order('At eight'), await order('Send me money')]
      const { page } = await open()
      await using _ = await inWindow(page, window)
      await page.getByRole('button', { name: /^Waiting/ }).click()
      const item = (text: string) => page.getByRole('dialog').getByRole('listitem').filter({ hasText: text })
      await item('Yes').getByText('Anna asked <b>when</b>').waitFor()
      if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/held-${window.width}.png` })
      await item('Yes').getByRole('button', { name: 'Send', exact: true }).click()
      await item('Yes').waitFor({ state: 'detached' })
      await item('At eight').getByRole('button', { name: 'Change' }).click()
      await page.getByRole('textbox', { name: 'Message', exact: true }).fill('At nine')
      await page
        .getByRole('listitem')
        .filter({ has: page.getByRole('textbox') })
        .getByRole('button', { name: 'Send', exact: true })
        .click()
      await item('At nine').waitFor({ state: 'detached' })
      await item('Send me money').getByRole('button', { name: 'Refuse' }).click()
      await page.getByText('No messages are waiting for you').waitFor()
      await until(async () => (await asking.get_send({ id: changed.id })).rowid !== null)
      expect(['held', 'failed']).not.toContain(await stateOf(sent.id))
      expect(await stateOf(refused.id)).toBe('failed')
    },
  )

  test('the address in a notification opens its message and sends nothing; only a press does, and then it says what was decided', async () => {
    const [other, id] = [
      await asking.send({ handle: anna, text: 'Earlier' }),
      (await asking.send({ handle: anna, text: 'Yes' })).id,
    ]
    const addressOf = (decision: Decision) => `/${waitingPath(id, decision)}`
    const stranger = await fetch(`${web.url}${addressOf('send')}`, { redirect: 'manual' })
    expect([stranger.status, stranger.headers.get('location')]).toEqual([
      303,
      `/login?next=${encodeURIComponent(addressOf('send'))}`,
    ])
    const { page } = await open()
    await page.goto(`${web.url}${addressOf('send')}`)
    const tray = page.getByRole('dialog', { name: 'Messages waiting for you' })
    const first = tray.getByRole('listitem').first()
    await first.filter({ hasText: 'Yes' }).waitFor()
    await first.getByRole('button', { name: 'Send', exact: true }).and(page.locator(':focus')).waitFor()
    await page.reload()
    expect(await stateOf(id)).toBe('held')
    await page.goto(`${web.url}${addressOf('refuse')}`)
    await first.getByRole('button', { name: 'Refuse' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Enter')
    await tray.getByText('That message was refused. Nothing was sent.').waitFor()
    expect(await Promise.all([stateOf(id), stateOf(other.id)])).toEqual(['failed', 'held'])
    await first.filter({ hasText: 'Earlier' }).getByRole('button', { name: 'Refuse' }).click()
    await tray.getByText('No messages are waiting for you').waitFor()
  })

  test('the reply of a rule is marked as such, and cannot be allowed permanently', async () => {
    const ledger = openSendLedger({ path: dirOf(web.mac.home).echoLogFile, onQuarantine: () => {} })
    const asks = { label: 'Away <b>', reason: null }
    ledger.accept(
      order({ by: 'rule:0a1b2c3d-0000', asks, createdAtMs: Date.now(), expiresAtMs: Date.now() + 86_400_000 }),
      { perMinute: 1, sameTextPeople: 1 },
    )
    ledger.close()
    const { page } = await open()
    await page.getByRole('button', { name: /^Waiting/ }).click()
    const tray = page.getByRole('dialog')
    await tray.getByText('Rule “Away <b>” asks to write to').waitFor()
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/held-rule.png` })
    expect(await tray.getByRole('button', { name: /stop asking/ }).count()).toBe(0)
    await tray.getByRole('button', { name: 'Refuse' }).click()
    await page.getByText('No messages are waiting for you').waitFor()
  })

  test('hidden characters are shown, and removed from what the owner changes', async () => {
    const { id } = await asking.send({ handle: anna, text: 'Pay \u202e001\u202c\u200b now' })
    const { page } = await open()
    await page.getByRole('button', { name: /^Waiting/ }).click()
    const tray = page.getByRole('dialog')
    await tray.getByText('Pay \\u{202e}001\\u{202c}\\u{200b} now').waitFor()
    await tray.getByText('Contains hidden characters').waitFor()
    await tray.getByRole('button', { name: 'Change' }).click()
    expect(await tray.getByRole('textbox').inputValue()).toBe('Pay 001 now')
    await tray.getByRole('button', { name: 'Send', exact: true }).click()
    await tray.getByText('No messages are waiting for you').waitFor()
    await until(async () => (await asking.get_send({ id })).rowid !== null)
    const rows = await asking.list_messages({ guid: `any;-;${anna}` })
    expect(rows.at(-1)?.text).toBe('Pay 001 now')
  })

  test('the second click of a double-click decides nothing about the next one', async () => {
    const ids = []
    for (const text of ['First', 'Second']) ids.push((await asking.send({ handle: anna, text })).id)
    const { page } = await open()
    await page.getByRole('button', { name: /^Waiting/ }).click()
    const tray = page.getByRole('dialog')
    const buttons = tray.getByRole('button', { name: 'Send', exact: true })
    await buttons.nth(1).waitFor()
    const wasReady = page.evaluate<boolean>(`new Promise((tell) => {
      const dialog = document.querySelector('dialog[open]')
      new MutationObserver(() => {
        const [next, another] = [...dialog.querySelectorAll('button')].filter((one) => one.textContent === 'Send')
        if (next !== undefined && another === undefined) tell(!next.disabled)
      }).observe(dialog, { childList: true, subtree: true })
    })`)
    await buttons.first().click()
    expect(await wasReady).toBe(false)
    await page.keyboard.press('Enter')
    expect(await Promise.all(ids.map(stateOf))).toEqual([expect.not.stringMatching('held'), 'held'])
    await buttons.click()
    await page.getByText('No messages are waiting for you').waitFor()
  })
})

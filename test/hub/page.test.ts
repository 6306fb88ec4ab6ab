import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../src/client/client.ts'
import { closedAfterAll } from '../harness/closed-after-all.ts'
import { type HubHere, hubHere, type MacHere, macHere } from '../harness/hub-here.ts'
import { hasHubServers, type Postgres, postgres } from '../harness/hub-servers.ts'
import { inWindow } from '../harness/in-window.ts'
import { goTo, OnePage } from '../harness/one-page.ts'
import { hasBrowser, openBrowser } from '../harness/ui.ts'
import { until } from '../harness/until.ts'
import { violations, withAxe } from '../ui/accessibility/axe.ts'

const [anna, ben] = ['+12025550123', '+12025550145']
const narrow = { width: 390, height: 844 }

describe.runIf(hasHubServers && hasBrowser)('the page of a hub', () => {
  let server: Postgres
  let hub: HubHere
  let macs: MacHere[]
  let url: string
  let client: Client
  /** A page in English, and one in German in a narrow window. */
  let [english, german] = [] as unknown as [OnePage, OnePage]
  const shared = closedAfterAll()
  beforeAll(async () => {
    server = await shared(postgres())
    hub = await shared(hubHere(server))
    macs = [await shared(macHere()), await shared(macHere())]
    for (const [n, name] of ['home', 'office'].entries()) {
      macs[n]?.bridge.mac.messages.receive({ from: anna, text: `Hello ${name}` })
      await hub.connectMac(name, macs[n] as MacHere)
    }
    macs[1]?.bridge.mac.messages.receive({ from: ben, text: 'See https://example.com' })
    const web = await hub.web()
    ;({ url, client } = web)
    await until(async () => (await web.client.list_conversations()).length === 3)
    const browser = await shared(openBrowser())
    const context = { viewport: narrow, locale: 'de-DE' }
    english = new OnePage({ browser, url, prepare: withAxe })
    german = new OnePage({ browser, url, prepare: withAxe, context })
  })

  const rows = (page: Page) => page.locator('[data-guid]')

  // Every answer of 400 or more fails it: the page asks for nothing that a hub lacks.
  test('shows the conversations of all lines, or of the chosen one, as they come', async () => {
    const { page } = await english.at('/app/messages')
    await rows(page).nth(2).waitFor()
    const hello = page.getByRole('link', { name: /Hello office/ })
    await expect.poll(() => hello.innerText()).toMatch(/office/)
    await page.getByRole('combobox', { name: 'Line' }).selectOption('home')
    await expect.poll(() => rows(page).count()).toBe(1)
    macs[0]?.bridge.mac.messages.receive({ from: anna, text: 'and again' })
    macs[1]?.bridge.mac.messages.receive({ from: ben, text: 'elsewhere' })
    await page.getByRole('link', { name: /and again/ }).click()
    await page.getByText('Hello home').waitFor()
    // Opening it has read it; what another page marks is followed here.
    const guid = `1~any;-;${anna}`
    await expect.poll(async () => (await client.get_conversation({ guid })).unread_count).toBe(0)
    await client.archive_conversation({ guid })
    await expect.poll(() => rows(page).count()).toBe(0)
    await client.unarchive_conversation({ guid })
    await expect.poll(() => rows(page).count()).toBe(1)
    expect(await rows(page).count()).toBe(1)
    expect(await violations(page)).toEqual([])
    await page.getByRole('combobox', { name: 'Line' }).selectOption('')
    await page
      .getByRole('searchbox')
      .or(page.getByRole('combobox', { name: 'Search' }))
      .first()
      .fill('hello')
    await expect.poll(() => page.getByRole('option', { name: /Hello (home|office)/ }).count()).toBe(2)
  })

  test('offers only the settings that a hub has, also in a narrow window and in German', async () => {
    const { page } = await german.at('/app/messages')
    await page.getByRole('link', { name: /Hello office/ }).click()
    await page.locator('main').getByTitle('Anschluss: office').waitFor()
    await goTo(page, '/app/settings')
    const index = page.getByRole('navigation', { name: 'Einstellungen' })
    await index.getByRole('link', { name: 'Sicherheit' }).waitFor()
    expect(await index.getByRole('link').allInnerTexts()).toEqual([
      'Allgemein',
      'Wer weitergeleitet wird',
      'Sicherheit',
      'Andere Apps',
      'Darstellung',
      'Dieser Browser',
      'Erweitert',
    ])
    await index.getByRole('link', { name: 'Sicherheit' }).click()
    await page.getByRole('button', { name: 'Neuer Schlüssel' }).waitFor()
    expect(await violations(page)).toEqual([])
  })

  test('shows a first message to somebody on its own until there is a conversation', async () => {
    const { page } = await english.at('/app/messages')
    await page.getByRole('combobox', { name: 'Line' }).selectOption('home')
    await goTo(page, '/app/new?to=%2B12025550177')
    const composer = page.getByRole('textbox', { name: 'Message', exact: true })
    await composer.fill('Nice to meet you')
    await composer.press('Enter')
    await page.waitForURL(/\/app\/c\//)
    await expect.poll(() => page.getByText('Nice to meet you').count()).toBeGreaterThan(0)
    await page.getByRole('combobox', { name: 'Line' }).selectOption('')
  })

  test('lets a Mac join in three steps, and revokes one in one step', async () => {
    const { page } = await english.at('/app/messages')
    await using _ = await inWindow(page, narrow)
    await rows(page).nth(2).waitFor()
    await page.getByRole('link', { name: 'Macs' }).click()
    const list = page.getByRole('list', { name: 'Macs' })
    await expect.poll(() => list.innerText()).toMatch(/home\s+Connected[\s\S]*office\s+Connected/)
    await page.getByRole('button', { name: 'Add a Mac' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('garden')
    await page.getByRole('button', { name: 'Create code' }).click()
    const dialog = page.getByRole('dialog')
    const command = dialog.getByText(/^service uplink join http/)
    await command.waitFor()
    await dialog.getByText('Waiting for the Mac').waitFor()
    expect(await violations(page)).toEqual([])
    const [, code = ''] = /(\S+)$/.exec(await command.innerText()) ?? []
    await using garden = await macHere()
    await hub.joinMac(url, code, garden)
    await dialog.getByText('garden is connected.').waitFor()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Revoke garden' }).click()
    await page.getByRole('button', { name: 'Revoke', exact: true }).click()
    await expect.poll(() => list.innerText()).toMatch(/garden\s+Revoked/)
    expect(await violations(page)).toEqual([])
  })

  test('names its lines, has a default, and limits a key to lines', async () => {
    const { page } = await german.at('/app/macs')
    const lines = page.getByRole('list', { name: 'Anschlüsse' })
    await page.getByRole('button', { name: 'Zum Standard machen: office' }).click()
    await expect.poll(() => lines.innerText()).toMatch(/office\s+Standard/)
    await page.getByRole('button', { name: 'office umbenennen' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Büro')
    await page.getByRole('button', { name: 'Sichern' }).click()
    await expect.poll(() => lines.innerText()).toMatch(/Büro\s+Standard/)
    expect(await violations(page)).toEqual([])
    await goTo(page, '/app/settings/security')
    await page.getByRole('button', { name: 'Neuer Schlüssel' }).click()
    const form = page.getByRole('dialog')
    await form.getByRole('textbox', { name: 'Name' }).fill('Assistent')
    await form.getByRole('radio', { name: 'Lesen und senden' }).check()
    const whose = form.getByRole('group', { name: 'Anschlüsse' }).first()
    await whose.getByRole('button', { name: 'Nur diese' }).click()
    await form.getByRole('button', { name: 'Erstellen' }).click()
    await form.getByText('Wähle mindestens einen Anschluss.').waitFor()
    await form.getByRole('checkbox', { name: 'Büro' }).check()
    await form.getByText('Liest alle Unterhaltungen des Anschlusses Büro; sendet ohne zu fragen').waitFor()
    expect(await violations(page)).toEqual([])
    await form.getByRole('button', { name: 'Erstellen' }).click()
    await page.getByText('Liest alle Unterhaltungen des Anschlusses Büro').waitFor()
  })

  test('reports the state of its parts and its Macs, with a remedy for each failure', async () => {
    const { page } = await english.at('/app/relay')
    const list = page.getByRole('list', { name: 'Macs' })
    await page.getByText('Nothing is relayed yet.').first().waitFor()
    await expect.poll(() => list.innerText()).toMatch(/home\s+Connected\s+Last seen.* · Version/)
    await page.getByText('of 2').waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole('link', { name: 'All Macs and lines' }).click()
    await page.getByRole('button', { name: 'Add a Mac' }).waitFor()
    await page.getByRole('link', { name: 'Health' }).click()
    await page
      .getByText(/^Version .*Events not on the hub yet: 0/)
      .first()
      .waitFor()
    const shown = await page.locator('main').innerText()
    for (const part of [
      'PostgreSQL database',
      'NATS',
      'Partition 0',
      'Mac home, last seen',
      'Relay heartbeat',
      'Free disk space',
    ])
      expect(shown).toContain(part)
    expect(shown).not.toMatch(/macOS|Setup|last five minutes/)
    expect(await violations(page)).toEqual([])
    await page.getByRole('link', { name: 'Statistics' }).click()
    await page.getByRole('combobox', { name: 'Range' }).selectOption('all')
    const received = page.locator('dl > div', { hasText: /^Received/ }).last()
    const counted = async (line?: string) => {
      const { received_total: count } = await client.statistics({ range: 'all', ...(line && { line }) })
      expect(count).toBeGreaterThan(0)
      return new RegExp(`\\b${count}$`)
    }
    await expect.poll(() => received.innerText()).toMatch(await counted())
    await page.getByRole('combobox', { name: 'Line' }).selectOption('home')
    await expect.poll(() => received.innerText()).toMatch(await counted('home'))
    expect(await violations(page)).toEqual([])
  })

  test('says that PostgreSQL does not answer, also in a narrow window and in German', async () => {
    // What loads in the other page meanwhile would be refused.
    await english.close()
    const { page, wrong } = await german.at('/app/health')
    await page.getByText('Alles funktioniert.').or(page.getByText('Problem gefunden')).first().waitFor()
    await server.kill()
    await page.getByText(/^PostgreSQL antwortet nicht/).waitFor()
    await page.getByText('service hub status').first().waitFor()
    expect(await violations(page)).toEqual([])
    // Whatever needs PostgreSQL is refused meanwhile, and what does not answers.
    await page.close()
    expect(wrong.splice(0).filter((line) => !/\b503\b/.test(line))).toEqual([])
    const asked = await fetch(`${url}/api/v1/conversations`)
    expect([asked.status, asked.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await asked.json()).toMatchObject({ error: { code: 'hub_unavailable', details: { retry_after_s: 5 } } })
    expect(await client.heartbeat()).toMatchObject({
      ok: true,
      bridge: { state: 'unreadable', reason: 'PostgreSQL does not answer.' },
    })
  })
})

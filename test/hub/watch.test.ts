/** Watches a hub as its owner does: lag, alerts, also through plugins, and metrics. */

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, createClient } from '../../src/client/client.ts'
import type { Config } from '../../src/contract/config.ts'
import type { MacEvent, StreamEvent } from '../../src/contract/events.ts'
import { landedStates } from '../../src/contract/send.ts'
import { type Place, subjects } from '../../src/envelope/subjects.ts'
import { Answered, readAs } from '../../src/envelope/talk.ts'
import type { HubRelay } from '../../src/hub/relay/hub-relay.ts'
import { SharedAlerts } from '../../src/hub/services/shared-alerts.ts'
import { raisedAlerts } from '../../src/store/alerts-file.ts'
import { serviceDir } from '../../src/store/service-dir.ts'
import { type HubHere, hubHere, type MacHere, macHere } from '../harness/hub-here.ts'
import { hasHubServers, type Postgres, postgres } from '../harness/hub-servers.ts'
import { type Receiver, startReceiver } from '../harness/receiver.ts'
import { until } from '../harness/until.ts'
import { keyWith, password, signedIn } from '../harness/web-here.ts'

const minuteMs = 60_000
const [anna, ben] = ['+12025550123', '+12025550145'] as const
/** A plugin that cannot start before it has a word. */
const plugin = `
export default class Late {
  static NAME = 'late'
  static TIER = 'official'
  static SETTINGS_SCHEMA = { type: 'object', properties: { word: { type: 'string' } }, required: ['word'] }
  async start() {}
  async stop() {}
  async on_inbound() {}
}`

describe.runIf(hasHubServers)('the owner of a hub', () => {
  let server: Postgres
  let hub: HubHere
  let mac: MacHere
  let url: string
  let client: Client
  let folder: string
  let relay: HubRelay
  let receiver: Receiver
  let ntfy: Receiver
  let browser: Record<string, string>
  let isRefusing = false
  const heard: StreamEvent[] = []
  const ending = new AbortController()
  beforeAll(async () => {
    server = await postgres()
    hub = await hubHere(server)
    mac = await macHere()
    mac.bridge.mac.contacts.onMyMac.add({ firstName: 'Ben', phones: [ben] })
    await hub.connectMac('home', mac)
    await until(() => hub.ingest.isWorking)
    receiver = await startReceiver(() => (isRefusing ? 503 : 204))
    ntfy = await startReceiver(() => 200)
    const web = await hub.web({
      alerts: { mac_silent_minutes: 30, queued: 1, notify_plugins: ['webhook'] },
      send: { notify_plugins: ['webhook', 'ntfy'] },
      relay: { scope: 'everyone' },
      integrations: {
        webhook: { enabled: true, url: receiver.url, secret: 'any text' },
        ntfy: { enabled: true, server: new URL(ntfy.url).origin, topic: 'mine', page_url: 'https://hub.example' },
        late: { enabled: true },
      },
    })
    ;({ url, client, base: folder } = web)
    relay = hub.relay(folder)
    await until(async () => (await webhook())?.status === 'running')
    void (async () => {
      for await (const { value } of client.events({}, { signal: ending.signal })) heard.push(value)
    })().catch(() => undefined)
  })
  afterAll(async () => {
    ending.abort()
    await hub?.[Symbol.asyncDispose]()
    await mac?.[Symbol.asyncDispose]()
    await receiver?.[Symbol.asyncDispose]()
    await ntfy?.[Symbol.asyncDispose]()
    await server?.[Symbol.asyncDispose]()
  })

  const clientOf = (key: string) => createClient({ baseUrl: url, key })
  const shown = async (id: string) => (await client.list_macs()).find((one) => one.id === id)
  const webhook = async () => (await client.list_plugins()).find(({ name }) => name === 'webhook')
  /** Returns the notices that plugins were sent about something. */
  const notices = (about: string) => receiver.texts().filter((text) => text?.includes(about))
  const kinds = async () => (await client.list_alerts()).alerts.map(({ kind, mac }) => [kind, mac?.id])
  /** Returns what the page of health says about a part, with its remedy. */
  const health = async (part: string, of: string | null = null) => {
    const { rows } = await client.health_report()
    const { state, finding, fix } = rows.find(({ name, about }) => name === part && about === of) ?? {}
    return [state, finding, fix?.by === 'command' ? fix.command : (fix?.by ?? null)]
  }
  /** The word of a Mac that the test plays: how far the hub is, and up to where its journal goes. */
  async function played(name: string) {
    const { nats, place } = await hub.join(name)
    const ask = async (subject: (place: Place) => string, what: object) =>
      readAs(Answered, (await nats.request(subject(place), JSON.stringify(what), { timeout: 20_000 })).data)
    const hello = { instance: 'i', journal: 'j', ledger: 'l', position: 7, reset: false, release: '1.2' }
    const greet = (changes: object = {}) => ask(subjects.hello, { ...hello, ...changes })
    const mark = await greet()
    const session = mark !== undefined && 'session' in mark ? mark.session : ''
    return {
      greet,
      says: (newest: number, unpublished?: string) => ask(subjects.mark, { session, newest, unpublished }),
    }
  }

  test('sees how far the hub is behind each Mac, and what waits for it', async () => {
    mac.bridge.mac.messages.receive({ from: anna, text: 'Hello' })
    await hub.has(1, 'Hello')
    await until(async () => {
      const { lag, history_complete: hasAll } = (await shown('home')) ?? {}
      return lag?.events === 0 && hasAll === true
    })
    expect(await shown('home')).toMatchObject({ lag: { seconds: 0 }, waiting_orders: 0 })
    const garden = await played('garden')
    expect(await shown('garden')).toMatchObject({ lag: { events: 0, seconds: 0 }, history_complete: false })
    await garden.says(12)
    await hub.database.query("UPDATE mac SET awaited_ms = awaited_ms - 90000 WHERE name = 'garden'")
    await garden.says(15)
    const lag = (await shown('garden'))?.lag
    expect(lag?.events).toBe(8)
    expect(lag?.seconds).toBeGreaterThanOrEqual(90)
    await hub.database.query("UPDATE mac SET mark = 15 WHERE name = 'garden'")
    expect((await shown('garden'))?.lag).toEqual({ events: 0, seconds: 0 })
    void client.send({ handle: anna, text: 'for later', from: 'garden' }).catch(() => undefined)
    await until(async () => (await shown('garden'))?.waiting_orders === 1)
    expect(await shown('garden')).toMatchObject({ oldest_order_at: expect.any(String) })
    expect(await shown('home')).toMatchObject({ waiting_orders: 0, oldest_order_at: null })
  })

  test('is told once of a Mac that is silent, and once when it is back', async () => {
    const cabin = await played('cabin')
    const forget = (ms: number) =>
      hub.database.query("UPDATE mac SET seen_ms = $1 WHERE name = 'cabin'", [Date.now() - ms])
    await forget(31 * minuteMs)
    // The hub itself has not been there for that long.
    await until(async () => (await hub.database.query('SELECT 1 FROM reader')).length === 1)
    expect(await kinds()).toEqual([])
    await hub.database.query('UPDATE reader SET since_ms = since_ms - $1', [40 * minuteMs])
    await until(async () => (await kinds()).length > 0)
    expect(await kinds()).toEqual([['mac_silent', 'cabin']])
    const { alerts } = await client.list_alerts()
    expect(alerts[0]).toMatchObject({ summary: expect.stringContaining('cabin'), plugin: null })
    expect(await health('mac', 'cabin')).toEqual(['failing', 'mac_silent', 'service uplink status'])
    expect(await health('alerts')).toEqual(['failing', 'alerts_stand', 'service hub status'])
    const ofCabin = () => heard.filter((event): event is MacEvent => 'mac' in event && event.mac === 'cabin')
    await until(() => ofCabin().length === 1)
    // The relay looks at alerts at its own moments, and tells of none that was over in between.
    await until(() => notices('cabin').length === 1)
    await cabin.says(7)
    await until(async () => (await kinds()).length === 0)
    await until(() => ofCabin().length === 2)
    expect(ofCabin().map(({ type }) => type)).toEqual(['mac_silent', 'mac_back'])
    expect(heard.filter(({ type }) => type === 'alert_raised' || type === 'alert_cleared')).toMatchObject([
      { type: 'alert_raised', alert: { kind: 'mac_silent', mac: { id: 'cabin', name: 'cabin' } } },
      { type: 'alert_cleared', alert: { kind: 'mac_silent' } },
    ])
    await until(() => notices('cabin').length === 2)
    expect(notices('cabin')).toEqual([
      expect.stringMatching(/^The Mac cabin hasn’t reported to the hub since .*\d\d:\d\d\.$/),
      'The Mac cabin is back.',
    ])
  })

  test('is told of a plugin to which deliveries fail, but not through that plugin', async () => {
    isRefusing = true
    mac.bridge.mac.messages.receive({ from: anna, text: 'Refused at first' })
    await until(async () => (await kinds()).length > 0)
    expect((await client.list_alerts()).alerts).toMatchObject([
      {
        kind: 'deliveries_failing',
        plugin: 'webhook',
        queued: 1,
        summary: expect.stringMatching(/^Deliveries to Webhook have been failing since /),
      },
    ])
    isRefusing = false
    await client.retry_plugin({ name: 'webhook' })
    await until(async () => (await kinds()).length === 0)
    expect(receiver.texts()).toContain('Refused at first')
  })

  test('is told through plugins that one has stopped, and that it runs again', async () => {
    const its = join(folder, 'integrations', 'late')
    mkdirSync(its, { recursive: true })
    writeFileSync(join(its, 'index.mjs'), plugin)
    await until(() => notices('late').length === 1)
    expect((await client.list_alerts()).alerts).toMatchObject([{ kind: 'plugin_stopped', plugin: 'late' }])
    await client.change_settings({ integrations: { late: { word: 'now it can start' } } })
    await until(() => notices('late').length === 2)
    expect(notices('late')).toEqual([
      expect.stringMatching(/^late has been stopped since .*\d\d:\d\d\.$/),
      'late is no longer stopped.',
    ])
    await until(async () => (await kinds()).length === 0)
    // An alert about the webhook cannot be sent through the webhook itself.
    expect(notices('Deliveries to')).toEqual([])
  })

  test('is told nothing about a stopped plugin that was then turned off', async () => {
    await client.change_settings({ integrations: { late: { word: null } } })
    await until(() => notices('late').length === 3)
    expect(notices('late').at(-1)).toMatch(/^late has been stopped since /)
    await client.disable_plugin({ name: 'late' })
    await until(async () => (await kinds()).length === 0)
    // The relay has noticed it, too; what it tells later comes after what it has told.
    await until(() => raisedAlerts(serviceDir(folder).alertsFile).read().raised.length === 0)
  })

  test('is told of a second Mac with the same identity, and of one from which nothing arrives', async () => {
    const attic = await played('attic')
    expect(await attic.greet({ instance: 'copy' })).toEqual({ refused: 'another' })
    await until(async () => (await kinds()).length > 0)
    expect(await kinds()).toEqual([['mac_copied', 'attic']])
    expect(await health('mac', 'attic')).toEqual(['failing', 'mac_copied', 'page'])
    await until(() => notices('attic').length === 1)
    expect(notices('late')).toHaveLength(3)
    // One that begins anew tells nothing again.
    await relay.stop()
    relay = hub.relay(folder)
    await until(async () => (await webhook())?.status === 'running')
    await hub.database.query('UPDATE mac SET cloned_ms = NULL')
    await until(() => notices('attic').length === 2)
    await attic.says(9)
    const old = Date.now() - 6 * minuteMs
    await hub.database.query(
      "UPDATE mac SET awaited_ms = $1, moved_ms = NULL, refused = 3, seen_ms = seen_ms + 600000 WHERE name = 'attic'",
      [old],
    )
    await until(async () => (await kinds())[0]?.[0] === 'mac_behind')
    expect((await client.list_alerts()).alerts).toMatchObject([
      { kind: 'mac_behind', reason: expect.stringContaining('refused') },
    ])
    expect(await health('mac', 'attic')).toEqual(['failing', 'mac_behind', 'service uplink status'])
    await until(() => notices('attic').length === 3)
    await hub.macs.revoke('attic', 'test')
    await until(async () => (await kinds()).length === 0)
    expect(notices('attic')).toEqual([
      expect.stringMatching(/^A second Mac has claimed to be attic since /),
      'Only one Mac says that it is attic now.',
      expect.stringMatching(/^Events of the Mac attic haven’t reached the hub since /),
    ])
  })

  test('is told when no process relays although a plugin waits for it, and when one does again', async () => {
    const figures = async () => (await fetch(`${url}/metrics`)).text()
    await until(async () => (await figures()).includes('\nmessaging_hub_relay_working 1\n'))
    await relay.stop()
    await hub.database.query('UPDATE relay SET alive_ms = alive_ms - 60000')
    await until(async () => (await kinds()).length > 0)
    expect((await client.list_alerts()).alerts).toMatchObject([
      {
        kind: 'relay_stopped',
        summary: expect.stringMatching(/^Relaying has stopped: nothing .* since .*\d\d:\d\d\.$/),
      },
    ])
    expect(await figures()).toMatch(
      /\nmessaging_hub_relay_working 0\n[\s\S]*\nmessaging_hub_alerts\{kind="relay_stopped"\} 1\n/,
    )
    expect(await health('bridge')).toEqual(['failing', 'hub_relay_stopped', 'service hub relay'])
    const switchPlugins = (enabled: boolean) =>
      client.change_settings({ integrations: { webhook: { enabled }, ntfy: { enabled } } })
    await switchPlugins(false)
    await until(async () => (await kinds()).length === 0)
    expect(await health('bridge')).toEqual(['neutral', 'hub_relay_unneeded', null])
    await switchPlugins(true)
    await until(async () => (await kinds()).length > 0)
    relay = hub.relay(folder)
    await until(async () => (await kinds()).length === 0)
    const told = () => heard.flatMap((one) => ('alert' in one && one.alert.kind === 'relay_stopped' ? [one.type] : []))
    await until(() => told().length === 4)
    expect(told()).toEqual(['alert_raised', 'alert_cleared', 'alert_raised', 'alert_cleared'])
    await until(() => notices('elay').length === 2)
    expect(notices('elay')).toEqual([
      expect.stringMatching(/^Relaying has stopped: nothing has been relayed since .*\d\d:\d\d\.$/),
      'Messages are relayed again.',
    ])
  })

  test('is told that the disk of PostgreSQL or of nats-server is full, and when there is room again', async () => {
    const isFull = { message: 'could not extend file: No space left on device', errcode: '53100' }
    await hub.database.query(
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION '${isFull.message}' USING ERRCODE = '${isFull.errcode}'; END $$`,
    )
    for (const table of ['message', 'send'])
      await hub.database.query(`CREATE TRIGGER full_disk BEFORE INSERT ON ${table} EXECUTE FUNCTION refuse()`)
    let laterMs = 0
    const settings = { current: () => ({ alerts: { mac_silent_minutes: 0 } as Config['alerts'] }) }
    const nowMs = () => Date.now() + laterMs
    const alerts = new SharedAlerts({ database: hub.database, settings, log: { debug: () => undefined }, nowMs })
    mac.bridge.mac.messages.receive({ from: anna, text: 'Comes when there is room' })
    await until(async () => (await hub.database.query('SELECT 1 FROM reader WHERE trouble IS NOT NULL')).length === 1)
    // A fresh start repairs itself sooner than an alert is raised.
    await alerts.check()
    expect(await kinds()).toEqual([])
    laterMs = minuteMs
    await alerts.check()
    await until(async () => (await kinds()).length === 1)
    expect((await client.list_alerts()).alerts).toMatchObject([
      {
        kind: 'reader_stopped',
        summary: expect.stringMatching(/^The hub hasn’t stored anything .*\(the disk of PostgreSQL is full\)\.$/),
      },
    ])
    await expect(client.send({ handle: anna, text: 'not now', from: 'home' })).rejects.toMatchObject({
      code: 'disk_full',
    })
    await until(() => notices('The hub').length === 1)
    for (const table of ['message', 'send']) await hub.database.query(`DROP TRIGGER full_disk ON ${table}`)
    await hub.has(1, 'Hello', 'Refused at first', 'Comes when there is room')
    await until(async () => (await kinds()).length === 0)
    await until(() => notices('The hub').length === 2)
    const garden = await played('garden')
    await garden.says(15, 'no space left on device')
    await hub.database.query("UPDATE mac SET unpublished_ms = unpublished_ms - 60000 WHERE name = 'garden'")
    await until(async () => (await kinds()).length === 1)
    expect((await client.list_alerts()).alerts).toMatchObject([
      { kind: 'mac_behind', reason: 'nats-server does not take what it sends: no space left on device' },
    ])
    await garden.says(15)
    await until(async () => (await kinds()).length === 0)
  })

  test('has metrics in the text format of Prometheus, for everyone who may read', async () => {
    const response = await fetch(`${url}/metrics`)
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    const text = await response.text()
    // Each line is a comment or a sample: a name, labels and a number; each family begins with its help and its type.
    for (const line of text.trimEnd().split('\n'))
      expect(line).toMatch(
        /^(# (HELP|TYPE) messaging_hub_\w+ .+|messaging_hub_\w+(\{\w+="[^"]*"(,\w+="[^"]*")*\})? [\d.e+]+)$/,
      )
    expect(text).toMatch(/^messaging_hub_mac_connected\{mac="home"\} 1$/m)
    expect(text).toMatch(/^messaging_hub_partition_read\{partition="0"\} 1$/m)
    expect(text).toMatch(/^messaging_hub_partition_waiting_envelopes\{partition="0",stream="live"\} \d+$/m)
    const limited = await client.add_key({ label: 'limited', scopes: ['read'], grant: { people: { only: [anna] } } })
    const { key } = await client.add_key({ label: 'prometheus', scopes: ['read'] })
    await client.change_password({ password })
    browser = await signedIn(url)
    const statusFor = async (by?: string) =>
      (await fetch(`${url}/metrics`, { headers: by === undefined ? {} : { authorization: `Bearer ${by}` } })).status
    expect([await statusFor(), await statusFor(limited.key), await statusFor(key)]).toEqual([401, 403, 200])
  })

  test('is told through plugins of waiting messages, with links to the page, and without texts by the tier that sees none', async () => {
    const asker = clientOf(await keyWith({ url }, browser, ['read', 'write'], { sends: { mode: 'ask' } }))
    const owner = clientOf(await keyWith({ url }, browser))
    mac.bridge.mac.messages.receive({ from: ben, text: 'Hello from Ben' })
    await until(async () => (await owner.list_conversations()).some(({ display_name }) => display_name === 'Ben'))
    const held = await asker.send({ handle: ben, text: 'Dinner at eight?', reason: 'Ben asked' })
    expect(held).toMatchObject({ state: 'held' })
    await asker.send({ handle: '+12025550188', text: 'Hello you', from: 'home' })
    await until(() => notices('asks to write').length === 2)
    expect(notices('asks to write')).toEqual([
      expect.stringMatching(
        /^read write asks to write to Ben:\n\nDinner at eight\?\n\nReason given by the program: “Ben asked”\n\n/,
      ),
      expect.stringMatching(/^read write asks to write to someone who is not in Contacts:\n\nHello you\n\n/),
    ])
    const pushed = () => ntfy.delivered.map(({ raw }) => JSON.parse(raw)).filter(({ actions }) => actions !== undefined)
    await until(() => pushed().length === 2)
    const page = `https://hub.example/app/messages?waiting=${held.id}`
    expect(pushed()[0]).toMatchObject({
      title: 'read write asks to write to Ben',
      actions: [{ url: `${page}&decide=send` }, { url: `${page}&decide=refuse` }],
    })
    expect(JSON.stringify(pushed())).not.toMatch(/Dinner|Hello you|2025550/)
    // Only the owner decides, whoever got the notice.
    const [first, second] = await owner.list_outbox({})
    const version = first?.version ?? ''
    await expect(asker.release_held({ id: held.id, version })).rejects.toMatchObject({ code: 'forbidden' })
    await owner.release_held({ id: held.id, version })
    await owner.refuse_held({ id: second?.id ?? '' })
    await until(async () => landedStates.includes((await asker.get_send({ id: held.id })).state))
  })
})

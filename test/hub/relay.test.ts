import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createClient } from '../../src/client/client.ts'
import type { GivenGrant } from '../../src/contract/grant.ts'
import type { HubRelay } from '../../src/hub/relay/hub-relay.ts'
import type { Uplink } from '../../src/uplink/uplink.ts'
import { closedAfterAll } from '../harness/closed-after-all.ts'
import { type HubHere, hubHere, type MacHere, macHere } from '../harness/hub-here.ts'
import { hasHubServers, type Postgres, postgres } from '../harness/hub-servers.ts'
import { type Receiver, startReceiver } from '../harness/receiver.ts'
import { until as forever } from '../harness/until.ts'
import { sentRows } from '../sending/rows.ts'
import type { Part } from './hub-process.ts'

let saidBy: () => string = () => ''
const until: typeof forever = (isSo, patience) => forever(isSo, { describe: () => saidBy(), ...patience })
const [anna, ben] = ['+12025550123', '+12025550145'] as const
const dayMs = 86_400_000
/** A plugin that writes down the events that it hears of. */
const listener = `
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
export default class Listener {
  static NAME = 'listener'
  static TIER = 'official'
  static SETTINGS_SCHEMA = { type: 'object', properties: {} }
  async start(ctx) { this.path = join(ctx.data_dir, 'events') }
  async stop() {}
  async on_inbound() {}
  async on_event(event) { appendFileSync(this.path, JSON.stringify(event) + '\\n') }
}`

/** A plugin with a place on the page, whose own process writes down the conversations that it knows. */
const desk = `
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
export default class Desk {
  static NAME = 'desk'
  static TIER = 'official'
  static SETTINGS_SCHEMA = { type: 'object', properties: { tone: { type: 'string' }, token: { type: 'string', writeOnly: true } } }
  static UI = { api: 1, entry: './page/index.js', slots: ['compose.extension'], permissions: ['message.read', 'message.send'] }
  async start(ctx) { this.path = join(ctx.data_dir, 'conversations') }
  async stop() {}
  async on_inbound({ text, conversation_id }) { appendFileSync(this.path, text + '\\t' + conversation_id + '\\n') }
}`

describe.runIf(hasHubServers)('plugins of a hub', () => {
  let server: Postgres
  let hub: HubHere
  let macs: MacHere[]
  let receiver: Receiver
  let web: Awaited<ReturnType<HubHere['web']>>
  let relay: HubRelay
  let uplink: Uplink

  const shared = closedAfterAll()
  beforeAll(async () => {
    server = await shared(postgres())
    hub = await shared(hubHere(server))
    macs = [await shared(macHere()), await shared(macHere())]
    receiver = await shared(
      startReceiver(({ text }) => {
        if (text === 'Refused at first' && delivered(text).length === 0) return 503
        return text === 'Are you there?' ? { status: 200, body: { reply: { text: 'Yes, says the webhook' } } } : 204
      }),
    )
    saidBy = () => JSON.stringify([texts(), hub.said.slice(-20)])
    for (const { bridge } of macs) bridge.mac.messages.receive({ from: anna, text: 'Written before the hub' })
    web = await hub.web({
      relay: { scope: 'everyone' },
      integrations: { webhook: { enabled: true, url: receiver.url, secret: 'any text', allow_replies: true } },
    })
    relay = hub.relay(web.base)
    await until(() => relay.isWorking)
    uplink = await hub.connectMac('one', mac(1))
    await hub.connectMac('two', mac(2))
    for (const line of [1, 2]) await hub.has(line, 'Written before the hub')
  })

  const mac = (n: number) => macs[n - 1] as MacHere
  const receive = (n: number, text: string, more: object = {}) =>
    mac(n).bridge.mac.messages.receive({ from: anna, text, ...more })
  const texts = () => receiver.texts()
  const has = (...all: string[]) => until(() => all.every((text) => texts().includes(text)))
  const delivered = (text: string) => receiver.delivered.filter(({ body }) => body.text === text)
  /** The relay follows settings within two seconds, and one that begins has those of now. */
  const onlyLines = async (lines: number[]) => {
    await relay.stop()
    await web.client.change_settings({ integrations: { webhook: { only_lines: lines } } })
    relay = hub.relay(web.base)
    await until(() => relay.isWorking)
  }

  test('get the messages of each line, signed and with the name of the line, and none from before', async () => {
    receive(1, 'To the first line')
    receive(2, 'To the second line')
    await has('To the first line', 'To the second line')
    const [first, second] = ['To the first line', 'To the second line'].map((text) => delivered(text)[0])
    expect([first?.body.line, second?.body.line]).toEqual(['one', 'two'])
    expect(first?.body.conversation_id).not.toBe(second?.body.conversation_id)
    expect(first?.headers['webhook-signature']).toMatch(/^v1,/)
    expect(first?.raw).not.toContain(anna)
    expect(texts()).not.toContain('Written before the hub')
  })

  test('answer by the line that was written to', async () => {
    receive(2, 'Are you there?')
    const sent = (n: number) => sentRows(mac(n).bridge.mac.home).map(({ text }) => text)
    await until(() => sent(2).includes('Yes, says the webhook'))
    expect(sent(1)).toEqual([])
    expect((await web.client.list_sends({}))[0]).toMatchObject({ chat_guid: `2~any;-;${anna}` })
  })

  test('can be listed, tried, paused and turned off as on a Mac, with every delivery and its line', async () => {
    const { client } = web
    const shown = async () => (await client.list_plugins()).find(({ name }) => name === 'webhook')
    // The relay tells of its plugins once a second.
    await until(async () => (await shown())?.status === 'running')
    const webhook = await shown()
    expect(webhook).toMatchObject({ enabled: true, dead: 0 })
    expect(webhook?.settings_schema).toMatchObject({
      properties: { only_lines: { items: { oneOf: [{ const: 1, title: 'one' }, { const: 2 }] } } },
    })
    expect(await client.test_plugin({ name: 'webhook' })).toMatchObject({ state: 'delivered' })
    const toSecond = (await client.list_deliveries({ conversation: `2~any;-;${anna}` })).deliveries
    expect(toSecond.map(({ state, sender }) => [state, sender])).toEqual([
      ['delivered', anna],
      ['delivered', anna],
    ])
    const [delivery] = toSecond
    const [message] = (await client.list_messages({ guid: `2~any;-;${anna}` })).filter(
      ({ guid }) => guid === delivery?.message_guid,
    )
    expect(delivery?.rowid).toBe(message?.rowid)
    const { handed } = await client.get_delivery({ id: delivery?.id ?? '' })
    expect(handed).toMatchObject({ text: message?.text, line: 'two' })
    expect(await client.message_trace({ rowid: message?.rowid ?? 0 })).toMatchObject({
      lane: 'relayed',
      deliveries: [{ integration: 'webhook', state: 'acked' }],
    })
    await client.pause_plugin({ name: 'webhook' })
    receive(1, 'While it is paused')
    const queued = async () => (await client.list_deliveries({ state: 'queued' })).deliveries
    await until(async () => (await queued()).length === 1)
    await client.skip_delivery({ id: (await queued())[0]?.id ?? '' })
    await client.resume_plugin({ name: 'webhook' })
    await client.send_delivery_again({ id: delivery?.id ?? '' })
    await until(() => delivered(message?.text ?? '').length === 2)
    expect(texts()).not.toContain('While it is paused')
    expect((await client.overview()).plugins[0]).toMatchObject({ name: 'webhook', state: 'ok' })
    expect(await client.heartbeat()).toMatchObject({ bridge_alive: true, bridge: { state: 'polling' } })
  })

  test('have deliveries that a limited key sees as far as it sees their messages, and no others', async () => {
    receive(2, 'Refused at first')
    mac(2).bridge.mac.messages.receive({ from: ben, text: 'Of somebody else' })
    await has('Of somebody else', 'Refused at first')
    await until(() => delivered('Refused at first').length === 2)
    const settled = async () => (await web.client.list_deliveries({ state: 'delivered', limit: 100 })).deliveries
    await until(async () => (await settled()).some(({ attempts }) => attempts === 2))
    const all = (await web.client.list_deliveries({ limit: 100 })).deliveries
    const { key, id } = await web.client.add_key({ label: 'limited', scopes: ['read'], grant: {} as GivenGrant })
    const limited = createClient({ baseUrl: web.url, key })
    const limit = async (grant: object) => {
      await web.client.change_key({ id, grant: grant as GivenGrant })
      return (await limited.list_deliveries({ limit: 100 })).deliveries
    }
    const conversationOf = (handle: string) => `2~any;-;${handle}`
    const of = (guid: string) => all.filter(({ conversation_guid: one, is_test }) => one === guid && !is_test)
    const [annas, bens] = [of(conversationOf(anna)), of(conversationOf(ben))]
    expect([annas.length > 1, bens.length]).toEqual([true, 1])

    // A hidden message is in no list, under no id and at no cursor, and its trace is that of an unknown message.
    expect((await limit({ lines: ['two'] })).map((one) => one.id)).toEqual(
      all.filter(({ conversation_guid: guid }) => guid?.startsWith('2~')).map((one) => one.id),
    )
    expect(await limit({ people: { only: [anna] }, lines: ['two'] })).toEqual(annas)
    const first = await limited.list_deliveries({ limit: 1 })
    expect(first).toEqual({ deliveries: annas.slice(0, 1), cursor: annas[0]?.id })
    expect((await limited.list_deliveries({ limit: 100, cursor: first.cursor ?? '' })).deliveries).toEqual(
      annas.slice(1),
    )
    expect(await limited.list_deliveries({ cursor: bens[0]?.id ?? '' })).toEqual({ deliveries: [], cursor: null })
    expect(await limited.list_deliveries({ conversation: conversationOf(ben) })).toEqual({
      deliveries: [],
      cursor: null,
    })
    const failure = (asked: Promise<unknown>) =>
      asked.then(
        () => 'none',
        ({ message }: Error) => message,
      )
    const ofNobody = await failure(limited.get_delivery({ id: 'none' }))
    expect(await failure(limited.get_delivery({ id: bens[0]?.id ?? '' }))).toBe(ofNobody)
    const hidden = bens[0]?.rowid ?? 0
    expect((await failure(limited.message_trace({ rowid: hidden }))).replace(`${hidden}`, '7')).toBe(
      await failure(limited.message_trace({ rowid: 7 })),
    )
    await web.client.see_key_marks({ id })

    // A receiver's response may repeat a message, so only keys that see everything get it. The delivered payload is for
    // keys that administer.
    const twice = annas.find(({ attempts }) => attempts === 2)
    const reason = async () => (await limited.get_delivery({ id: twice?.id ?? '' })).history[0]?.error
    expect(await reason()).toContain('503')
    expect((await limited.get_delivery({ id: twice?.id ?? '' })).handed).toBeNull()
    const trace = await limited.message_trace({ rowid: twice?.rowid ?? 0 })
    expect(trace).toMatchObject({ lane: 'relayed', deliveries: [{ id: twice?.id, integration: 'webhook' }] })
    const guised = await limit({ people: { only: [anna] }, lines: ['two'], fields: { handles: false, text: false } })
    expect(guised.map((one) => one.id)).toEqual(annas.map((one) => one.id))
    expect(guised[0]).toMatchObject({
      conversation_guid: expect.stringMatching(/^2~any;-;person-/),
      sender: expect.stringMatching(/^person-/),
    })
    expect(JSON.stringify(guised)).not.toContain(anna)
    expect(await reason()).not.toContain('503')
    expect((await limit({ lines: ['two'], since: '2090-01-01' })).length).toBe(0)
    await web.client.revoke_key({ id })
  })

  test('hear what happens to the messages that they were given, once installed', async () => {
    const folder = join(web.base, 'integrations', 'listener')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'index.mjs'), listener)
    await until(async () => (await web.client.list_plugins()).some(({ name }) => name === 'listener'))
    await web.client.enable_plugin({ name: 'listener' })
    const isRunning = async () =>
      (await web.client.list_plugins()).some((it) => it.name === 'listener' && it.status === 'running')
    await until(isRunning)
    const { guid } = receive(2, 'To be edited')
    const deliveries = async () =>
      (await web.client.list_deliveries({ plugin: 'listener', state: 'delivered' })).deliveries
    await until(async () => (await deliveries()).length === 1)
    const { messages } = mac(2).bridge.mac
    messages.edit({ message: guid, text: 'Edited', by: anna })
    messages.tapback({ target: guid, kind: 'love', from: anna })
    const path = join(web.base, 'plugins', 'listener', 'events')
    const heard = () =>
      (existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : []).map((line) => JSON.parse(line))
    await until(() => heard().length === 2)
    const [{ id = '' } = {}] = await deliveries()
    expect(heard().toSorted((one, other) => one.type.localeCompare(other.type))).toMatchObject([
      { type: 'message_edited', delivery_id: id, text: 'Edited' },
      { type: 'tapback_added', delivery_id: id, emoji: '❤️' },
    ])
    await web.client.disable_plugin({ name: 'listener' })
  })

  test('ask on the page for messages and send, each for the line of the conversation, within what their tier and lines allow', async () => {
    const { client, base } = web
    const folder = join(base, 'integrations', 'desk')
    mkdirSync(join(folder, 'page'), { recursive: true })
    writeFileSync(join(folder, 'index.mjs'), desk)
    writeFileSync(join(folder, 'page', 'index.js'), 'export {}')
    await until(async () => (await client.list_plugins()).some(({ name }) => name === 'desk'))
    const call = async (method: 'get_message' | 'send_text' | 'get_settings' | 'keep' | 'get_kept', args: object) =>
      (await client.plugin_call({ name: 'desk', method, args: { ...args } })).value
    const refusedWith = (code: string) => expect.objectContaining({ code })
    const guid = `2~any;-;${anna}`
    const tell = () => client.plugin_conversation({ name: 'desk', guid })
    await expect(tell()).rejects.toEqual(refusedWith('plugin_not_found'))
    await client.change_settings({ integrations: { desk: { tone: 'kind', token: 'a secret' } } })
    await client.enable_plugin({ name: 'desk' })
    await until(async () => (await client.list_plugins()).some((it) => it.name === 'desk' && it.status === 'running'))
    receive(2, 'For the desk')
    const path = join(base, 'plugins', 'desk', 'conversations')
    const known = () =>
      new Map(
        (existsSync(path) ? readFileSync(path, 'utf8') : '')
          .split('\n')
          .map((line) => line.split('\t') as [string, string]),
      )
    await until(() => known().has('For the desk'))

    // The page and the process of a plugin know a conversation by the same id, which is that of one line.
    const { conversation_id } = await tell()
    expect(conversation_id).toBe(known().get('For the desk'))
    const other = await client.plugin_conversation({ name: 'desk', guid: `1~any;-;${anna}` })
    expect(other.conversation_id).not.toBe(conversation_id)
    await expect(client.plugin_conversation({ name: 'desk', guid: '2~any;-;+12025550199' })).rejects.toEqual(
      refusedWith('conversation_not_found'),
    )
    const found = (await client.list_messages({ guid })).find(({ text }) => text === 'For the desk')
    const shown = await call('get_message', { rowid: found?.rowid })
    expect(shown).toMatchObject({ rowid: found?.rowid, text: 'For the desk', conversation_id, is_from_me: false })
    expect(JSON.stringify(shown)).not.toContain('2025550123')
    await expect(call('get_message', { rowid: 7 })).rejects.toEqual(refusedWith('message_not_found'))
    await expect(call('get_message', { rowid: 'x' })).rejects.toEqual(refusedWith('invalid_request'))
    expect(await call('get_settings', {})).toEqual({ tone: 'kind', token: { set: true } })
    await call('keep', { key: 'note', value: 'kept' })
    expect(await call('get_kept', { key: 'note' })).toBe('kept')

    const sent = (n: number) => sentRows(mac(n).bridge.mac.home).map(({ text }) => text)
    await expect(call('send_text', { conversation_id: randomUUID(), text: 'To nobody' })).rejects.toEqual(
      refusedWith('conversation_not_found'),
    )
    await call('send_text', { conversation_id, text: 'From the desk', key: 'once' })
    await call('send_text', { conversation_id, text: 'From the desk', key: 'once' })
    const file = new File(['plan'], 'plan.txt')
    await client.plugin_send_file({ name: 'desk', conversation_id: other.conversation_id, file })
    await until(() => sent(2).includes('From the desk') && sent(1).length === 1)
    expect(sent(2).filter((text) => text === 'From the desk')).toHaveLength(1)

    // A plugin does not see messages that are not meant for it or not relayed.
    await client.change_settings({ integrations: { desk: { only_lines: [1] } } })
    await expect(tell()).rejects.toEqual(refusedWith('conversation_not_found'))
    await expect(call('get_message', { rowid: found?.rowid })).rejects.toEqual(refusedWith('message_not_found'))
    await expect(call('send_text', { conversation_id, text: 'Too late' })).rejects.toEqual(
      refusedWith('conversation_not_found'),
    )
    await client.change_settings({ integrations: { desk: { only_lines: [] } }, relay: { scope: 'contacts' } })
    await expect(call('get_message', { rowid: found?.rowid })).rejects.toEqual(refusedWith('message_not_found'))
    await client.change_settings({ relay: { scope: 'everyone' } })
    const { key } = await client.add_key({
      label: 'limited',
      scopes: ['read'],
      grant: { lines: ['two'] } as GivenGrant,
    })
    const limited = createClient({ baseUrl: web.url, key })
    await expect(limited.plugin_conversation({ name: 'desk', guid })).rejects.toEqual(refusedWith('forbidden'))
    await client.disable_plugin({ name: 'desk' })
    expect(sent(2)).not.toContain('Too late')
  })

  test('that are limited to one line get messages of no other', async () => {
    await onlyLines([2])
    receive(1, 'For nobody')
    receive(2, 'For the webhook')
    await has('For the webhook')
    await until(async () => (await hub.texts(1)).flat().includes('For nobody'))
    await onlyLines([])
    receive(1, 'For all again')
    await has('For all again')
    expect(texts()).not.toContain('For nobody')
  })

  test('get the messages that came while a Mac was away, except those that are too old', async () => {
    await uplink.stop()
    receive(1, 'Long ago', { atMs: Date.now() - 2 * dayMs })
    receive(1, 'While it was away')
    uplink = await hub.connectMac('one', mac(1))
    await has('While it was away')
    receive(1, 'Afterwards')
    await has('Afterwards')
    expect(texts()).not.toContain('Long ago')
  })

  test('run once, however many processes relay', async () => {
    const other = hub.relay(web.base)
    receive(1, 'While two are there')
    await has('While two are there')
    expect([relay.isWorking, other.isWorking]).toEqual([true, false])
    await relay.stop()
    await until(() => other.isWorking)
    receive(2, 'To the other one')
    await has('To the other one')
    expect(delivered('While two are there')).toHaveLength(1)
    await other.stop()
  })

  test('lose nothing when the relay is killed at any time; repeats have the same id, and the order stays', async () => {
    const child = (): ChildProcess => {
      const part: Part = { is: 'relay', hub: hub.options, base: web.base }
      const path = fileURLToPath(new URL('hub-process.ts', import.meta.url))
      const started = spawn(process.execPath, [path, JSON.stringify(part)], { stdio: ['ignore', 'ignore', 'inherit'] })
      onTestFinished(() => void started.kill('SIGKILL'))
      return started
    }
    let n = 0
    const sent: string[] = []
    const write = (count: number) => {
      for (let one = 0; one < count; one++) {
        const text = `Number ${++n}`
        sent.push(text)
        receive(1 + (n % 2), text)
      }
    }
    for (const most of [1, 8, 15]) {
      const dying = child()
      write(20)
      // It dies at another moment each time: at its first delivery, in the middle, and close to the end.
      const before = new Set(texts())
      await until(() => texts().filter((text) => !before.has(text)).length >= most)
      write(10)
      dying.kill('SIGKILL')
      await once(dying, 'exit')
    }
    child()
    await has(...sent)
    for (const text of sent) expect(new Set(delivered(text).map(({ body }) => body.delivery_id)).size).toBe(1)
    for (const line of ['one', 'two']) {
      const ofLine = receiver.delivered.filter(({ body }) => body.line === line && body.text?.startsWith('Number '))
      const firsts = [...new Set(ofLine.map(({ body }) => body.text))]
      expect(firsts).toEqual(sent.filter((_, at) => (at + 1) % 2 === (line === 'one' ? 0 : 1)))
    }
  })
})

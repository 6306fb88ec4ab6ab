import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { HubRelay } from '../../src/hub/relay/hub-relay.ts'
import type { Uplink } from '../../src/uplink/uplink.ts'
import { type HubHere, hubHere, type MacHere, macHere } from '../harness/hub-here.ts'
import { hasHubServers, type Postgres, postgres } from '../harness/hub-servers.ts'
import { type Receiver, startReceiver } from '../harness/receiver.ts'
import { until as forever } from '../harness/until.ts'
import { sentRows } from '../sending/rows.ts'
import type { Part } from './hub-process.ts'

let saidBy: () => string = () => ''
const until: typeof forever = (isSo, patience) => forever(isSo, { describe: () => saidBy(), ...patience })
const anna = '+12025550123'
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

describe.runIf(hasHubServers)('plugins of a hub', () => {
  let server: Postgres
  let hub: HubHere
  let macs: MacHere[]
  let receiver: Receiver
  let web: Awaited<ReturnType<HubHere['web']>>
  let relay: HubRelay
  let uplink: Uplink

  beforeAll(async () => {
    server = await postgres()
    hub = await hubHere(server)
    macs = [await macHere(), await macHere()]
    receiver = await startReceiver(({ text }) =>
      text === 'Are you there?' ? { status: 200, body: { reply: { text: 'Yes, says the webhook' } } } : 204,
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
  afterAll(async () => {
    await hub?.[Symbol.asyncDispose]()
    await receiver?.[Symbol.asyncDispose]()
    for (const one of macs ?? []) await one[Symbol.asyncDispose]()
    await server?.[Symbol.asyncDispose]()
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

  test('get what comes to each line, signed and with its name, and nothing that was written before', async () => {
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

  test('are listed, tried, paused and turned off as on a Mac, with every delivery and its line', async () => {
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

  test('that are installed hear what becomes of the messages that they have', async () => {
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

  test('that are for one line get no other', async () => {
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

  test('get what came while a Mac was away, and nothing of it that is too old', async () => {
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

  test('lose nothing when the relay is killed at any time; what comes twice has the same id, and order stays', async () => {
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

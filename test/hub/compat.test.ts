/** Clients of other servers on a hub: over all lines, with the number of the line before every GUID. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../src/client/client.ts'
import { newApiKey } from '../../src/store/api-keys.ts'
import { listenerNotes } from '../../src/store/bluebubbles-listener.ts'
import { serviceDir } from '../../src/store/service-dir.ts'
import { socketClient } from '../harness/bluebubbles-client.ts'
import { askAt, fullKey } from '../harness/bluebubbles-here.ts'
import { closedAfterAll } from '../harness/closed-after-all.ts'
import { type HubHere, hubHere, type MacHere, macHere } from '../harness/hub-here.ts'
import { hasHubServers, type Postgres, postgres } from '../harness/hub-servers.ts'
import { ImsgProcess } from '../harness/imsg-process.ts'
import { type Receiver, startReceiver } from '../harness/receiver.ts'
import { until } from '../harness/until.ts'

const [anna, ben] = ['+12025550123', '+12025550145']

describe.runIf(hasHubServers)('on a hub', () => {
  let server: Postgres
  let hub: HubHere
  let macs: MacHere[]
  let client: Client
  let url: string
  let listener: string
  let receiver: Receiver
  const [key, reading] = [fullKey(), newApiKey({ label: 'reads', scopes: ['read'] }, Date.now())]
  const ask = (what: string, body?: unknown) => askAt(listener, what, { password: key.key, body })
  const [home, office] = [0, 1].map((n) => ({
    get messages() {
      return (macs[n] as MacHere).bridge.mac.messages
    },
  })) as [Pick<MacHere['bridge']['mac'], 'messages'>, Pick<MacHere['bridge']['mac'], 'messages'>]
  const ownOf = (mac: typeof home) =>
    mac.messages.db.prepare('SELECT ROWID FROM message WHERE is_from_me = 1 AND associated_message_type = 0').all()
      .length

  const shared = closedAfterAll()
  beforeAll(async () => {
    server = await shared(postgres())
    hub = await shared(hubHere(server))
    macs = [await shared(macHere()), await shared(macHere())]
    receiver = await shared(startReceiver())
    home.messages.receive({ from: anna, text: 'the harbour at nine' })
    office.messages.receive({ from: anna, text: 'the office is closed' })
    const { guid } = office.messages.receive({ from: ben, text: 'bring the harbour map' })
    office.messages.tapback({ from: ben, target: guid, kind: 'love' })
    for (const [n, name] of ['home', 'office'].entries()) await hub.connectMac(name, macs[n] as MacHere)
    const web = await hub.web({
      auth: { api_keys: [key.stored, reading.stored] },
      compat: {
        bluebubbles: { enabled: true, port: 0 },
        notifiers: { enabled: true, any_recipient: true },
      },
    })
    ;({ client, url } = web)
    const notes = listenerNotes(serviceDir(web.base))
    await until(() => notes.read() !== undefined)
    listener = `http://127.0.0.1:${notes.read()?.listening_port}`
    await until(async () => (await client.search({ q: 'harbour' })).results.length === 2)
  })

  test('rows, including tapbacks, are numbered in the order in which they came', async () => {
    await until(async () => (await client.count_rows({})).total === 4)
    const { rows, newest_rowid, more } = await client.list_rows({ order: 'rowid', newest_first: false })
    expect(more).toBe(false)
    expect(rows.map(({ rowid }) => rowid)).toEqual(rows.map(({ rowid }) => rowid).toSorted((a, b) => a - b))
    const map = rows.find(({ text }) => text === 'bring the harbour map')
    const heart = rows.find(({ associated_type }) => associated_type === 2000)
    expect(map).toMatchObject({ chat_guid: `2~any;-;${ben}`, handle: ben, guid: expect.stringMatching(/^2~/) })
    expect(heart).toMatchObject({ associated_guid: `p:0/${map?.guid}`, handle: ben, handle_rowid: map?.handle_rowid })
    home.messages.receive({ from: anna, text: 'one more' })
    await until(async () => (await client.list_rows({ order: 'rowid', after_rowid: newest_rowid })).rows.length === 1)
    const { messages } = await client.list_all_messages({ rowids: String(map?.message_rowid) })
    expect(messages[0]?.message.text).toBe('bring the harbour map')
    expect(
      (await client.list_rows({ limit: 1, belonging: true, conversation: `2~any;-;${ben}`, reactions: 'without' }))
        .belonging,
    ).toEqual([heart])
    expect(await client.row_totals()).toMatchObject({ messages: 5, conversations: 3, handles: 3 })
  })

  test('BlueBubbles clients list, read and find over all lines, and send by the line of a chat', async () => {
    const { json: chats } = await ask('POST chat/query', { with: ['lastMessage'] })
    expect(chats.data.map((chat: { guid: string }) => chat.guid).toSorted()).toEqual([
      `1~any;-;${anna}`,
      `2~any;-;${anna}`,
      `2~any;-;${ben}`,
    ])
    // Other spellings lead to it as well; without a line only where one line alone has it.
    expect((await ask(`GET chat/2~iMessage;-;${anna}`)).json.data.guid).toBe(`2~any;-;${anna}`)
    expect((await ask(`GET chat/iMessage;-;${ben}`)).json.data.guid).toBe(`2~any;-;${ben}`)
    expect((await ask(`GET chat/iMessage;-;${anna}`)).status).toBe(404)
    const where = [{ statement: 'message.text LIKE :text', args: { text: '%harbour%' } }]
    const { json: found } = await ask('POST message/query', { where, with: ['chat'] })
    expect(found.data.map((one: { text: string }) => one.text).toSorted()).toEqual([
      'bring the harbour map',
      'the harbour at nine',
    ])
    const [{ guid }] = found.data
    expect((await ask(`GET message/${guid}`)).json.data.guid).toBe(guid)
    const sent = await ask('POST message/text', { chatGuid: `1~any;-;${anna}`, message: 'from home', tempGuid: 't1' })
    expect(sent.json).toMatchObject({ status: 200, data: { text: 'from home', tempGuid: 't1', isFromMe: true } })
    const again = await ask('POST message/text', { chatGuid: `1~any;-;${anna}`, message: 'from home', tempGuid: 't1' })
    expect(again.json.data.guid).toBe(sent.json.data.guid)
    await ask('POST message/text', { chatGuid: `any;-;${ben}`, message: 'from the office' })
    expect([ownOf(home), ownOf(office)]).toEqual([1, 1])
    expect((await ask('GET contact')).status).toBe(200)
    expect((await ask('GET server/info')).json.data).toMatchObject({ private_api: false, detected_icloud: '' })
    // The log is that of the process that answers them.
    expect((await ask('GET server/logs')).json.data).toContain('[INFO] [hub]')
  })

  test('clients hear at once what happens on every line, by socket and by webhook', async () => {
    await ask('POST webhook', { url: `${receiver.url}/hook`, events: ['new-message'] })
    using socket = socketClient(listener, { query: { password: key.key } })
    await until(() => socket.socket.connected)
    home.messages.receive({ from: anna, text: 'to home' })
    const { guid } = office.messages.receive({ from: ben, text: 'to the office' })
    await until(() => socket.texts().includes('to home') && socket.texts().includes('to the office'))
    office.messages.tapback({ from: ben, target: guid, kind: 'like' })
    const reaction = () => socket.told.find(({ data }) => data?.associatedMessageType === 'like')
    await until(() => reaction() !== undefined)
    expect(reaction()?.data).toMatchObject({
      associatedMessageGuid: `p:0/2~${guid}`,
      chats: [{ guid: `2~any;-;${ben}` }],
    })
    const told = () => receiver.delivered.map(({ raw }) => JSON.parse(raw).data?.text)
    await until(() => told().includes('to home') && told().includes('to the office'))
  })

  test('relay-imsg reads, watches and sends there', async () => {
    await using rpc = new ImsgProcess((macs[0] as MacHere).bridge.mac.home, { RELAY_URL: url, RELAY_KEY: key.key }, [
      'rpc',
    ])
    const { result: status } = await rpc.call('status', {})
    expect(status).toMatchObject({ methods: expect.arrayContaining(['send', 'watch.subscribe', 'chats.list']) })
    const { result: listed } = await rpc.call('chats.list', {})
    const chats = (listed as { chats: { id: number; guid: string }[] }).chats
    const chat = chats.find(({ guid }) => guid === `2~any;-;${ben}`)
    const { result } = await rpc.call('watch.subscribe', { include_reactions: true })
    const { subscription } = result as { subscription: number }
    home.messages.receive({ from: anna, text: 'news of home' })
    office.messages.receive({ from: ben, text: 'news of the office' })
    const heard = () => rpc.messages(subscription).map(({ text }) => text)
    await until(() => heard().includes('news of home') && heard().includes('news of the office'))
    const before = ownOf(office)
    const { result: sent } = await rpc.call('send', { chat_id: chat?.id, text: 'by imsg' })
    expect(sent).toMatchObject({ ok: true, chat_guid: `2~any;-;${ben}`, guid: expect.stringMatching(/^2~/) })
    expect(ownOf(office)).toBe(before + 1)
  })

  test('relay-imsg with a key that may only read is not told what waits to be sent', async () => {
    const { home: folder } = (macs[0] as MacHere).bridge.mac
    await using rpc = new ImsgProcess(folder, { RELAY_URL: url, RELAY_KEY: reading.key }, ['rpc'])
    expect((await rpc.call('messages.scheduled', {})).result).toEqual({ messages: [] })
  })

  test('programs that notify send by the line of a chat', async () => {
    const before = ownOf(office)
    const response = await fetch(`${url}/compat/apprise/notify?to=${encodeURIComponent(`2~any;-;${ben}`)}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ body: 'the door is open' }),
    })
    expect([response.status, await response.text()]).toEqual([200, expect.any(String)])
    await until(() => ownOf(office) === before + 1)
  })
})

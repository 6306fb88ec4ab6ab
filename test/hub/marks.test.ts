import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Client } from '../../src/client/client.ts'
import type { StreamEvent } from '../../src/contract/events.ts'
import type { Uplink } from '../../src/uplink/uplink.ts'
import { closedAfterAll } from '../harness/closed-after-all.ts'
import { type HubHere, hubHere, type MacHere, macHere } from '../harness/hub-here.ts'
import { hasHubServers, type Postgres, postgres } from '../harness/hub-servers.ts'
import { type McpClient, mcpHttpClient } from '../harness/mcp-client.ts'
import { until } from '../harness/until.ts'

const [anna, ben, carla] = ['+12025550123', '+12025550145', '+12025550146']
const ofAnna = `1~any;-;${anna}`

describe.runIf(hasHubServers)('marks on a hub', () => {
  let server: Postgres
  let hub: HubHere
  let macs: MacHere[]
  let client: Client
  let mcp: McpClient
  let uplink: Uplink

  const shared = closedAfterAll()
  beforeAll(async () => {
    server = await shared(postgres())
    hub = await shared(hubHere(server))
    macs = [await shared(macHere()), await shared(macHere())]
    for (const text of ['one', 'two', 'three']) home().receive({ from: anna, text })
    home().receive({ from: ben, text: 'hello' })
    office().receive({ from: anna, text: 'at work' })
    uplink = await hub.connectMac('home', macs[0] as MacHere)
    await hub.connectMac('office', macs[1] as MacHere)
    const web = await hub.web()
    client = web.client
    await until(async () => (await client.list_conversations()).length === 3)
    await until(async () => (await of(ofAnna)).length === 3)
    mcp = await shared(mcpHttpClient(web.url))
  })

  const messagesOf = (n: number) => (macs[n] as MacHere).bridge.mac.messages
  const [home, office] = [() => messagesOf(0), () => messagesOf(1)]
  const of = (guid: string) => client.list_messages({ guid })
  const unread = async (guid = ofAnna) => (await client.get_conversation({ guid })).unread_count
  const unreadOnMac = async () =>
    (await (macs[0] as MacHere).web.client.get_conversation({ guid: ofAnna.slice(2) })).unread_count
  const listed = async (archived: boolean) => (await client.list_conversations({ archived })).map(({ guid }) => guid)

  /** The events that another page hears from now on. */
  async function events(): Promise<StreamEvent[]> {
    const ending = new AbortController()
    onTestFinished(() => ending.abort())
    const heard: StreamEvent[] = []
    const begun = Promise.withResolvers<void>()
    void (async () => {
      const following = client.events({}, { signal: ending.signal, onId: () => begun.resolve() })
      for await (const { value } of following) heard.push(value)
    })().catch(() => undefined)
    await begun.promise
    return heard
  }

  test('a read message is read here at once and on its Mac soon, and a later one is unread', async () => {
    const [, second, third] = await of(ofAnna)
    expect(await unread()).toBe(3)
    expect(await client.mark_read({ guid: ofAnna, rowid: second?.rowid ?? 0 })).toMatchObject({ unread_count: 1 })
    await until(async () => (await unreadOnMac()) === 1)
    expect(await client.mark_read({ guid: ofAnna, rowid: third?.rowid ?? 0 })).toMatchObject({ unread_count: 0 })
    // A mark never moves back.
    expect(await client.mark_read({ guid: ofAnna, rowid: second?.rowid ?? 0 })).toMatchObject({ unread_count: 0 })
    expect((await client.list_conversations({ unread: true })).map(({ guid }) => guid)).not.toContain(ofAnna)
    await until(async () => (await unreadOnMac()) === 0)
    home().receive({ from: anna, text: 'four' })
    await until(async () => (await unread()) === 1)
    const [elsewhere] = await of(`2~any;-;${anna}`)
    await expect(client.mark_read({ guid: ofAnna, rowid: elsewhere?.rowid ?? 0 })).rejects.toMatchObject({
      code: 'message_not_found',
    })
    expect(await unread(`2~any;-;${anna}`)).toBe(1)
  })

  test('a message that is read on the Mac is read here, even after a mark of the hub', async () => {
    const last = (await of(ofAnna)).at(-1)
    home().markRead({ message: last?.guid ?? '' })
    await until(async () => (await unread()) === 0)
  })

  test('a Mac that is away is told what was read once it is back', async () => {
    home().receive({ from: anna, text: 'five' })
    await until(async () => (await unread()) === 1)
    const orders = async () => (await hub.database.query('SELECT mac FROM read_order')).length
    await until(async () => (await orders()) === 0)
    await uplink.stop()
    await hub.database.query("UPDATE mac SET seen_ms = 0 WHERE name = 'home'")
    expect(await client.mark_read({ guid: ofAnna, rowid: (await of(ofAnna)).at(-1)?.rowid ?? 0 })).toMatchObject({
      unread_count: 0,
    })
    expect([await orders(), await unreadOnMac()]).toEqual([1, 1])
    await hub.connectMac('home', macs[0] as MacHere)
    await until(async () => (await unreadOnMac()) === 0 && (await orders()) === 0)
  })

  test('an archived conversation is out of the list until a message comes, and other pages hear of it', async () => {
    const heard = await events()
    expect(await client.archive_conversation({ guid: ofAnna })).toMatchObject({ guid: ofAnna, archived: true })
    expect([await listed(true), (await listed(false)).includes(ofAnna)]).toEqual([[ofAnna], false])
    const archived = () => heard.filter((one) => one.type === 'conversation_archived')
    await until(() => archived().length > 0)
    expect(archived()).toEqual([{ type: 'conversation_archived', chat_guid: ofAnna, archived: true }])
    // Another state of a message that was there is no news.
    home().markRead({ message: (await of(ofAnna)).at(0)?.guid ?? '' })
    home().receive({ from: ben, text: 'elsewhere' })
    await until(async () => (await of(`1~any;-;${ben}`)).length === 2)
    expect(await listed(true)).toEqual([ofAnna])
    home().receive({ from: anna, text: 'delayed', atMs: Date.now() - 3_600_000 })
    await until(async () => (await listed(true)).length === 0)
    await client.archive_conversation({ guid: ofAnna })
    expect(await client.unarchive_conversation({ guid: ofAnna })).toMatchObject({ archived: false })
    await until(() => archived().some((one) => !one.archived))
    await expect(client.archive_conversation({ guid: `1~any;-;${carla}` })).rejects.toMatchObject({
      code: 'conversation_not_found',
    })
  })

  test('stars belong to the hub, are listed newest first, and are found by an assistant', async () => {
    const heard = await events()
    const [[first], [other]] = [await of(ofAnna), await of(`2~any;-;${anna}`)]
    for (const one of [first, other, first]) await client.star_message({ rowid: one?.rowid ?? 0 })
    expect((await client.get_message({ message: String(first?.rowid) })).message.starred).toBe(true)
    expect((await of(ofAnna)).map(({ starred }) => starred).slice(0, 2)).toEqual([true, false])
    const page = await client.list_starred({ limit: 1 })
    expect(page.starred).toMatchObject([{ conversation_guid: `2~any;-;${anna}`, message: { text: 'at work' } }])
    const next = await client.list_starred({ limit: 1, cursor: page.cursor ?? '' })
    expect([next.starred[0]?.message.rowid, next.cursor]).toEqual([first?.rowid, null])
    const { structured: found } = await mcp.call('list_starred')
    expect(JSON.stringify(found)).toContain('at work')
    await client.unstar_message({ rowid: other?.rowid ?? 0 })
    expect((await client.list_starred({ conversation: ofAnna })).starred).toHaveLength(1)
    expect((await client.list_starred()).starred).toHaveLength(1)
    const starred = () => heard.flatMap((one) => (one.type === 'message_starred' ? [[one.rowid, one.starred]] : []))
    await until(() => starred().length === 3)
    expect(starred()).toEqual([
      [first?.rowid, true],
      [other?.rowid, true],
      [other?.rowid, false],
    ])
    // The one that another Mac has with the same GUID is another message.
    expect((await client.get_message({ message: String(other?.rowid) })).message.starred).toBe(false)
  })
})

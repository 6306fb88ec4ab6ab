import { beforeAll, describe, expect, test } from 'vitest'
import { sampleFile } from '../../simulator/media/sample-files.ts'
import type { Client } from '../../src/client/client.ts'
import type { Conversation } from '../../src/contract/conversation.ts'
import type { GivenGrant } from '../../src/contract/grant.ts'
import { filePartBytes } from '../../src/envelope/fields.ts'
import type { Uplink } from '../../src/uplink/uplink.ts'
import { closedAfterAll } from '../harness/closed-after-all.ts'
import { type HubHere, hubHere, type MacHere, macHere } from '../harness/hub-here.ts'
import { hasHubServers, type Postgres, postgres } from '../harness/hub-servers.ts'
import { until } from '../harness/until.ts'

const anna = '+12025550123'
const photo = Buffer.from(sampleFile('png', 2).bytes)
const ofAnna = `1~any;-;${anna}`

describe.runIf(hasHubServers)('a request of a hub that its Mac answers at once', () => {
  let server: Postgres
  let hub: HubHere
  let mac: MacHere
  let client: Client
  let url: string
  let uplink: Uplink
  /** Longer than what one answer carries. */
  const large = Buffer.alloc(filePartBytes * 2 + 1_000, 'All work and no play. ')

  const shared = closedAfterAll()
  beforeAll(async () => {
    server = await shared(postgres())
    hub = await shared(hubHere(server))
    mac = await shared(macHere({ send: { ui_scripting: true } }))
    ;({ client, url } = await hub.web())
    const { messages, contacts } = mac.bridge.mac
    contacts.onMyMac.add({ firstName: 'Anna', lastName: 'Keller', phones: [anna], photo })
    messages.receive({ from: anna, files: [sampleFile('png', 1)] })
    messages.receive({
      from: anna,
      files: [{ name: 'long.txt', bytes: large, mime: 'text/plain', uti: 'public.plain-text' }],
    })
    messages.send({ to: anna, text: 'Gladly', state: 'delivered' })
    uplink = await hub.connectMac('one', mac)
    await until(async () => (await newest()).length === 3)
  })

  const newest = async () => (await client.list_messages({ guid: ofAnna }).catch(() => [])) ?? []
  const files = async () => (await newest()).flatMap(({ attachments }) => attachments)
  const fetched = (path: string, headers: Record<string, string> = {}) => fetch(`${url}${path}`, { headers })

  test('a file is served as on its Mac: whole, in parts, as a thumbnail, and not again to a client that has it', async () => {
    const [picture, long] = await files()
    const [own] = (await mac.web.client.list_messages({ guid: `any;-;${anna}` })).flatMap((one) => one.attachments)
    expect(picture).toMatchObject({ id: `1~${own?.id}`, state: 'ready', kind: 'image' })
    const whole = await fetched(picture?.url ?? '')
    expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(Buffer.from(await whole.arrayBuffer())).toEqual(Buffer.from(sampleFile('png', 1).bytes))
    const text = await fetched(long?.url ?? '')
    expect(text.headers.get('content-length')).toBe(String(large.length))
    expect(Buffer.from(await text.arrayBuffer()).equals(large)).toBe(true)
    const [from, to] = [filePartBytes - 10, filePartBytes + 10]
    const part = await fetched(long?.url ?? '', { range: `bytes=${from}-${to}` })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes ${from}-${to}/${large.length}`])
    expect(Buffer.from(await part.arrayBuffer()).equals(large.subarray(from, to + 1))).toBe(true)
    expect((await fetched(long?.url ?? '', { range: `bytes=${large.length}-` })).status).toBe(416)
    const again = await fetched(long?.url ?? '', { 'if-none-match': text.headers.get('etag') ?? '' })
    expect(again.status).toBe(304)
    const thumbnail = await fetched(picture?.thumbnail_url ?? '')
    const ownThumbnail = await fetch(`${mac.web.url}${own?.thumbnail_url}`)
    expect(Buffer.from(await thumbnail.arrayBuffer())).toEqual(Buffer.from(await ownThumbnail.arrayBuffer()))
    for (const id of ['1~none', '9~none', 'none'])
      expect((await fetched(`/api/v1/attachments/${encodeURIComponent(id)}`)).ok).toBe(false)
  })

  test('a message can be reacted to, edited and unsent, and a refusal of the Mac has its reason', async () => {
    const { rowid = 0, guid } = (await newest()).at(-1) ?? {}
    expect(await client.change_tapback({ rowid, emoji: '👍' })).toMatchObject({ rowid, guid, tapbacks: ['👍'] })
    expect(await client.edit_message({ rowid, text: 'With pleasure' })).toMatchObject({ text: 'With pleasure' })
    await until(async () => (await newest()).at(-1)?.text === 'With pleasure')
    expect(await client.unsend_message({ rowid })).toMatchObject({ unsent: true })
    await expect(client.edit_message({ rowid: (await newest())[0]?.rowid ?? 0, text: 'x' })).rejects.toMatchObject({
      code: 'unsupported',
    })
    await expect(client.edit_message({ rowid: 12, text: 'x' })).rejects.toMatchObject({ code: 'message_not_found' })
    await expect(client.set_typing({ guid: ofAnna, on: true })).rejects.toMatchObject({ code: 'unsupported' })
  })

  test('a conversation is exported with its files, which are fetched from the Mac while the export is written', async () => {
    const exported = async (query: string) => {
      const response = await fetched(`/api/v1/conversations/${encodeURIComponent(ofAnna)}/export?${query}`)
      return { text: await response.text(), name: response.headers.get('content-disposition') }
    }
    const { text, name } = await exported('format=html')
    expect(name).toContain('Anna Keller.html')
    expect(text).toContain(`data:image/png;base64,${Buffer.from(sampleFile('png', 1).bytes).toString('base64')}`)
    expect(text).toContain(large.toString('base64'))
    expect((await exported('format=html&media=false')).text).not.toContain('data:image/png')
    const lines = (await exported('format=jsonl')).text.trim().split('\n')
    expect(lines.map((line) => JSON.parse(line).rowid)).toEqual((await newest()).map(({ rowid }) => rowid))
    expect((await fetched('/api/v1/conversations/1~none/export')).status).toBe(404)
  })

  test('the picture of a contact is that of the line, and shown also while its Mac is away', async () => {
    const { participants } = await client.get_conversation({ guid: ofAnna })
    expect(participants[0]?.avatar_url).toBe(`/api/v1/contacts/${encodeURIComponent(`1~${anna}`)}/avatar`)
    const picture = await fetched(participants[0]?.avatar_url ?? '')
    expect([picture.headers.get('content-type'), Buffer.from(await picture.arrayBuffer())]).toEqual([
      'image/png',
      photo,
    ])
    const again = await fetched(participants[0]?.avatar_url ?? '', {
      'if-none-match': picture.headers.get('etag') ?? '',
    })
    expect(again.status).toBe(304)
    for (const handle of [anna, '1~+12025550199', '9~+12025550123', `2~${anna}`])
      expect((await fetched(`/api/v1/contacts/${encodeURIComponent(handle)}/avatar`)).status).toBe(404)
  })

  test('a Mac that is away is not asked later', async () => {
    const [picture] = await files()
    const { rowid = 0 } = (await newest())[0] ?? {}
    const refused = async () => {
      await expect(client.change_tapback({ rowid, emoji: '👎' })).rejects.toMatchObject({ code: 'mac_offline' })
      expect((await fetched(picture?.url ?? '')).status).toBe(503)
    }
    await uplink.stop()
    // It was seen a moment ago, and nobody answers.
    await refused()
    await hub.database.query('UPDATE mac SET seen_ms = 0')
    await refused()
    expect((await fetched(`/api/v1/contacts/${encodeURIComponent(`1~${anna}`)}/avatar`)).status).toBe(200)
    const page = await fetched(`/api/v1/conversations/${encodeURIComponent(ofAnna)}/export`)
    expect(await page.text()).toContain('not on this Mac')
    await hub.connectMac('one', mac)
    await until(async () => (await fetched(picture?.url ?? '')).ok)
    expect((await newest())[0]?.tapbacks).toEqual([])
  })

  test('a key gets the pictures of the people whose names it sees, under the id that it knows', async () => {
    const grants: Record<string, GivenGrant> = {
      nobody: { people: { except: [anna] } },
      nameless: { fields: { names: false } },
      otherLine: { lines: [] },
      numberless: { fields: { handles: false } },
    }
    const keys = new Map<string, string>()
    for (const [label, grant] of Object.entries(grants))
      keys.set(label, (await client.add_key({ label, scopes: ['read'], grant })).key)
    await client.change_password({ password: 'a horse that is correct' })
    const as = (label: string) => ({ authorization: `Bearer ${keys.get(label)}` })
    const own = `/api/v1/contacts/${encodeURIComponent(`1~${anna}`)}/avatar`
    for (const label of keys.keys()) expect([label, (await fetched(own, as(label))).status]).toEqual([label, 404])
    const listed = async (label: string): Promise<Conversation[]> =>
      (await (await fetched('/api/v1/conversations', as(label))).json()) as Conversation[]
    expect((await listed('nameless'))[0]?.participants[0]?.avatar_url).toBeNull()
    const [one] = await listed('numberless')
    expect(one?.participants[0]?.avatar_url).toMatch(/\/1~person-[a-p]{16}\/avatar$/)
    const picture = await fetched(one?.participants[0]?.avatar_url ?? '', as('numberless'))
    expect(Buffer.from(await picture.arrayBuffer())).toEqual(photo)
  })
})

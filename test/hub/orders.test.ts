import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Client, createClient } from '../../src/client/client.ts'
import type { GivenGrant } from '../../src/contract/grant.ts'
import { landedStates } from '../../src/contract/send.ts'
import type { Uplink } from '../../src/uplink/uplink.ts'
import { type HubHere, hubHere, type MacHere, macHere } from '../harness/hub-here.ts'
import { hasHubServers, type Postgres, postgres } from '../harness/hub-servers.ts'
import { until as forever } from '../harness/until.ts'
import { password } from '../harness/web-here.ts'
import { sentRows } from '../sending/rows.ts'
import type { Part } from './hub-process.ts'

let saidBy: () => string = () => ''
const until: typeof forever = (isSo, patience) => forever(isSo, { describe: () => saidBy(), ...patience })
const anna = '+12025550123'
const ben = '+12025550145'
const ofAnna = `1~any;-;${anna}`

describe.runIf(hasHubServers)('orders of a hub', () => {
  let server: Postgres
  let hub: HubHere
  let mac: MacHere
  let web: Awaited<ReturnType<HubHere['web']>>
  let client: Client
  let uplink: Uplink
  const folder = mkdtempSync(join(tmpdir(), 'hub-orders-'))

  beforeAll(async () => {
    server = await postgres()
    hub = await hubHere(server)
    saidBy = () => hub.said.slice(-30).join('\n')
    mac = await macHere({ send: { per_minute: 1_000, same_text_people: 1_000 } })
    web = await hub.web({ send: { confirm_timeout_s: 2 } })
    client = web.client
    mac.bridge.mac.messages.receive({ from: anna, text: 'Hi' })
    uplink = await hub.connectMac('one', mac)
    await hub.has(1, 'Hi')
  })
  afterAll(async () => {
    await hub?.[Symbol.asyncDispose]()
    await mac?.[Symbol.asyncDispose]()
    await server?.[Symbol.asyncDispose]()
    rmSync(folder, { recursive: true, force: true })
  })

  const texts = () => sentRows(mac.bridge.mac.home).map(({ text }) => text)
  const count = (text: string) => texts().filter((one) => one === text).length
  const stateOf = async (id: string) => (await client.get_send({ id })).state
  const hasLanded = (id: string) => until(async () => landedStates.includes(await stateOf(id)))
  /** The Mac is away, as the hub sees it once it has dealt with the last that came from there. */
  const disconnected = async () => {
    await uplink.stop()
    for (let quietLooks = 0; quietLooks < 10; quietLooks++) {
      const seen = await hub.database.query(
        'UPDATE mac SET seen_ms = 0 WHERE name = $1 AND seen_ms <> 0 RETURNING name',
        ['one'],
      )
      if (seen.length > 0) quietLooks = 0
      await wait(50)
    }
  }
  /** Lets the time of an order pass. */
  const isOver = (id: string) =>
    hub.database.query('UPDATE send SET expires_at_ms = $2 WHERE id = $1', [id, Date.now() - 1])
  const publishedAt = async (id: string) =>
    (await hub.database.query('SELECT published_at_ms AS at FROM send WHERE id = $1', [id]))[0]?.at
  const connected = async () => {
    uplink = await hub.connectMac('one', mac)
  }
  const child = (part: Part): ChildProcess => {
    const path = fileURLToPath(new URL('hub-process.ts', import.meta.url))
    const started = spawn(process.execPath, [path, JSON.stringify(part)], { stdio: ['ignore', 'pipe', 'inherit'] })
    onTestFinished(() => void started.kill('SIGKILL'))
    return started
  }

  test('are sent by the Mac of their line, and are answered, shown and told as on a Mac', async () => {
    const events: { type: string; id?: string; state?: string }[] = []
    const ending = new AbortController()
    const opened = Promise.withResolvers<void>()
    const following = (async () => {
      for await (const { value } of client.events({}, { signal: ending.signal, onId: () => opened.resolve() }))
        events.push(value as (typeof events)[number])
    })()
    await opened.promise
    const send = await client.send({ handle: anna, text: 'Hello from the hub' })
    await hasLanded(send.id)
    const { rowid, guid, ...rest } = await client.get_send({ id: send.id })
    expect(rest).toMatchObject({ id: send.id, kind: 'text', handle: anna, chat_guid: ofAnna, error: null })
    await until(async () => (await client.list_messages({ guid: ofAnna })).at(-1)?.text === 'Hello from the hub')
    expect((await client.list_messages({ guid: ofAnna })).at(-1)).toMatchObject({ rowid, guid })
    await until(() => events.some(({ id, state = '' }) => id === send.id && landedStates.includes(state)))
    ending.abort()
    await following
    expect((await client.list_sends({})).map(({ id }) => id)).toEqual([send.id])
    const toChat = await client.send_to_chat({ guid: ofAnna, text: 'To the chat' })
    const file = new File(['a file of some words'], 'words.txt')
    const withFile = await client.send_file({ handle: ofAnna, text: 'and a caption', file })
    expect(withFile.kind).toBe('file')
    for (const { id } of [toChat, withFile]) await hasLanded(id)
    expect(texts().slice(0, 2)).toEqual(['Hello from the hub', 'To the chat'])
    await until(() => texts().at(-1) === 'and a caption')
    expect(await hub.database.query('SELECT * FROM send_file')).toEqual([])
  })

  test('are sent once, however often they are asked for under one key', async () => {
    const options = { idempotencyKey: 'once' }
    const ask = () => client.send({ handle: anna, text: 'Only once' }, options)
    const [first, ...others] = await Promise.all([ask(), ask(), ask()])
    expect(others.map(({ id }) => id)).toEqual([first?.id, first?.id])
    await hasLanded(first?.id ?? '')
    expect((await ask()).id).toBe(first?.id)
    expect(count('Only once')).toBe(1)
    await expect(client.send({ handle: anna, text: 'Something else' }, options)).rejects.toMatchObject({
      code: 'idempotency_mismatch',
    })
  })

  test('wait while their Mac is away, can be cancelled until it has begun, and are sent when it is back', async () => {
    await disconnected()
    const [waiting, other] = await Promise.all([
      client.send({ handle: anna, text: 'Later' }),
      client.send({ handle: anna, text: 'Never' }),
    ])
    expect([waiting.state, other.state]).toEqual(['queued', 'queued'])
    expect((await client.cancel_send({ id: other.id })).error?.code).toBe('send_cancelled')
    await connected()
    await hasLanded(waiting.id)
    expect([count('Later'), count('Never')]).toEqual([1, 0])
  })

  test('that waited too long fail, and are never sent afterwards', async () => {
    await disconnected()
    const { id } = await client.send({ handle: anna, text: 'Too late', expires_in_s: 10 })
    await isOver(id)
    await until(async () => (await stateOf(id)) === 'failed')
    expect((await client.get_send({ id })).error?.code).toBe('send_expired')
    // One that was published is uncertain, until the ledger says that it never came.
    const isSeen = () => hub.database.query('UPDATE mac SET seen_ms = $1', [Date.now()])
    await isSeen()
    const published = await client.send({ handle: anna, text: 'Too late as well' })
    await until(async () => {
      await isSeen()
      return (await publishedAt(published.id)) !== null
    })
    await isOver(published.id)
    await until(async () => (await stateOf(published.id)) === 'uncertain')
    await connected()
    await until(async () => (await stateOf(published.id)) === 'failed')
    expect([count('Too late'), count('Too late as well')]).toEqual([0, 0])
  })

  test('are refused by any ledger other than the one that they were published for', async () => {
    await uplink.stop()
    const { id } = await client.send({ handle: anna, text: 'For a ledger that is gone' })
    await hub.database.query("UPDATE send SET ledger = 'gone' WHERE id = $1", [id])
    await connected()
    await until(async () => (await stateOf(id)) === 'uncertain')
    expect((await client.get_send({ id })).error?.code).toBe('send_uncertain')
    expect(count('For a ledger that is gone')).toBe(0)
  })

  test('are sent once by an uplink that is killed between the ledger and the hub', async () => {
    await uplink.stop()
    const { access, place } = await hub.join('one')
    const seed = Buffer.from(access.credentials?.seed ?? '').toString('base64')
    const dying = child({ is: 'uplink', baseUrl: mac.web.url, place, instance: 'one', access, seed })
    const asked = client.send({ handle: anna, text: 'Killed in between' })
    expect((await once(dying, 'exit'))[1]).toBe('SIGKILL')
    const { id } = await asked
    await connected()
    await hasLanded(id)
    expect(count('Killed in between')).toBe(1)
  })

  test('are answered by an uplink that had to begin anew while its Mac sent', async () => {
    await uplink.stop()
    const session = async () => (await hub.database.query("SELECT session FROM mac WHERE name = 'one'"))[0]?.session
    const before = await session()
    const hasBegunAnew = async () => (await session()) !== before
    const journalEnds = Promise.withResolvers<void>()
    const begunAnew = () => {
      journalEnds.resolve()
      return until(hasBegunAnew)
    }
    const { client: own } = mac.web
    const there: Client = {
      ...own,
      // The journal has no longer what follows the mark, so that the uplink says hello anew.
      async *events(query, options) {
        if (query?.since !== undefined && !(await hasBegunAnew())) {
          await journalEnds.promise
          yield { id: undefined, value: { type: 'reset' } } as never
        }
        yield* own.events(query, options)
      },
      async send(...asked) {
        const send = await own.send(...asked)
        await begunAnew()
        return send
      },
      async list_sends(...asked) {
        await begunAnew()
        return own.list_sends(...asked)
      },
    }
    uplink = await hub.connectMac('one', { ...mac, web: { ...mac.web, client: there } })
    const { id } = await client.send({ handle: anna, text: 'Begun anew in between' })
    await hasLanded(id)
    expect(count('Begun anew in between')).toBe(1)
    await uplink.stop()
    await connected()
  })

  test('go on without the web process that took them, and are known to another one', async () => {
    const dying = child({
      is: 'web',
      hub: hub.options,
      base: join(folder, 'other'),
    })
    const [said] = await once(dying.stdout ?? dying, 'data')
    const other = createClient({ baseUrl: String(said).trim() })
    const words = Array.from({ length: 6 }, (_, n) => `Through a death ${n}`)
    const ask = (by: Client) =>
      words.map((text) => by.send({ handle: anna, text }, { idempotencyKey: text.replaceAll(' ', '-') }))
    const asked = ask(other)
    await Promise.race(asked)
    dying.kill('SIGKILL')
    await Promise.allSettled(asked)
    const again = await Promise.all(ask(client))
    for (const { id } of again) await hasLanded(id)
    expect(words.map(count)).toEqual(words.map(() => 1))
  })

  test('fail with the reason of a Mac that accepts none, and send nothing', async () => {
    await expect(client.send_to_chat({ guid: '1~any;+;chat700000000', text: 'x' })).rejects.toMatchObject({
      code: 'conversation_not_found',
    })
    await expect(client.send({ handle: anna, text: 'x', from: 'nobody' })).rejects.toMatchObject({
      code: 'invalid_request',
    })
    for (const handle of [ofAnna, 'nobody at all', `any;-;${anna}`])
      await expect(client.send({ handle, text: 'x' })).rejects.toMatchObject({ code: 'invalid_request' })
    await expect(client.send_to_chat({ guid: `9~any;-;${anna}`, text: 'x' })).rejects.toMatchObject({
      code: 'conversation_not_found',
    })
    await expect(client.get_send({ id: 'none' })).rejects.toMatchObject({ code: 'send_not_found' })
    await expect(mac.web.client.send({ handle: anna, text: 'x', from: 'one' })).rejects.toMatchObject({
      code: 'invalid_request',
    })
    expect(count('x')).toBe(0)
  })

  test('go to another Mac of the line if theirs was revoked before it began them', async () => {
    await disconnected()
    const isSeen = () => hub.database.query('UPDATE mac SET seen_ms = $1', [Date.now()])
    const { id } = await client.send({ handle: anna, text: 'By whoever is there' })
    await until(async () => {
      await isSeen()
      return (await publishedAt(id)) !== null
    })
    await client.revoke_mac({ id: (await hub.join('one')).place.mac })
    uplink = await hub.connectMac('two', mac, { line: 'one' })
    await hasLanded(id)
    expect(count('By whoever is there')).toBe(1)
  })

  test('wait for their time, and can be changed until then', async () => {
    const { id, state } = await client.send({ handle: anna, text: 'Soon', send_at: 'PT1H' })
    expect(state).toBe('scheduled')
    expect(await client.list_scheduled({})).toMatchObject([{ id, text: 'Soon', handle: anna }])
    await client.change_scheduled({ id, text: 'Sooner' })
    const other = await client.send_to_chat({ guid: ofAnna, text: 'Not at all', send_at: 'PT1H' })
    await client.cancel_scheduled({ id: other.id })
    await expect(client.change_scheduled({ id: other.id, text: 'x' })).rejects.toMatchObject({ code: 'not_scheduled' })
    await client.change_scheduled({ id, send_now: true })
    await hasLanded(id)
    expect([count('Soon'), count('Sooner'), count('Not at all')]).toEqual([0, 1, 0])
  })

  test('of keys that have to ask wait for the owner, and are sent as they were shown', async () => {
    const keyWith = async (grant: GivenGrant | null, scopes: ('read' | 'write' | 'admin')[]) => {
      const { key } = await client.add_key({ label: 'an agent', scopes, grant })
      return createClient({ baseUrl: web.url, key })
    }
    const asking = await keyWith({ sends: { mode: 'ask' } }, ['read', 'write'])
    const onlyAnna = await keyWith({ people: { only: [anna] }, sends: { mode: 'direct' } }, ['read', 'write'])
    const owner = await keyWith(null, ['read', 'admin'])
    await client.change_password({ password })
    const { id, state } = await asking.send({ handle: anna, text: 'May I?', reason: 'Anna asked' })
    expect(state).toBe('held')
    const [held] = await owner.list_outbox({})
    expect(held).toMatchObject({ id, asker: { is: 'key', name: 'an agent' }, text: 'May I?', reason: 'Anna asked' })
    await expect(owner.release_held({ id, version: 'another' })).rejects.toMatchObject({ code: 'conflict' })
    expect(count('May I?')).toBe(0)
    await owner.release_held({ id, version: held?.version ?? '' })
    await expect(owner.release_held({ id, version: held?.version ?? '' })).rejects.toMatchObject({ code: 'not_held' })
    await until(async () => landedStates.includes((await asking.get_send({ id })).state))
    expect(count('May I?')).toBe(1)
    const refused = await asking.send({ handle: anna, text: 'And this?' })
    await owner.refuse_held({ id: refused.id })
    expect((await asking.get_send({ id: refused.id })).error?.code).toBe('send_refused')
    await expect(onlyAnna.send({ handle: ben, text: 'x' })).rejects.toMatchObject({ code: 'send_not_granted' })
    const own = await onlyAnna.send({ handle: anna, text: 'By a key' })
    expect((await onlyAnna.list_sends({})).map((send) => send.id)).toEqual([own.id])
    await expect(asking.get_send({ id: own.id })).rejects.toMatchObject({ code: 'send_not_found' })
  })
})

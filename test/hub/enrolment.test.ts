import { type NatsConnection, nkeys } from '@nats-io/transport-node'
import { beforeAll, describe, expect, test } from 'vitest'
import { inboxOf, type Place, subjects } from '../../src/envelope/subjects.ts'
import { Answered, readAs } from '../../src/envelope/talk.ts'
import { HubMacs } from '../../src/hub/access/hub-macs.ts'
import { closedAfterAll } from '../harness/closed-after-all.ts'
import { type HubHere, hubHere } from '../harness/hub-here.ts'
import { hasHubServers, type Postgres, postgres } from '../harness/hub-servers.ts'
import { connected } from '../harness/nats-connection.ts'
import { until } from '../harness/until.ts'

describe.runIf(hasHubServers)('a Mac and its hub', () => {
  let server: Postgres
  let hub: HubHere
  const shared = closedAfterAll()
  beforeAll(async () => {
    server = await shared(postgres())
    hub = await shared(hubHere(server))
    await until(() => hub.ingest.isWorking)
  })

  const newKey = () => nkeys.createUser()
  const joinWith = (code: string, pair = newKey(), macs = hub.macs) =>
    macs.join({ code, public_key: pair.getPublicKey() })
  const hello = (changes: object = {}) =>
    JSON.stringify({ instance: 'i', journal: 'j', ledger: 'l', position: 7, reset: false, release: '1.2', ...changes })
  /** Asks again as an uplink does, since nobody answers while the hub itself connects again. */
  async function greet({ nats, place }: { nats: NatsConnection; place: Place }, changes?: object) {
    for (;;) {
      const answer = await nats
        .request(subjects.hello(place), hello(changes), { timeout: 5_000 })
        .catch(() => undefined)
      if (answer !== undefined) return readAs(Answered, answer.data)
    }
  }
  const shown = async (id: string) => (await hub.macs.list()).find((mac) => mac.id === id)
  const connectAgain = (pair: ReturnType<typeof newKey>, jwt: string, mac: string) =>
    connected({
      servers: [hub.nats.url],
      credentials: { jwt, seed: pair.getSeed() },
      inbox: inboxOf(mac),
      name: mac,
    })

  test('a code lets one Mac join once, in whichever way it is typed, and no other code does', async () => {
    const { mac, code, expires_at } = await hub.macs.add({ name: 'Anna’s iMac', line: 'Anna' }, 'test')
    expect(mac).toMatchObject({ id: 'anna-s-imac', name: 'Anna’s iMac', line: { name: 'Anna' }, state: 'invited' })
    expect(Date.parse(expires_at) - Date.now()).toBeGreaterThan(0)
    expect(JSON.stringify(await hub.database.query('SELECT * FROM mac_code'))).not.toContain(code)
    await expect(joinWith('0000-0000-0000')).rejects.toMatchObject({ code: 'code_refused' })
    const joined = await joinWith(code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o'))
    expect(joined).toMatchObject({ mac: 'anna-s-imac', line: 'Anna', partition: 0, servers: [hub.nats.url] })
    expect(await shown(mac.id)).toMatchObject({ state: 'silent', joined_at: expect.any(String), code_expires_at: null })
    await expect(joinWith(code)).rejects.toMatchObject({ code: 'code_refused' })
  })

  test('a code expires, and a new one replaces the previous one', async () => {
    const { mac, code: first } = await hub.macs.add({ name: 'late' }, 'test')
    const { code: second } = await hub.macs.newCode(mac.id, 'test')
    await expect(joinWith(first)).rejects.toMatchObject({ code: 'code_refused' })
    await hub.database.query('UPDATE mac_code SET expires_ms = $1', [Date.now()])
    await expect(joinWith(second)).rejects.toMatchObject({ code: 'code_refused' })
  })

  test('after many wrong codes every code is refused for a while, even a valid one', async () => {
    let nowMs = Date.now()
    const macs = new HubMacs({
      database: hub.database,
      keys: hub.nats.keys,
      audit: { append() {} },
      tellAccounts: async () => undefined,
      nats: () => ({ servers: [], ca: null }),
      partitions: () => 1,
      nowMs: () => nowMs,
    })
    const { code } = await macs.add({ name: 'patient' }, 'test')
    for (let n = 0; n < 20; n++)
      await expect(joinWith(`wrong ${n}`, newKey(), macs)).rejects.toMatchObject({ code: 'code_refused' })
    await expect(joinWith(code, newKey(), macs)).rejects.toMatchObject({
      code: 'rate_limited',
      details: { retry_after_s: 15 * 60 },
    })
    nowMs += 15 * 60_000
    const { code: another } = await macs.newCode('patient', 'test')
    expect(await joinWith(another, newKey(), macs)).toMatchObject({ mac: 'patient' })
  })

  test('no key belongs to two Macs, and a refused key never joins again', async () => {
    const pair = newKey()
    const [one, two] = [await hub.macs.add({ name: 'first' }, 'test'), await hub.macs.add({ name: 'second' }, 'test')]
    await joinWith(one.code, pair)
    await expect(joinWith(two.code, pair)).rejects.toMatchObject({ code: 'code_refused' })
    await hub.macs.revoke(one.mac.id, 'test')
    const { code } = await hub.macs.newCode(two.mac.id, 'test')
    await expect(joinWith(code, pair)).rejects.toMatchObject({ code: 'code_refused' })
  })

  test('is shown with what it reported about itself, and can be renamed while it is connected', async () => {
    const one = await hub.join('shown')
    await greet(one)
    expect(await shown('shown')).toMatchObject({ state: 'connected', version: '1.2', last_seen_at: expect.any(String) })
    expect(await hub.macs.rename('shown', 'Shown in the hall', 'test')).toMatchObject({
      id: 'shown',
      state: 'connected',
    })
    expect(await hub.macs.find('Shown in the hall')).toMatchObject({ id: 'shown' })
    await hub.join('other')
    await expect(hub.macs.rename('other', 'shown in the HALL', 'test')).rejects.toMatchObject({ code: 'conflict' })
    await expect(hub.macs.rename('nobody', 'x', 'test')).rejects.toMatchObject({ code: 'not_found' })
  })

  test('is disconnected at once when it is revoked, and nothing from it is stored after that', async () => {
    const pair = newKey()
    const { mac, code } = await hub.macs.add({ name: 'lost' }, 'test')
    const { jwt } = await joinWith(code, pair)
    const place = { mac: mac.id, partition: 0, nkey: pair.getPublicKey() }
    const nats = await connectAgain(pair, jwt, mac.id)
    await greet({ nats, place })
    await hub.macs.revoke(mac.id, 'test')
    // Resolves when the server has ended the connection for good.
    await nats.closed()
    await expect(connectAgain(pair, jwt, mac.id)).rejects.toMatchObject({ code: 'hub_unavailable' })
    expect(await shown(mac.id)).toMatchObject({ state: 'revoked', revoked_at: expect.any(String) })
    await expect(hub.macs.newCode(mac.id, 'test')).rejects.toMatchObject({ code: 'not_found' })
    expect((await hub.macs.add({ name: 'lost' }, 'test')).mac.id).toBe('lost-2')
    const actions = hub.audited.filter(({ target }) => target === 'lost').map(({ action }) => action)
    expect(actions).toEqual(['mac_added', 'mac_code_made', 'mac_joined', 'mac_revoked'])
  })

  test('stays revoked after nats-server has lost everything', async () => {
    const pair = newKey()
    const { mac, code } = await hub.macs.add({ name: 'stolen' }, 'test')
    const { jwt } = await joinWith(code, pair)
    await hub.macs.revoke(mac.id, 'test')
    await hub.nats.loseEverything()
    await until(() =>
      connectAgain(pair, jwt, mac.id).then(
        (it) => it.close().then(() => false),
        () => true,
      ),
    )
    await until(() => hub.ingest.isWorking)
  })

  test('gives way to the Mac that replaces it, which tells everything anew', async () => {
    const one = await hub.join('replaced')
    const before = await greet(one)
    const pair = newKey()
    const { code } = await hub.macs.newCode('replaced', 'test')
    const { jwt, line } = await joinWith(code, pair)
    expect(line).toBe('replaced')
    await one.nats.closed()
    const place = { ...one.place, nkey: pair.getPublicKey() }
    const nats = await connectAgain(pair, jwt, 'replaced')
    const after = await greet({ nats, place }, { instance: 'new', journal: 'new', ledger: 'new', position: 3 })
    expect(before).toMatchObject({ generation: 1, mark: 7 })
    expect(after).toMatchObject({ generation: 2, mark: 3, past: { done: false } })
    await nats.close()
  })

  test.each([
    ['another installation', { instance: 'other', run: 'b' }],
    ['a copy of the same installation', { instance: 'i', run: 'a' }],
  ])('does not let %s pass for it while it is there, and says so', async (name, clone) => {
    const id = name.replaceAll(' ', '-').slice(0, 24).replace(/-$/, '')
    const one = await hub.join(name)
    await greet(one, { instance: 'i', run: 'a' })
    // Started anew, it goes on; whoever goes on as before it is a second one.
    const mark = await greet(one, { instance: 'i', run: 'c' })
    expect(mark).toMatchObject({ generation: 1 })
    expect(await greet(one, clone)).toEqual({ refused: 'another' })
    expect(await shown(id)).toMatchObject({ cloned_at: expect.any(String) })
    const session = mark !== undefined && 'session' in mark ? mark.session : ''
    const ask = async (run: string) =>
      readAs(Answered, (await one.nats.request(subjects.mark(one.place), JSON.stringify({ session, run }))).data)
    expect(await ask('a')).toEqual({ refused: 'another' })
    expect(await ask('c')).toMatchObject({ mark: 7 })
    expect(hub.said).toContain(`clone of ${id}`)
  })

  test('is told when the hub cannot read what it writes', async () => {
    const one = await hub.join('newer')
    expect(await greet(one, { v: 2 })).toEqual({ refused: 'version' })
    expect(await greet(one, { v: 1 })).toMatchObject({ generation: 1 })
  })
})

/** The rules and the whitelist of a hub, which judge what comes to all lines. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../src/client/client.ts'
import { anna, carried, liveOf, placedOf } from '../../src/envelope/test-envelopes.ts'
import { hubRowid } from '../../src/hub/store/ids.ts'
import { greet } from '../../src/hub/store/macs.ts'
import { takeIn } from '../../src/hub/store/take-in.ts'
import { closedAfterAll } from '../harness/closed-after-all.ts'
import { type HubHere, hubHere } from '../harness/hub-here.ts'
import { hasHubServers, type Postgres, postgres } from '../harness/hub-servers.ts'

const ben = '+12025550145'
const group = { guid: 'any;+;chat831', handle: 'chat831', is_group: true, display_name: 'Hiking', addresses: [] }

describe.runIf(hasHubServers)('the rules of a hub', () => {
  let server: Postgres
  let hub: HubHere
  let client: Client
  const shared = closedAfterAll()
  beforeAll(async () => {
    server = await shared(postgres())
    hub = await shared(hubHere(server))
    await hub.ingest.stop()
    for (const [n, name] of ['home', 'office'].entries()) {
      const { place } = await hub.join(name)
      const hello = { instance: 'i', journal: 'j', ledger: 'l', position: 0, reset: false, release: '1' }
      const nowMs = Date.now()
      const mark = await greet(hub.database, { name, nkey: place.nkey, part: 0, hello, nowMs })
      const session = 'session' in mark ? mark.session : ''
      const ts = (minutesAgo: number) => new Date(nowMs - minutesAgo * 60_000).toISOString()
      const envelope = liveOf({
        after: 0,
        events: [{ id: 1, type: 'new_message' }],
        session,
        messages: [
          placedOf({ rowid: 1, text: 'Dinner at home?', ts: ts(30 - n) }),
          placedOf({ rowid: 2, text: 'Dinner, I said', ts: ts(20 - n) }),
          placedOf({ rowid: 3, text: 'Gladly', ts: ts(19 - n), is_from_me: true }),
          {
            ...placedOf({ rowid: 4, text: 'Off to the hills', sender: 'Ben', ts: ts(10 - n) }, ben),
            conversation_guid: group.guid,
          },
        ],
        conversations: [
          carried({ last_message_ts: ts(19 - n) }),
          carried({
            ...group,
            last_message_ts: ts(10 - n),
            participants: [{ handle: ben, name: 'Ben', avatar_url: null }],
          }),
        ],
      })
      const read = { stream: 'UP_0', created: 'c', position: n + 1 }
      const { verdicts } = await takeIn(hub.database, { read, part: 0, arrived: [{ mac: name, envelope }] })
      expect(verdicts).toEqual(['taken'])
    }
    client = (await hub.web()).client
  })

  const found = async (conditions: string) =>
    (await client.test_rule({ conditions, days: 1 })).matches.map(({ rowid }) => rowid)

  test('can be tried on the messages of all lines, or of one', async () => {
    const result = await client.test_rule({ conditions: 'contains:dinner', days: 1 })
    expect(result).toMatchObject({ considered: 6, fired: 4, held_back: 0 })
    expect(result.matches.map(({ rowid }) => rowid)).toEqual([
      hubRowid(2, 2),
      hubRowid(1, 2),
      hubRowid(2, 1),
      hubRowid(1, 1),
    ])
    expect(result.matches[0]).toMatchObject({
      conversation_guid: `2~any;-;${anna}`,
      conversation_name: 'Anna',
      sender: 'Anna',
    })
    expect(await found('contains:dinner AND line:Office')).toEqual([hubRowid(2, 2), hubRowid(2, 1)])
    expect(await found('in:group NOT line:office')).toEqual([hubRowid(1, 4)])
    expect(await found('group:"2~any;+;chat831"')).toEqual([hubRowid(2, 4)])
    expect(await found('from:Anna line:elsewhere')).toEqual([])
  })

  test('are kept by the hub, and compared over the messages that its plugins may have', async () => {
    const action = { type: 'webhook' as const, url: 'http://127.0.0.1:1/' }
    const rule = await client.add_rule({ name: 'Dinner', conditions: 'contains:dinner line:home', action })
    expect(await client.change_rule({ id: rule.id, cooldown_s: 3_600 })).toMatchObject({ cooldown_s: 3_600 })
    expect(await client.list_rules()).toMatchObject([{ id: rule.id, fired_count: 0 }])
    const compared = () => client.compare_rules({ rules: [], limit: 10 })
    expect(await compared()).toMatchObject({ state: 'done', considered: 0, elsewhere: 0 })
    await client.add_to_whitelist({ handle: 'Anna' })
    expect(await compared()).toMatchObject({
      state: 'done',
      considered: 4,
      elsewhere: 1,
      messages: [{ rowid: hubRowid(1, 1) }],
    })
    await client.delete_rule({ id: rule.id })
    expect(await client.list_rules()).toEqual([])
  })

  test('a person is on the whitelist on every line, a group on its own', async () => {
    expect(await client.list_whitelist()).toMatchObject([{ handle: anna, display_name: 'Anna', kind: 'handle' }])
    expect(await client.list_blocked()).toMatchObject([
      { handle: `2~${group.guid}`, display_name: 'Hiking', kind: 'group', reason: 'out_of_scope', messages: 1 },
      { handle: `1~${group.guid}` },
    ])
    await expect(client.add_to_whitelist({ handle: 'Hiking' })).rejects.toMatchObject({
      code: 'invalid_request',
      details: { candidates: [`Hiking <2~${group.guid}>`, `Hiking <1~${group.guid}>`] },
    })
    await expect(client.add_to_whitelist({ handle: 'Nobody whom we know' })).rejects.toMatchObject({
      code: 'invalid_request',
    })
    expect(await client.add_to_whitelist({ handle: `1~${group.guid}` })).toMatchObject({
      added: true,
      display_name: 'Hiking',
    })
    expect(await client.add_to_whitelist({ handle: `1~${group.guid}` })).toMatchObject({ added: false })
    expect((await client.list_blocked()).map(({ handle }) => handle)).toEqual([`2~${group.guid}`])
    expect(await client.remove_from_whitelist({ handle: `1~${group.guid}` })).toMatchObject({ removed: true })
    expect(await client.remove_from_whitelist({ handle: anna })).toMatchObject({ removed: true, addresses: [anna] })
    expect((await client.list_blocked()).map(({ handle }) => handle)).toEqual([
      `2~${group.guid}`,
      `1~${group.guid}`,
      anna,
    ])
    expect(await client.list_whitelist()).toEqual([])
  })
})

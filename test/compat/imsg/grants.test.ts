import { afterAll, beforeAll, expect, test } from 'vitest'
import { chance, seededRandom } from '../../../simulator/random.ts'
import type { GivenGrant } from '../../../src/contract/grant.ts'
import { type BridgeHere, bridgeHere } from '../../harness/bridge-here.ts'
import { anna, ben, type GrantedWorld, grantedWorld } from '../../harness/granted-world.ts'
import { ImsgProcess } from '../../harness/imsg-process.ts'
import { isWhole } from '../../harness/told.ts'
import { until } from '../../harness/until.ts'
import { searchable, type WebHere, webHere } from '../../harness/web-here.ts'

const config = { relay: { scope: 'everyone', poll_interval_s: 0.1 } }
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
const cases = isWhole ? 60 : 4

let bridge: BridgeHere
let web: WebHere
let world: GrantedWorld
let rpc: ImsgProcess
let change: (grant: GivenGrant) => Promise<unknown>

beforeAll(async () => {
  bridge = await bridgeHere({
    config,
    prepare(mac) {
      world = grantedWorld(mac)
    },
  })
  web = await webHere({ over: bridge.mac, config })
  await searchable(web, world.told.length)
  const { id, key } = await web.client.add_key({ label: 'limited', scopes: ['read', 'write'], grant: { since: null } })
  change = (grant) => web.client.change_key({ id, grant })
  rpc = new ImsgProcess(bridge.mac.home, { RELAY_URL: web.url, RELAY_KEY: key })
}, 120_000)

afterAll(async () => {
  await rpc?.[Symbol.asyncDispose]()
  await web?.[Symbol.asyncDispose]()
  await bridge?.[Symbol.asyncDispose]()
})

test(`a limited key reads its part by every method, and nothing else (SEED=${seed})`, async () => {
  const random = seededRandom(seed)
  for (let n = 0; n < cases; n++) {
    const grant = world.randomGrant(random)
    await change(grant)
    const hidden = world.told.filter((one) => !world.isInside(one, grant))
    const shown = world.told.filter((one) => world.isInside(one, grant))
    const asked = (method: string, params: object) => rpc.ask(method, params)
    const after = await asked('messages.after', { since_rowid: 0, limit: 500, include_reactions: true })
    const guids = after.messages.map(({ guid }: { guid: string }) => guid)
    const known = new Set(world.told.map(({ guid }) => guid))
    expect(guids.filter((guid: string) => known.has(guid)).toSorted()).toEqual(shown.map(({ guid }) => guid).toSorted())
    const { chats } = await asked('chats.list', { limit: 100 })
    const answers = [
      after,
      chats,
      await asked('messages.stats', {}),
      await asked('messages.search', { query: 'hello' }),
    ]
    for (const { id } of chats.slice(0, 3)) answers.push(await asked('messages.history', { chat_id: id, limit: 50 }))
    for (const { guid } of hidden.filter(() => chance(random, 0.03)))
      answers.push({ ...(await asked('message.send_status', { guid })), guid: '' })
    const all = JSON.stringify(answers)
    const leaks = [
      ...hidden.flatMap(({ mark, guid, file }) => [mark, guid, file ?? mark]),
      ...(grant.fields?.text ? [] : shown.map(({ mark }) => mark)),
      ...(grant.one_time_codes === 'hide' ? world.told.flatMap(({ code }) => code ?? []) : []),
    ].filter((secret) => new RegExp(`(?<!\\d)${secret}(?!\\d)`).test(all))
    expect([JSON.stringify(grant), leaks]).toEqual([JSON.stringify(grant), []])
  }
})

test('a subscription of a limited key receives only its part', async () => {
  await change({ people: { only: [anna] } })
  await rpc.ask('watch.subscribe', { debounce_ms: 0 })
  bridge.mac.messages.receive({ from: ben, text: 'to nobody' })
  bridge.mac.messages.receive({ from: anna, text: 'heard' })
  const heard = () => rpc.frames.flatMap(({ method, params }) => (method === 'message' ? params.message.text : []))
  await until(() => heard().includes('heard'), {
    withinMs: 60_000,
    describe: () => JSON.stringify(rpc.frames.slice(-4)),
  })
  expect(heard()).toEqual(['heard'])
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { chance, pick, seededRandom } from '../../simulator/random.ts'
import type { GivenGrant } from '../../src/contract/grant.ts'
import { tools } from '../../src/mcp/tools/index.ts'
import {
  anna,
  annaMail,
  ben,
  carla,
  dora,
  type GrantedWorld,
  grantedWorld,
  type Told,
} from '../harness/granted-world.ts'
import { type McpClient, mcpHttpClient } from '../harness/mcp-client.ts'
import { relayedBefore } from '../harness/relayed-before.ts'
import { isWhole, tell } from '../harness/told.ts'
import { searchable, type WebHere, webHere } from '../harness/web-here.ts'

const cases = isWhole ? 60 : 4
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
const handles = [anna, annaMail, ben, carla, dora]

let web: WebHere
let world: GrantedWorld
let mcp: McpClient
let change: (grant: GivenGrant) => Promise<unknown>

beforeAll(async () => {
  web = await webHere({
    config: { integrations: { stats: { enabled: true } }, whitelist: { handles }, send: { per_minute: 1_000 } },
  })
  world = grantedWorld(web.mac)
  relayedBefore(web.mac.home, world.told)
  await searchable(web, world.told.length)
  const { id, key } = await web.client.add_key({
    label: 'limited',
    scopes: ['read', 'write'],
    grant: { sends: { mode: 'never' } },
  })
  change = (grant) => web.client.change_key({ id, grant })
  mcp = await mcpHttpClient(web.url, { key })
})
afterAll(async () => {
  await mcp?.[Symbol.asyncDispose]()
  await web?.[Symbol.asyncDispose]()
})

/** Calls of each tool that may tell of a message; a new tool needs some here. */
const calls: Record<string, (one: Told) => Record<string, unknown>[]> = {
  list_conversations: () => [{}, { unread_only: true }],
  get_messages: ({ of, chat }) => [{ conversation: of }, { conversation: chat }],
  search_messages: ({ mark, code, of }) => [{ query: 'hello' }, { query: code ?? mark }, { query: `in:${of} hello` }],
  get_contact: ({ of }) => [{ query: of }, { query: 'Ben' }],
  list_whitelist: () => [{}],
  list_deliveries: () => [{ limit: 100 }],
  list_starred: () => [{}],
  get_statistics: () => [{}, { range: '30d' }],
  // No message may be sent from here: the grants of this world do not allow it.
  send_message: ({ of }) => [{ to: of, text: 'Hi' }],
  change_scheduled: () => [{ id: 'none', cancel: true }],
}

test('every tool is tried', () => {
  expect(Object.keys(calls).toSorted()).toEqual(tools.map(({ name }) => name).toSorted())
})

test(`no tool reveals what a grant hides (SEED=${seed})`, async (context) => {
  const random = seededRandom(seed)
  for (let n = 0; n < cases; n++) {
    const drawn = world.randomGrant(random)
    const fields = { ...drawn.fields, names: chance(random, 0.7), handles: chance(random, 0.7) }
    const grant = { ...drawn, fields }
    await change(grant)
    const [hidden, shown] = [
      world.told.filter((one) => !world.isInside(one, grant)),
      world.told.filter((one) => world.isInside(one, grant)),
    ]
    const answers: string[] = []
    for (const [name, inputs] of Object.entries(calls))
      for (const given of inputs(pick(random, hidden.length > 0 ? hidden : shown))) {
        const { text, structured } = await mcp.call(name, given)
        const asked = Object.values(given).map(String)
        // An answer may repeat what was asked for.
        answers.push(asked.reduce((left, one) => left.replaceAll(one, ''), `${text}\n${JSON.stringify(structured)}`))
      }
    const all = answers.join('\n')
    const leaks = [
      ...hidden.flatMap(({ mark, guid, file }) => [mark, guid, file ?? mark]),
      ...(fields.text ? [] : shown.map(({ mark }) => mark)),
      ...(fields.attachments ? [] : world.told.flatMap(({ file }) => file ?? [])),
      ...(fields.names ? [] : ['Berg', 'Hidden', '"Both"', '"Others"']),
      ...(fields.handles ? [] : handles),
      ...(grant.one_time_codes === 'hide' ? world.told.flatMap(({ code }) => code ?? []) : []),
    ].filter((secret) => all.includes(secret))
    expect([JSON.stringify(grant), leaks]).toEqual([JSON.stringify(grant), []])
    const { structured } = await mcp.call('get_statistics', { range: 'all' })
    expect(structured.received_total).toBe(shown.length)
  }
  tell(context, { grants: cases })
})

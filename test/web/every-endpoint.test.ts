import { FormatRegistry } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { httpRequestOf } from '../../src/client/request.ts'
import type { Endpoint } from '../../src/contract/endpoint.ts'
import { type EndpointName, type Endpoints, endpoints } from '../../src/contract/endpoints.ts'
import { openApi } from '../../src/contract/openapi.ts'
import { type Scope, scopes } from '../../src/contract/scopes.ts'
import { type BridgeHere, bridgeHere } from '../harness/bridge-here.ts'
import { type Ask, askerOf, type Examples, examplesWith } from '../harness/endpoint-examples.ts'
import { keyWith, signIn, type WebHere, webHere } from '../harness/web-here.ts'

FormatRegistry.Set('date-time', (text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text))

const rows = Object.entries(endpoints) as [EndpointName, Endpoint][]
const guarded = rows.filter(([, { scope }]) => scope !== 'open')

let bridge: BridgeHere
let web: WebHere
let browser: Record<string, string>
let keys: Record<'all' | 'limited' | Scope, string>
let ask: Ask
let examples: Examples

beforeAll(async () => {
  bridge = await bridgeHere()
  const { mac } = bridge
  mac.messages.receive({ from: '+12025550123', text: 'Hello' })
  await bridge.receives('Hello')
  web = await webHere({ over: mac })
  browser = await signIn(web)
  const without = (left: Scope) =>
    keyWith(
      web,
      browser,
      scopes.filter((scope) => scope !== left),
    )
  keys = {
    all: await keyWith(web, browser),
    read: await without('read'),
    write: await without('write'),
    admin: await without('admin'),
    limited: await keyWith(web, browser, ['read', 'write'], { people: { only: [] } }),
  }
  ask = askerOf(web.url)
  examples = await examplesWith(ask, withKey(keys.all))
})

afterAll(async () => {
  await web?.[Symbol.asyncDispose]()
  await bridge?.[Symbol.asyncDispose]()
})

const withKey = (key: string) => ({ authorization: `Bearer ${key}` })

describe.each(guarded)('%s', (name, endpoint) => {
  test('requires credentials', async () => {
    const { status, json, headers } = await ask(endpoint, { input: await examples[name]() })
    if (endpoint.returns.as === 'page' && !endpoint.path.startsWith('/api')) {
      expect([status, headers.get('location')]).toEqual([303, '/login?next=%2Fapp%2F'])
    } else {
      expect([status, json().error.code]).toEqual([401, 'unauthenticated'])
    }
  })

  test('refuses a key without its scope', async () => {
    const headers = withKey(keys[endpoint.scope as Scope])
    const { status, text } = await ask(endpoint, { input: await examples[name](), headers })
    expect([status, text]).toEqual([403, expect.stringContaining(endpoint.scope)])
  })
})

/** Rows of `read` and `write` that are closed to keys with a grant; one that is not decided here does not compile. */
type Closed = {
  [K in EndpointName]: Endpoints[K]['limited'] extends 'refused'
    ? Endpoints[K]['scope'] extends 'admin'
      ? never
      : K
    : never
}[EndpointName]

const everybody = 'It counts what everybody writes, and no part of it belongs to some people.'
const ownersChoice = 'It is what the owner has set up for everybody, and names people whom a grant may hide.'
const ownersMac = 'It is about this Mac and its plugins, and of no use to a program that reads and writes messages.'
const ownersBrowsers = 'Notifications go to the owner’s browsers and tell of everybody.'
const wholeFrames = 'A plugin on the page sees what its tier does, whoever looks.'

/** The reason why an endpoint has no part for a limited key. grants.test.ts covers the endpoints that have one. */
const closedToLimited: Record<Closed, string> = {
  heartbeat: everybody,
  overview: everybody,
  list_alerts: ownersMac,
  setup_checks: ownersMac,
  health_report: ownersMac,
  list_macs: 'It is about the Macs of a hub and whoever runs them.',
  hub_metrics: 'It is about the Macs of a hub and whoever runs them.',
  list_plugins: ownersMac,
  list_people: ownersChoice,
  list_blocked: `${ownersChoice} Whom the owner has not decided about is counted with all messages.`,
  list_rules: ownersChoice,
  test_rule: 'It searches all that was written, by the words of a rule.',
  compare_rules: 'It searches all that was written, by the words of rules.',
  push_key: ownersBrowsers,
  list_push_subscriptions: ownersBrowsers,
  add_push_subscription: ownersBrowsers,
  change_push_subscription: ownersBrowsers,
  remove_push_subscription: ownersBrowsers,
  test_push_subscription: ownersBrowsers,
  plugin_slots: wholeFrames,
  plugin_conversation: wholeFrames,
  plugin_call: wholeFrames,
  plugin_send_file: wholeFrames,
  plugin_failed: wholeFrames,
  open_plugin_frame: wholeFrames,
}

test.each(Object.entries(closedToLimited) as [Closed, string][])(
  '%s refuses a key with a grant: %s',
  async (name, reason) => {
    const { status, text } = await ask(endpoints[name], {
      input: await examples[name](),
      headers: withKey(keys.limited),
    })
    expect([status, text, reason]).toEqual([403, expect.stringContaining('a key without a grant'), expect.any(String)])
  },
)

test('endpoints that administer are closed to keys with a grant, which cannot have that scope', async () => {
  const admin = guarded.filter(([, { scope }]) => scope === 'admin')
  expect(admin.filter(([, { limited }]) => limited !== 'refused').map(([name]) => name)).toEqual([])
  const { status } = await ask(endpoints.add_key, {
    input: { label: 'both', scopes: ['read', 'admin'], grant: { people: { only: [] } } },
    headers: withKey(keys.all),
  })
  expect(status).toBe(400)
})

/** Leaves out the addresses of the page, whose paths only the page's own router interprets. */
const strict = rows.filter(([name]) => name !== 'app' && name !== 'app_home')

test.each(strict)('%s names the position of a fault', async (name, endpoint) => {
  const { method, path } = httpRequestOf(endpoint, (await examples[name]()) as Record<string, unknown>)
  const url = new URL(path.replace('*', ''), web.url)
  url.searchParams.set('surely_unknown', '1')
  const headers = { ...withKey(keys.all), 'content-type': 'application/json' }
  const response = await fetch(url, { method, headers, ...(method !== 'GET' && { body: '{}' }) })
  const text = await response.text()
  expect(response.status).toBe(400)
  expect(text).toContain('surely_unknown')
})

/** Endpoints with another status here, and the reason. */
const otherwise: Partial<Record<EndpointName, number>> = {
  // A password is set.
  setup: 410,
  // This process cannot install anything, and the webhook was not installed.
  install_plugin: 409,
  upload_plugin: 409,
  remove_plugin: 409,
  // This is no hub.
  list_macs: 409,
  add_mac: 409,
  change_mac: 409,
  revoke_mac: 409,
  new_mac_code: 409,
  hub_metrics: 409,
  join_hub: 409,
  change_line: 409,
  // No launch agent is loaded.
  restart_process: 409,
  // No message is held.
  release_held: 404,
  refuse_held: 404,
  // This small world contains nothing of the kind.
  get_attachment: 404,
  contact_avatar: 404,
  theme_asset: 404,
  login_assets: 404,
  reference_assets: 404,
  // No plugin here has a slot on the page.
  plugin_conversation: 404,
  plugin_call: 404,
  plugin_failed: 404,
  plugin_send_file: 404,
  open_plugin_frame: 404,
  plugin_frame: 404,
  // Contacts is empty here.
  separate_person: 404,
  join_person: 404,
  // Nothing was relayed here.
  get_delivery: 404,
  retry_delivery: 404,
  skip_delivery: 404,
  send_delivery_again: 404,
  // The webhook is off.
  test_plugin: 409,
  // They redirect, the last one signed-in users.
  home: 302,
  app_home: 302,
  login_page: 303,
  // Messages is not operated unless the user enables it.
  change_tapback: 409,
  edit_message: 409,
  unsend_message: 409,
  // There is no private helper unless the user sets one.
  set_typing: 409,
}
/** These calls end the session of the browser. */
const last: EndpointName[] = ['change_password', 'end_session']
const byKey = rows.filter(([name]) => !last.includes(name)).concat(rows.filter(([name]) => last.includes(name)))

test.each(byKey)('%s responds as declared, and is described', async (name, endpoint) => {
  const headers = name === 'change_password' ? browser : withKey(keys.all)
  const { status, text, json } = await ask(endpoint, { input: await examples[name](), headers })
  const { returns } = endpoint
  const declared = otherwise[name] ?? (returns.as === 'json' ? returns.status : returns.as === 'nothing' ? 204 : 200)
  expect([status, status === declared ? '' : text]).toEqual([declared, ''])
  if (returns.as === 'json' && status === returns.status) expect([...Value.Errors(returns.schema, json())]).toEqual([])
  const { paths } = openApi('1') as { paths: Record<string, Record<string, { responses: object }>> }
  const described = paths[endpoint.path.replace('*', '{rest}')]?.[endpoint.method.toLowerCase()]
  expect(Object.keys(described?.responses ?? {})).toContain(String(status))
})

import { FormatRegistry } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { questionOf } from '../../src/client/question.ts'
import type { Endpoint } from '../../src/contract/endpoint.ts'
import { type EndpointName, endpoints } from '../../src/contract/endpoints.ts'
import { openApi } from '../../src/contract/openapi.ts'
import { type Scope, scopes } from '../../src/contract/scopes.ts'
import { type BridgeHere, bridgeHere } from '../harness/bridge-here.ts'
import { keyWith, password, signIn, type WebHere, webHere } from '../harness/web-here.ts'

FormatRegistry.Set('date-time', (text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text))

const rows = Object.entries(endpoints) as [EndpointName, Endpoint][]
const guarded = rows.filter(([, { scope }]) => scope !== 'open')

let bridge: BridgeHere
let web: WebHere
let browser: Record<string, string>
let keys: Record<'all' | Scope, string>
/** Something that there is, for every row. */
let examples: Record<EndpointName, () => object | Promise<object>>

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
  }
  examples = await examplesOf()
}, 60_000)

afterAll(async () => {
  await web?.[Symbol.asyncDispose]()
  await bridge?.[Symbol.asyncDispose]()
})

async function ask(
  endpoint: Endpoint,
  { input = {}, headers = {} }: { input?: object; headers?: Record<string, string> },
) {
  const { method, path, headers: own, body } = questionOf(endpoint, input as Record<string, unknown>)
  const ending = new AbortController()
  const response = await fetch(new URL(path.replace('*', ''), web.url), {
    method,
    headers: { ...own, ...headers },
    ...(method !== 'GET' && { body: body ?? null }),
    redirect: 'manual',
    signal: ending.signal,
  })
  // A stream has no end.
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
  const text = isStream ? '' : await response.text()
  if (isStream) ending.abort()
  return { status: response.status, text, json: () => JSON.parse(text), headers: response.headers }
}

const withKey = (key: string) => ({ authorization: `Bearer ${key}` })

async function examplesOf(): Promise<typeof examples> {
  const as = async (name: EndpointName, input: object = {}) =>
    (await ask(endpoints[name], { input, headers: withKey(keys.all) })).json()
  const [{ guid }] = await as('list_conversations')
  const [{ rowid }] = await as('list_messages', { guid })
  const sent = await as('send', { handle: '+12025550123', text: 'Hello' })
  const newRule = { name: 'n', conditions: 'from:Anna', action: { type: 'auto_reply' as const, body: 'b' } }
  const rule = async () => ({ id: (await as('add_rule', newRule)).id as string })
  const nothing = () => ({})
  const webhook = () => ({ name: 'webhook' })
  return {
    ...{ home: nothing, app: nothing, setup_page: nothing, login_page: nothing, logout: nothing, health: nothing },
    ...{ login_assets: nothing, reference_assets: nothing, heartbeat: nothing, version: nothing, events: nothing },
    ...{ list_conversations: nothing, search_status: nothing, list_contacts: nothing, capabilities: nothing },
    ...{
      get_settings: nothing,
      settings_schema: nothing,
      list_whitelist: nothing,
      list_blocked: nothing,
      list_plugins: nothing,
      list_rules: nothing,
      list_keys: nothing,
    },
    ...{ list_sessions: nothing, logs: nothing, log_history: nothing, statistics: nothing, themes: nothing },
    ...{ page_session: nothing, setup_checks: nothing, plugin_slots: nothing, openapi: nothing, reference: nothing },
    setup: () => ({ token: 'x', password }),
    login: () => ({ password }),
    change_password: () => ({ current: password, password }),
    get_conversation: () => ({ guid }),
    list_messages: () => ({ guid }),
    mark_read: () => ({ guid, rowid }),
    message_trace: () => ({ rowid }),
    search: () => ({ q: 'hello' }),
    get_attachment: () => ({ id: 'none' }),
    contact_avatar: () => ({ handle: '+12025550199' }),
    change_settings: () => ({ log: { level: 'debug' } }),
    add_to_whitelist: () => ({ handle: '+12025550123' }),
    remove_from_whitelist: () => ({ handle: '+12025550123' }),
    ...{ enable_plugin: webhook, disable_plugin: webhook },
    ...{ list_dead: webhook, retry_dead: webhook, drop_dead: webhook },
    ...{ open_plugin_frame: webhook, plugin_frame: nothing, plugin_assets: nothing },
    plugin_conversation: () => ({ name: 'webhook', guid }),
    plugin_call: () => ({ name: 'webhook', method: 'get_settings', args: {} }),
    plugin_failed: () => ({ name: 'webhook', slot: 'sidebar.panel', kind: 'crashed' }),
    trust_plugin: () => ({ name: 'webhook', trust: 'framed' }),
    plugin_send_file: () => ({ name: 'webhook', conversation_id: 'x', file: new File(['the plan'], 'plan.pdf') }),
    add_rule: () => newRule,
    test_rule: () => ({ conditions: 'from:Anna', days: 30 }),
    change_rule: async () => ({ ...(await rule()), name: 'other' }),
    delete_rule: rule,
    add_key: () => ({ label: 'l', scopes: ['read'] }),
    revoke_key: async () => ({ id: (await as('add_key', { label: 'l', scopes: ['read'] })).id }),
    change_key: async () => ({ id: (await as('add_key', { label: 'l', scopes: ['read'] })).id, label: 'm' }),
    restore_key: async () => {
      const { id } = await as('add_key', { label: 'l', scopes: ['read'] })
      await ask(endpoints.revoke_key, { input: { id }, headers: withKey(keys.all) })
      return { id }
    },
    end_session: async () => ({ id: (await as('list_sessions'))[0].id }),
    theme_details: () => ({ name: 'dark' }),
    setup_progress: () => ({ step: 'you' }),
    open_pane: () => ({ pane: 'automation' }),
    restart_process: () => ({ process: 'bridge' }),
    ...{ reveal_program: nothing, health_report: nothing },
    import_theme: () => ({ name: 'Ocean', colors: { background: '#001020' } }),
    remove_theme: async () => ({
      name: (await as('import_theme', { name: 'Ocean', colors: { background: '#001020' } })).theme.name,
    }),
    theme_stylesheet: nothing,
    theme_asset: () => ({ name: 'none' }),
    send: () => ({ handle: '+12025550123', text: 'Hello' }),
    send_to_chat: () => ({ guid, text: 'Hello' }),
    send_file: () => ({ handle: '+12025550123', file: new File(['the plan'], 'plan.pdf') }),
    list_sends: nothing,
    get_send: () => ({ id: sent.id }),
    change_tapback: () => ({ rowid, emoji: '👍' }),
    edit_message: () => ({ rowid, text: 'Hello' }),
    unsend_message: () => ({ rowid }),
  }
}

describe.each(guarded)('%s', (name, endpoint) => {
  test('asks who is there', async () => {
    const { status, json, headers } = await ask(endpoint, { input: await examples[name]() })
    if (endpoint.returns.as === 'page' && !endpoint.path.startsWith('/api')) {
      expect([status, headers.get('location')]).toEqual([303, '/login?next=%2Fapp%2F'])
    } else {
      expect([status, json().error.code]).toEqual([401, 'unauthenticated'])
    }
  })

  test('is closed to a key without its scope', async () => {
    const headers = withKey(keys[endpoint.scope as Scope])
    const { status, text } = await ask(endpoint, { input: await examples[name](), headers })
    expect([status, text]).toEqual([403, expect.stringContaining(endpoint.scope)])
  })
})

/** What stands behind the address of the page is for the page alone to read. */
const strict = rows.filter(([name]) => name !== 'app')

test.each(strict)('%s names the place of a fault', async (name, endpoint) => {
  const { method, path } = questionOf(endpoint, (await examples[name]()) as Record<string, unknown>)
  const url = new URL(path.replace('*', ''), web.url)
  url.searchParams.set('surely_unknown', '1')
  const headers = { ...withKey(keys.all), 'content-type': 'application/json' }
  const response = await fetch(url, { method, headers, ...(method !== 'GET' && { body: '{}' }) })
  const text = await response.text()
  expect(response.status).toBe(400)
  expect(text).toContain('surely_unknown')
})

/** What is known to answer otherwise here, and why. */
const otherwise: Partial<Record<EndpointName, number>> = {
  // A password is set.
  setup: 410,
  // No launch agent is loaded.
  restart_process: 409,
  // Nothing of the kind in this small world.
  ...{ get_attachment: 404, contact_avatar: 404, theme_asset: 404, login_assets: 404, reference_assets: 404 },
  // No plugin here has a place on the page.
  ...{ plugin_conversation: 404, plugin_call: 404, plugin_failed: 404, trust_plugin: 404, plugin_send_file: 404 },
  ...{ open_plugin_frame: 404, plugin_frame: 404, plugin_assets: 404 },
  // They lead on, the second whoever is signed in.
  ...{ home: 302, login_page: 303 },
  // Messages is not operated unless it is asked for.
  ...{ change_tapback: 409, edit_message: 409, unsend_message: 409 },
}
/** These end the session of the browser. */
const last: EndpointName[] = ['change_password', 'end_session']
const byKey = rows.filter(([name]) => !last.includes(name)).concat(rows.filter(([name]) => last.includes(name)))

test.each(byKey)('%s answers as declared, and is described', async (name, endpoint) => {
  const headers = name === 'change_password' ? browser : withKey(keys.all)
  const { status, text, json } = await ask(endpoint, { input: await examples[name](), headers })
  const { returns } = endpoint
  const declared = otherwise[name] ?? (returns.as === 'json' ? returns.status : returns.as === 'nothing' ? 204 : 200)
  expect([status, status === declared ? '' : text]).toEqual([declared, ''])
  if (returns.as === 'json' && status === returns.status) expect([...Value.Errors(returns.schema, json())]).toEqual([])
  const { paths } = openApi('1') as { paths: Record<string, Record<string, { responses: object }>> }
  const described = paths[endpoint.path.replace('*', '{rest}')]?.[endpoint.method.toLowerCase()]
  if (status !== 302 && status !== 303) expect(Object.keys(described?.responses ?? {})).toContain(String(status))
})

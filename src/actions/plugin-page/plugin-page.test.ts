import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { ConversationKey } from '../../contract/ids.ts'
import type { Message } from '../../contract/message.ts'
import type { PluginSlot } from '../../contract/plugin-page.ts'
import { knownConversations } from '../../store/plugin-pages/known-conversations.ts'
import { pageFolders } from '../../store/plugin-pages/page-files.ts'
import { pageStorage } from '../../store/plugin-pages/page-storage.ts'
import type { PluginPagesService } from '../services.ts'
import { testSending } from '../test-sending.ts'
import { conversationOf, historyOf, nowMs, request, testServices } from '../test-services.ts'
import { callLimits } from './call-limits.ts'
import { pluginCall } from './plugin-call.ts'
import { pluginConversation } from './plugin-conversation.ts'
import { pluginFailed } from './plugin-failed.ts'
import { pluginSendFile } from './plugin-send-file.ts'
import { pluginSlots } from './plugin-slots.ts'

const anna = '+12025550123'
const guid = `any;-;${anna}`
const schema = {
  type: 'object',
  properties: {
    tone: { type: 'string', enum: ['kind', 'dry'] },
    server: { type: 'string' },
    hook: { type: 'string', format: 'uri' },
    token: { type: 'string', writeOnly: true },
  },
}
const message = {
  rowid: 7,
  text: 'Hello',
  sender: 'Anna',
  handle: anna,
  is_from_me: false,
  ts: '2026-01-01T00:00:00.000Z',
} as Message
const servicesOf = testServices(onTestFinished)

interface Given {
  tier?: string
  permissions?: string[]
  config?: object
  isEnabled?: boolean
  core?: string
}

function pageWith({ tier = 'official', permissions = [], config = {}, isEnabled = true, core }: Given = {}) {
  const { sending, orders } = testSending()
  const place = { address: anna, chatGuid: guid, category: 'known' } as const
  const placed = { message, conversation: `dm:${anna}` as ConversationKey, conversation_guid: guid, ...place }
  const history = historyOf([conversationOf(guid, { display_name: 'Anna' })], {
    placed: ([rowid]) => (rowid === 7 ? [{ ...placed, conversation_name: 'Anna', sentAtMs: 0 }] : []),
    conversationKey: (wanted) => (wanted === guid ? (`dm:${anna}` as ConversationKey) : undefined),
  })
  const pluginPages = {} as PluginPagesService
  const contacts = { nameOf: () => undefined } as never
  const made = servicesOf(
    { sending, history, contacts, pluginPages },
    {
      integrations: {
        probe: { enabled: isEnabled, tone: 'kind', token: 's3cret' },
        [core ?? 'none']: { enabled: true },
      },
      ...config,
    },
  )
  const folder = join(made.dir.base, 'integrations', 'probe')
  mkdirSync(join(folder, 'page'), { recursive: true })
  writeFileSync(join(folder, 'page', 'index.js'), 'export {}')
  Object.assign(pluginPages, {
    files: pageFolders(),
    storage: pageStorage(made.dir.pagesDir),
    conversations: knownConversations(Buffer.alloc(32, 1)),
    limits: callLimits(() => nowMs),
  })
  const page = { entry: 'page/index.js', slots: ['sidebar.panel', 'message.toolbar'], permissions }
  const page_files = { ...page, min_height: { 'sidebar.panel': 80 }, folder }
  const manifest = { display_name: 'Probe', settings_schema: schema, page_files }
  const row = { name: 'probe', tier, status: 'running', lastError: null, manifest }
  made.bridgeNotes.put(row, 0)
  if (core !== undefined) made.bridgeNotes.put({ ...row, name: core, tier: 'core', manifest: {} as never }, 0)
  const call = (
    method: Parameters<typeof pluginCall>[0]['method'],
    args: object = {},
    scopes = request.caller.scopes,
  ) =>
    Promise.resolve(
      pluginCall({ name: 'probe', method, args: args as Record<string, unknown> }, made.services, {
        ...request,
        caller: { ...request.caller, scopes },
      }),
    ).then(({ value }) => value)
  return { ...made, folder, orders, call }
}

const everyone = { relay: { scope: 'everyone' } }
const refusedWith = (code: string) => expect.objectContaining({ code })

it('has its slots on the page while it is enabled, with a version of its files', () => {
  const { services, folder } = pageWith()
  const slots = () => pluginSlots({}, services, request) as PluginSlot[]
  const [panel, toolbar] = slots()
  expect(panel).toEqual({
    plugin: 'probe',
    slot: 'sidebar.panel',
    entry: 'index.js',
    title: 'Probe',
    tier: 'official',
    permissions: [],
    min_height: 80,
    version: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  expect(toolbar).toMatchObject({ slot: 'message.toolbar', min_height: 0 })
  writeFileSync(join(folder, 'page', 'index.js'), 'export const changed = 1')
  expect(slots()[0]?.version).not.toBe(panel?.version)
  expect(pluginSlots({}, pageWith({ isEnabled: false }).services, request)).toEqual([])
})

it('shows a message without its handle, under the id that the plugin’s own process knows', async () => {
  const { call, services } = pageWith({ permissions: ['message.read'], config: everyone })
  const shown = await call('get_message', { rowid: 7 })
  expect(shown).toMatchObject({ sender: 'Anna', text: 'Hello', is_from_me: false, is_group: false })
  expect(JSON.stringify(shown)).not.toContain('2025550123')
  const told = await pluginConversation({ name: 'probe', guid: guid as never }, services, request)
  expect(shown).toMatchObject(told)
})

it.each([
  ['of whom nothing is relayed', { permissions: ['message.read'] }, 'message_not_found'],
  ['without the permission', { config: everyone }, 'tier_violation'],
  ['to the tier notify', { tier: 'notify', permissions: ['message.read'], config: everyone }, 'tier_violation'],
  ['that is filtered before', { permissions: ['message.read'], config: {}, core: 'content_filter' }, 'unsupported'],
])('shows no message %s', async (_, given, code) => {
  await expect(pageWith(given).call('get_message', { rowid: 7 })).rejects.toEqual(refusedWith(code))
})

it('sends under its own name, into a conversation whose id it was given', async () => {
  const { call, services, orders, audited } = pageWith({ permissions: ['message.send'] })
  const order = { conversation_id: '00000000-0000-8000-8000-000000000000', text: 'Hi', key: 'k' }
  await expect(call('send_text', order)).rejects.toEqual(refusedWith('conversation_not_found'))
  const { conversation_id } = await pluginConversation({ name: 'probe', guid: guid as never }, services, request)
  expect(await call('send_text', { ...order, conversation_id })).toEqual({
    send_id: 'one',
    state: 'landed',
    error_code: null,
  })
  expect(orders).toEqual([{ to: { guid }, text: 'Hi', by: 'plugin:probe', idempotencyKey: 'plugin:probe:k' }])
  expect(audited()).toMatchObject([{ action: 'sent', principal: 'plugin:probe' }])
})

it('sends a file by the same rules', async () => {
  const file = { path: '/uploads/1', name: 'plan.pdf', sha256: 'ab' }
  const { services, orders } = pageWith({ permissions: ['message.send'] })
  const send = (conversation_id: string, to = services) =>
    Promise.resolve().then(() => pluginSendFile({ name: 'probe', conversation_id }, to, { ...request, file }))
  await expect(send('x')).rejects.toEqual(refusedWith('conversation_not_found'))
  await expect(send('x', pageWith().services)).rejects.toEqual(refusedWith('tier_violation'))
  const { conversation_id } = await pluginConversation({ name: 'probe', guid: guid as never }, services, request)
  expect(await send(conversation_id)).toMatchObject({ state: 'landed' })
  expect(orders).toEqual([{ to: { guid }, file, by: 'plugin:probe' }])
})

it('does not send for a caller with read access only, nor above its rate limit', async () => {
  const { call, services } = pageWith({ permissions: ['message.send'] })
  const { conversation_id } = await pluginConversation({ name: 'probe', guid: guid as never }, services, request)
  const order = { conversation_id, text: 'Hi' }
  await expect(call('send_text', order, ['read'])).rejects.toEqual(refusedWith('forbidden'))
  for (let n = 0; n < 20; n++) await call('send_text', order)
  await expect(call('send_text', order)).rejects.toEqual(refusedWith('rate_limited'))
})

it('reads its settings without secrets, and cannot change those that open the network', async () => {
  const { call, services } = pageWith()
  expect(await call('get_settings')).toEqual({ tone: 'kind', token: { set: true } })
  await call('change_settings', { change: { tone: 'dry' } })
  expect(services.settings.current().integrations.probe).toMatchObject({ enabled: true, tone: 'dry' })
  for (const change of [
    { tone: 'loud' },
    { hook: 'http://evil.example' },
    { server: 'evil.example' },
    { token: 't' },
    { enabled: false },
  ])
    await expect(call('change_settings', { change })).rejects.toEqual(refusedWith('invalid_request'))
  expect(services.settings.current().integrations.probe).toEqual({ enabled: true, tone: 'dry', token: 's3cret' })
})

it('stores up to 64 KB of its own data', async () => {
  const { call, dir } = pageWith()
  expect(await call('get_kept', { key: 'a' })).toBeNull()
  await call('keep', { key: 'a', value: { n: 1 } })
  expect(await call('get_kept', { key: 'a' })).toEqual({ n: 1 })
  await expect(call('keep', { key: 'b', value: 'x'.repeat(70_000) })).rejects.toEqual(refusedWith('too_large'))
  await call('keep', { key: 'a', value: null })
  expect(readFileSync(join(dir.pagesDir, 'probe.json'), 'utf8')).toBe('{}\n')
})

it('logs under its own name, including its failures', async () => {
  const lines: string[] = []
  const log = { as: (source: string) => ({ error: (msg: string) => lines.push(`${source} ${msg}`), info() {} }) }
  const { services } = pageWith()
  const failure = { name: 'probe', slot: 'message.toolbar', kind: 'boot_timeout' } as const
  pluginFailed(failure, { ...services, log: log as never }, request)
  expect(lines).toEqual(['probe on the page, in message.toolbar: boot timeout'])
})

it('refuses arguments of the wrong shape, and a plugin without a slot', async () => {
  const { call, services } = pageWith({ permissions: ['message.read'] })
  await expect(call('get_message', { rowid: 'x' })).rejects.toEqual(refusedWith('invalid_request'))
  const other = { name: 'other', method: 'get_settings', args: {} } as const
  await expect(Promise.resolve(pluginCall(other, services, request))).rejects.toEqual(refusedWith('plugin_not_found'))
})

import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { afterEach, expect, it } from 'vitest'
import type { InboundNotice, PluginContext } from '../../plugin-api/index.ts'
import { type TestHost, testHost, until } from '../../plugins/test-host.ts'
import Ntfy from './index.ts'

const notice: InboundNotice = {
  delivery_id: '7d4f8a52-7f0f-8f00-8000-000000000001',
  attempt: 1,
  conversation_id: '7d4f8a52-7f0f-8f00-8000-000000000002',
  sender: 'Anna 🦊',
  is_group: false,
  group_name: null,
  ts: '2026-01-02T03:04:05.000Z',
  kind: 'text',
  has_attachments: false,
}

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

interface Fault {
  status: number
  code?: number
  headers?: Record<string, string>
}
interface Access {
  authorization?: string
}
type Published = Record<string, unknown>

/** A server that accepts exactly what ntfy's documentation of publishing describes. */
async function ntfyServer({ authorization }: Access = {}, faults: (Fault | 'silence')[] = []) {
  const published = new Map<string, Published>()
  const requests: IncomingMessage['headers'][] = []
  const server = createServer(async (request, response) => {
    const body = await text(request)
    requests.push(request.headers)
    const answer = (status: number, content: object, headers = {}) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(content))
    const fault = faults.shift()
    if (fault === 'silence') return
    if (fault) {
      const { status, code = status * 100 + 1, headers } = fault
      answer(status, { code, http: status, error: 'not this time', link: 'https://ntfy.sh/docs/' }, headers)
    } else if (authorization !== undefined && request.headers.authorization !== authorization)
      answer(401, { code: 40_101, http: 401, error: 'unauthorized' })
    else if (request.method !== 'POST' || request.url !== '/')
      answer(404, { code: 40_401, http: 404, error: 'page not found' })
    else {
      const message = JSON.parse(body) as Published
      const problem = problemOf(message)
      if (problem) answer(400, { code: 40_000, http: 400, error: problem })
      else {
        published.set(String(message.sequence_id), message)
        answer(200, { id: 'hwQ2YpKdmg', time: 1, expires: 2, event: 'message', ...message })
      }
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    server.close()
    server.closeAllConnections()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, published, requests, of: () => [...published.values()] }
}

const isLine = (most: number) => (value: unknown) =>
  typeof value === 'string' && value !== '' && Buffer.byteLength(value) <= most
const isId = (value: unknown) => typeof value === 'string' && /^[-_A-Za-z0-9]{1,64}$/.test(value)
const fields: Record<string, (value: unknown) => boolean> = {
  topic: isId,
  sequence_id: isId,
  title: isLine(1_024),
  message: isLine(4_096),
  priority: (value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 5,
  tags: (value) => Array.isArray(value) && value.every((tag) => typeof tag === 'string'),
  click: (value) => typeof value === 'string' && URL.canParse(value),
  actions: (value) => Array.isArray(value) && value.length <= 3 && value.every(isViewAction),
}
/** The other kinds of action would do something, for whoever knows the topic. */
const isViewAction = ({ action, label, url, clear }: Record<string, unknown>) =>
  action === 'view' && isLine(100)(label) && URL.canParse(String(url)) && typeof clear === 'boolean'

const problemOf = (message: Published): string | undefined =>
  'topic' in message ? Object.keys(message).find((name) => !fields[name]?.(message[name])) : 'topic'

const defaults = Object.fromEntries(
  Object.entries(Ntfy.SETTINGS_SCHEMA.properties).flatMap(([name, property]) =>
    'default' in property ? [[name, property.default]] : [],
  ),
)

async function ntfy(settings: Record<string, unknown>) {
  const plugin = new Ntfy()
  await plugin.start({ plugin_config: { ...defaults, topic: 'mine', ...settings } } as unknown as PluginContext)
  closing.push(() => plugin.stop())
  return (part: Partial<InboundNotice> = {}, signal = new AbortController().signal) =>
    plugin.on_inbound({ ...notice, ...part }, { signal, progress() {} })
}

async function refusal(fault: Fault | 'silence', settings: Record<string, unknown> = {}) {
  const { url } = await ntfyServer({}, [fault])
  const push = await ntfy({ server: url, ...settings })
  const error = await push().then(
    () => expect.fail('it was taken'),
    (thrown: Error & { retryAfterS?: number | null }) => thrown,
  )
  return { reason: error.message, waitS: error.retryAfterS }
}

it('pushes the sender, the group, and that there is an attachment', async () => {
  const server = await ntfyServer()
  const push = await ntfy({ server: server.url, priority: 4, tags: ['bell', 'family'] })
  await push({ is_group: true, group_name: 'Hiking\nclub', has_attachments: true })
  expect(server.of()).toEqual([
    {
      topic: 'mine',
      title: 'Anna 🦊',
      message: 'New message with attachment in Hiking club',
      priority: 4,
      tags: ['bell', 'family'],
      sequence_id: notice.delivery_id,
    },
  ])
})

it('names nobody when names are hidden', async () => {
  const server = await ntfyServer()
  const push = await ntfy({ server: server.url, show_names: false })
  await push({ is_group: true, group_name: 'Hiking' })
  expect(server.of()[0]).toMatchObject({ title: 'Messages', message: 'New message' })
})

it('a message that waits comes with buttons, which open it on the page and do nothing else', async () => {
  const server = await ntfyServer()
  const decide = { send: 'app/messages?waiting=7&decide=send', refuse: 'app/messages?waiting=7&decide=refuse' }
  const asks = { sender: 'Drafts asks to write to Anna', decide }
  await (await ntfy({ server: server.url, page_url: 'https://mac.example' }))(asks)
  const [send, refuse] = [`https://mac.example/${decide.send}`, `https://mac.example/${decide.refuse}`]
  expect(server.of()[0]).toMatchObject({
    title: 'Drafts asks to write to Anna',
    message: 'Waiting for you. Send or refuse it on the page.',
    click: send,
    actions: [
      { action: 'view', label: 'Send', url: send, clear: true },
      { action: 'view', label: 'No', url: refuse, clear: true },
    ],
  })
  await (await ntfy({ server: server.url, show_names: false }))({ ...asks, delivery_id: 'another' })
  expect(server.of()[1]).toMatchObject({
    title: 'Messages',
    message: 'Waiting for you. Send or refuse it on the page.',
  })
  expect(server.of()[1]).not.toHaveProperty('actions')
})

it.each([
  ['http://mac.local:8723', 'http://mac.local:8723/app/'],
  ['https://home.example.com/relay/', 'https://home.example.com/relay/app/'],
])('a tap opens the page at %s', async (page_url, click) => {
  const server = await ntfyServer()
  const push = await ntfy({ server: server.url, page_url })
  await push()
  expect(server.of()[0]?.click).toBe(click)
})

it('a repeat replaces the notification that is already shown', async () => {
  const server = await ntfyServer()
  const push = await ntfy({ server: `${server.url}/` })
  await push()
  await push({ attempt: 2 })
  expect(server.requests).toHaveLength(2)
  expect(server.published.size).toBe(1)
})

it('truncates a very long name', async () => {
  const server = await ntfyServer()
  const push = await ntfy({ server: server.url })
  await push({ sender: '🦊'.repeat(3_000) })
  expect([...String(server.of()[0]?.title)]).toHaveLength(200)
})

it.each([
  ['an access token', { token: 'tk_abc' }, 'Bearer tk_abc'],
  ['a name and a password', { user: 'anna', password: 'pä:ss' }, 'Basic YW5uYTpww6Q6c3M='],
])('authenticates with %s', async (_, settings, authorization) => {
  const server = await ntfyServer({ authorization })
  const push = await ntfy({ server: server.url, ...settings })
  await push()
  expect(server.published.size).toBe(1)
})

it('names what to check when access is denied, and retries after minutes', async () => {
  const server = await ntfyServer({ authorization: 'Bearer other' })
  const push = await ntfy({ server: server.url, token: 'tk_secret' })
  const error = await push().then(() => expect.fail('it was taken'), String)
  expect(error).toContain('the server answered 401: unauthorized; check token, user and topic')
  expect(error).not.toContain('tk_secret')
})

it('waits as long as the server asks, a minute when limited, an hour at the daily limit', async () => {
  const limited = { status: 429 }
  expect(await refusal({ ...limited, headers: { 'retry-after': '17' } })).toMatchObject({ waitS: 17 })
  expect(await refusal(limited)).toMatchObject({ waitS: 60 })
  expect(await refusal({ ...limited, headers: { 'retry-after': '0' } })).toMatchObject({ waitS: 60 })
  expect(await refusal({ status: 503, headers: { 'retry-after': '-1' } })).toMatchObject({ waitS: undefined })
  expect(await refusal({ ...limited, code: 42_908 })).toMatchObject({ waitS: 3_600 })
  expect(await refusal({ status: 503, headers: { 'retry-after': '9' } })).toMatchObject({ waitS: 9 })
})

it('gives up only what the server will never accept', async () => {
  expect(await refusal({ status: 400 })).toEqual({ reason: 'the server answered 400: not this time', waitS: null })
  expect(await refusal({ status: 413 })).toMatchObject({ waitS: null })
  for (const status of [408, 500, 502, 507]) expect(await refusal({ status })).toMatchObject({ waitS: undefined })
})

it('does not follow a redirect, which could reveal a name to a stranger', async () => {
  const other = await ntfyServer()
  expect(await refusal({ status: 301, headers: { location: other.url } })).toMatchObject({ waitS: 300 })
  expect(other.requests).toEqual([])
})

it('fails when the server does not answer in time, or the delivery is cancelled', async () => {
  expect(await refusal('silence', { timeout_s: 0.05 })).toMatchObject({ reason: expect.stringContaining('0.05 s') })
  const { url } = await ntfyServer({}, ['silence'])
  const push = await ntfy({ server: url })
  await expect(push({}, AbortSignal.abort())).rejects.toThrow('abort')
})

/** Receives what comes to an endpoint of UnifiedPush, and answers with these statuses in turn, then with 201. */
async function unifiedPush(answers: Array<{ status: number; headers?: Record<string, string> }> = []) {
  const pushes: Array<{ path: string | undefined; headers: IncomingMessage['headers']; body: Buffer }> = []
  const server = createServer(async (request, response) => {
    pushes.push({ path: request.url, headers: request.headers, body: await buffer(request) })
    const { status, headers } = answers.shift() ?? { status: 201 }
    response.writeHead(status, headers).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    server.close()
    server.closeAllConnections()
  })
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}/up12ab?up=1`, pushes }
}

it('publishes to an endpoint of UnifiedPush, without topic, the message as the body', async () => {
  const { endpoint, pushes } = await unifiedPush()
  const push = await ntfy({ endpoint, topic: '', priority: 5, page_url: 'http://mac.local:8723' })
  await push({ is_group: true, group_name: 'Hiking' })
  expect(pushes).toHaveLength(1)
  const [{ path, headers, body } = expect.fail()] = pushes
  expect(path).toBe('/up12ab?up=1')
  expect(JSON.parse(body.toString())).toEqual({
    title: 'Anna 🦊',
    message: 'New message in Hiking',
    id: notice.delivery_id,
    click: 'http://mac.local:8723/app/',
  })
  expect(headers).toMatchObject({ ttl: '86400', urgency: 'high', topic: notice.delivery_id.replaceAll('-', '') })
  expect(headers.authorization).toBeUndefined()
  await push({ sender: '🦊'.repeat(3_000) })
  expect(pushes[1]?.body.length).toBeLessThanOrEqual(4_096)
})

it('an endpoint that is gone or refuses fails for good, one that is busy is tried later', async () => {
  const statuses = [404, 410, 413, 400, 401, 302, 429, 500]
  const { endpoint } = await unifiedPush([
    ...statuses.map((status) => ({ status })),
    { status: 429, headers: { 'retry-after': '17' } },
  ])
  const push = await ntfy({ endpoint, topic: '' })
  const waits: Array<number | null | undefined> = []
  for (let left = statuses.length + 1; left > 0; left--)
    await push().then(
      () => expect.fail('it was taken'),
      ({ retryAfterS }: { retryAfterS?: number | null }) => waits.push(retryAfterS),
    )
  expect(waits).toEqual([null, null, null, null, 300, 300, 60, undefined, 17])
})

it('says what is missing where neither a topic nor an endpoint is set', async () => {
  await expect(ntfy({ topic: '' })).rejects.toThrow('Set a topic')
})

it('pushes from within its sandbox, retries after a 503, and reveals no content', async () => {
  const server = await ntfyServer({}, [{ status: 503, headers: { 'retry-after': '0' } }])
  const settings = { enabled: true, server: server.url, topic: 'mine', token: 'tk_secret' }
  const bench: TestHost = await testHost({ bundledDir: join(import.meta.dirname, '..'), settings: { ntfy: settings } })
  closing.push(() => bench.stop())
  bench.receive({ text: 'a secret that stays here' })
  await until(() => bench.deliveries()[0]?.state === 'acked')
  expect(server.requests).toHaveLength(2)
  expect(JSON.stringify(server.of())).not.toContain('secret')
  expect(JSON.stringify(bench.logged)).not.toContain('secret')
})

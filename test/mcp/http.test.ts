import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Scope } from '../../src/contract/scopes.ts'
import { mcpHttpClient } from '../harness/mcp-client.ts'
import { until } from '../harness/until.ts'
import { keyWith, signIn, type WebHere, webHere } from '../harness/web-here.ts'

const anna = '+12025550123'
const accepts = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }
const initialize = (protocolVersion = '2025-11-25') => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } },
})
const call = (name: string, given: object, id = 2) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: given },
})

let web: WebHere
let browser: Record<string, string>
beforeAll(async () => {
  web = await webHere({ config: { send: { per_minute: 1_000 } } })
  web.mac.messages.receive({ from: anna, text: 'The boat leaves at nine' })
})
afterAll(() => web?.[Symbol.asyncDispose]())

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
const post = (body: unknown, headers: Record<string, string> = {}, signal?: AbortSignal) =>
  fetch(`${web.url}/mcp`, {
    method: 'POST',
    headers: { ...accepts, ...headers },
    body: JSON.stringify(body),
    signal: signal ?? null,
  })

async function begin(headers: Record<string, string>): Promise<Record<string, string>> {
  const response = await post(initialize(), headers)
  await response.text()
  return {
    ...headers,
    'mcp-session-id': response.headers.get('mcp-session-id') ?? '',
    'mcp-protocol-version': '2025-11-25',
  }
}

describe('without a password', () => {
  test('programs of this Mac may read and send', async () => {
    await using mcp = await mcpHttpClient(web.url)
    expect(await mcp.tools()).toContain('send_message')
    expect((await mcp.call('get_messages', { conversation: anna })).text).toContain('The boat leaves at nine')
  })

  test.each([
    [{ origin: 'http://evil.test' }, 403],
    [{ origin: 'http://localhost:6274' }, 403],
    [{ origin: 'null' }, 403],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
  ])('web pages may not use POST, GET or DELETE: %j', async (headers, status) => {
    expect((await post(initialize(), headers)).status).toBe(status)
    for (const method of ['GET', 'DELETE']) {
      const response = await fetch(`${web.url}/mcp`, { method, headers: { ...accepts, ...headers } })
      expect(response.status).toBe(status)
    }
  })

  test('a host name that was rebound to this Mac is refused', async () => {
    const { promise, resolve } = Promise.withResolvers<number | undefined>()
    const asked = request(
      `${web.url}/mcp`,
      { method: 'POST', headers: { ...accepts, host: 'evil.test' } },
      (response) => {
        response.resume()
        resolve(response.statusCode)
      },
    )
    asked.end(JSON.stringify(initialize()))
    expect(await promise).toBe(421)
  })

  test.each([
    ['not JSON', '{', 400],
    ['no request', '{"jsonrpc":"2.0"}', 400],
    ['a request without a session', JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }), 400],
  ])('an error has the form of the protocol: %s', async (_, body, status) => {
    const response = await fetch(`${web.url}/mcp`, { method: 'POST', headers: accepts, body })
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ jsonrpc: '2.0', id: null, error: { message: expect.any(String) } })
  })

  test('another method, another type and another Accept are refused as HTTP prescribes', async () => {
    const put = await fetch(`${web.url}/mcp`, { method: 'PUT' })
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, POST, DELETE'])
    expect((await post(initialize(), { 'content-type': 'text/plain' })).status).toBe(415)
    expect((await post(initialize(), { accept: 'text/html' })).status).toBe(406)
    expect((await post({ ...initialize(), padding: 'x'.repeat(2_000_000) })).status).toBe(413)
  })

  test('a response whose connection broke is fetched by the id of its last event, and the message is sent once', async () => {
    const session = await begin({})
    const broken = new AbortController()
    const text = 'Once'
    const response = await post(call('send_message', { to: anna, text }), session, broken.signal)
    const first = await response.body?.getReader().read()
    const [, id = ''] = /^id: (\S+)/m.exec(Buffer.from(first?.value ?? []).toString()) ?? []
    broken.abort()
    await until(async () => (await web.client.list_sends({ limit: 1 }))[0]?.state !== 'queued')
    const again = await fetch(`${web.url}/mcp`, { headers: { ...session, ...accepts, 'last-event-id': id } })
    const reader = again.body?.pipeThrough(new TextDecoderStream()).getReader()
    let read = ''
    await until(async () => {
      read += (await reader?.read())?.value ?? ''
      return read.includes('structuredContent')
    })
    const own = (await web.client.list_messages({ guid: `any;-;${anna}` })).filter((message) => message.text === text)
    expect(own).toHaveLength(1)
    await reader?.cancel()
  })
})

describe('with a password', () => {
  beforeAll(async () => {
    browser = await signIn(web)
  })

  const key = (scopes: Scope[]) => keyWith(web, browser, scopes)
  const idOf = (made: string) => made.slice(4, 12)

  test.each([
    ['nothing', {}],
    ['a wrong key', bearer(`svc_${'0'.repeat(64)}`)],
    ['a password', { authorization: 'Basic eDp5' }],
  ])('access is refused with %s', async (_, headers) => {
    const response = await post(initialize(), headers)
    expect(response.status).toBe(401)
  })

  test('a signed-in browser has no access either', async () => {
    expect((await post(initialize(), browser)).status).toBe(401)
    expect((await fetch(`${web.url}/mcp`, { headers: { ...browser, ...accepts } })).status).toBe(401)
  })

  test('a key that may not read is refused, and a key that may only read is offered no tool that sends', async () => {
    expect((await post(initialize(), bearer(await key(['write'])))).status).toBe(403)
    const reading = await key(['read'])
    await using mcp = await mcpHttpClient(web.url, { key: reading })
    expect(await mcp.tools()).not.toContain('send_message')
    const refused = await mcp.call('send_message', { to: anna, text: 'Hi' })
    expect([refused.isError, refused.text]).toEqual([true, expect.stringMatching(/^forbidden: .*Settings → Security/)])

    // A change of the key's scopes applies at once, within its session.
    await fetch(`${web.url}/api/v1/keys/${idOf(reading)}`, {
      method: 'PUT',
      headers: { ...browser, 'content-type': 'application/json' },
      body: JSON.stringify({ scopes: ['read', 'write'] }),
    })
    expect(await mcp.tools()).toContain('send_message')
    expect((await mcp.call('send_message', { to: anna, text: 'Hi' })).isError).toBe(false)
  })

  test('the session of another key does not exist, for any request', async () => {
    const [own, other] = [await key(['read']), await key(['read'])]
    const session = await begin(bearer(own))
    const taken = { ...session, ...bearer(other) }
    expect((await post(call('list_whitelist', {}), taken)).status).toBe(404)
    for (const method of ['GET', 'DELETE'])
      expect((await fetch(`${web.url}/mcp`, { method, headers: { ...taken, ...accepts } })).status).toBe(404)
    expect((await post(call('list_whitelist', {}), session)).status).toBe(200)
  })

  test('DELETE ends a session, which then no longer exists', async () => {
    const session = await begin(bearer(await key(['read'])))
    expect((await fetch(`${web.url}/mcp`, { method: 'DELETE', headers: session })).status).toBe(200)
    expect((await post(call('list_whitelist', {}), session)).status).toBe(404)
  })

  test('a revoked key loses its stream within seconds, and its session', async () => {
    const own = await key(['read'])
    const session = await begin(bearer(own))
    const stream = await fetch(`${web.url}/mcp`, { headers: { ...session, ...accepts } })
    expect([stream.status, stream.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
    await fetch(`${web.url}/api/v1/keys/${idOf(own)}`, { method: 'DELETE', headers: browser })
    await stream.text()
    expect((await post(call('list_whitelist', {}), session)).status).toBe(401)
  })

  test('all sessions of a key share its limit of messages in a minute', async () => {
    const own = await key(['read', 'write'])
    // All at once: one after the other, a slow machine would send so slowly that there is nothing to limit.
    const answers = await Promise.all(
      Array.from({ length: 13 }, async (_, count) => {
        const versionNegotiation = { mode: count % 2 === 0 ? 'auto' : 'legacy' } as const
        await using mcp = await mcpHttpClient(web.url, { key: own, options: { versionNegotiation } })
        return await mcp.call('send_message', { to: anna, text: `Quick ${count}` })
      }),
    )
    const codes = answers.filter(({ isError }) => isError).map(({ text }) => text.split(':')[0])
    expect(codes.length).toBeGreaterThanOrEqual(1)
    expect(new Set(codes)).toEqual(new Set(['rate_limited']))
  })
})

import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { errors } from '../../src/contract/errors.ts'
import { dirOf } from '../harness/bridge-process.ts'
import { tell } from '../harness/told.ts'
import { type WebHere, webHere } from '../harness/web-here.ts'
import * as bad from './bad-requests.ts'

let web: WebHere
let port: string
let requests = 0

beforeAll(async () => {
  web = await webHere({ mac: { messages: 40, chats: 3 } })
  port = new URL(web.url).port
})

afterAll(async () => {
  await web?.[Symbol.asyncDispose]()
})

interface Answered {
  status: number
  head: string
  body: string
}

/** Sends the bytes unchanged; `PORT` stands for the port of the service. */
async function send(bytes: string): Promise<Answered> {
  requests++
  const socket = connect(Number(port), '127.0.0.1')
  let text = ''
  socket.setEncoding('utf8').on('data', (chunk) => {
    text += chunk
  })
  const { promise, resolve } = Promise.withResolvers<void>()
  // A response may arrive, and the connection end, before everything is sent.
  socket.on('error', () => resolve()).on('close', () => resolve())
  socket.end(Buffer.from(bytes.replaceAll('PORT', port), 'latin1'))
  await promise
  const [head = '', body = ''] = text.replace('HTTP/1.1 100 Continue\r\n\r\n', '').split('\r\n\r\n', 2)
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0), head, body }
}

const request = (target: string, { method = 'GET', headers = [], body = '' }: Partial<Written> = {}) =>
  send(
    [
      `${method} ${target} HTTP/1.1`,
      ...(headers.some((header) => header.startsWith('host:')) ? [] : ['host: 127.0.0.1:PORT']),
      ...headers,
      ...(body === '' ? [] : [`content-length: ${Buffer.byteLength(body, 'latin1')}`]),
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  )

interface Written {
  method: string
  headers: string[]
  body: string
}

/** Checks that the error is in the table of errors, and is not an unexpected one. */
function expectRefused({ status, head, body }: Answered, among: readonly number[]): void {
  expect([status, body]).toEqual([expect.toBeOneOf([...among]), expect.anything()])
  if (head.includes('application/json') && status >= 400) {
    const { code, message } = JSON.parse(body.replace(/^[0-9a-f]+\r\n/, '')).error
    expect(errors[code as keyof typeof errors]?.status).toBe(status)
    expect(message).toMatch(/\.$/)
  }
  expect(head.toLowerCase()).toContain('x-content-type-options: nosniff')
  expect(head).not.toMatch(/set-cookie: a=b|access-control|x-powered-by|^server:/im)
  expect(body).not.toMatch(/root:.*:0:0|node_modules|at \w+ \(|SQLITE|FST_ERR/)
}

const shown = (text: string): string => JSON.stringify(text.length > 80 ? `${text.slice(0, 60)}… ${text.length}` : text)
const each = (texts: readonly string[]) => texts.map((text) => [shown(text), text] as const)

test.each(each(bad.paths))('the address %s', async (_shown, path) => {
  // The page responds to any address of its own.
  expectRefused(await request(path), [400, 404, 405, 413, 421, ...(path.startsWith('/app/') ? [200] : [])])
})

test.each(each(bad.guids))('the conversation %s', async (_shown, guid) => {
  const path = `/api/v1/conversations/${encodeURIComponent(guid)}`
  expectRefused(await request(path), [404])
  expectRefused(await request(`${path}/messages`), [404])
})

test.each(each(bad.badNumbers))('the number %s', async (_shown, text) => {
  const value = encodeURIComponent(text)
  expectRefused(await request(`/api/v1/messages/${value}/trace`), [400])
  expectRefused(await request(`/api/v1/conversations?limit=${value}`), [400])
  expectRefused(await request(`/api/v1/conversations/any;-;x/messages?before_rowid=${value}`), [400])
})

test.each(each(bad.badQueries))('the query %s', async (_shown, query) => {
  // A key in an address is refused as such, before the query is looked at.
  expectRefused(await request(`/api/v1/conversations?${query}`), [query.startsWith('api_key=') ? 401 : 400, 413])
})

test.each(bad.badBodies.map(([body, type]) => [shown(body), type, body] as const))(
  'the body %s of type %s',
  async (_shown, type, body) => {
    const written = { method: 'POST', headers: [`content-type: ${type}`], body }
    expectRefused(await request('/api/v1/whitelist/add', written), [400, 413, 415])
    expectRefused(await request('/api/v1/rules', written), [400, 413, 415])
    expectRefused(await request('/api/v1/send', written), [400, 413, 415])
    expectRefused(await request('/api/v1/send/file', written), [400, 413, 415])
  },
)

test.each(each(bad.hosts))('the host %s', async (_shown, host) => {
  for (const path of ['/api/v1/conversations', '/healthz', '/app/plain.css', '/nothing'])
    expectRefused(await request(path, { headers: [`host: ${host}`] }), [400, 421])
})

test.each(bad.methods)('the method %s', async (method) => {
  expectRefused(await request('/api/v1/conversations', { method, headers: ['content-length: 0'] }), [400, 405])
})

test.each(bad.headersOfOthers)('the header %s', async (header, isHarmless) => {
  const answered = await request('/api/v1/conversations', { headers: [header] })
  expectRefused(answered, isHarmless ? [200, 400, 401] : [403])
})

test.each(bad.malformed)('%s', async (_what, bytes) => {
  expectRefused(await send(bytes), [400, 404, 408, 413, 415, 421])
})

test('after all of these the service responds, and its log contains nothing unexpected', async (context) => {
  tell(context, { requests })
  expect((await web.client.list_conversations()).length).toBeGreaterThan(0)
  expect(await web.client.list_sends()).toEqual([])
  const log = readFileSync(dirOf(web.mac.home).logFile, 'utf8')
  expect(log).not.toContain('"level":"error"')
})

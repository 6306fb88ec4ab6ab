import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http'
import { Webhook as Verifier } from 'standardwebhooks'
import { afterEach, expect, it } from 'vitest'
import { CallRefused, type InboundMessage, type OfficialContext } from '../../plugin-api/index.ts'
import Webhook from './index.ts'

const message: InboundMessage = {
  delivery_id: '7d4f8a52-7f0f-8f00-8000-000000000001',
  attempt: 1,
  conversation_id: '7d4f8a52-7f0f-8f00-8000-000000000002',
  sender: 'Anna',
  is_group: true,
  group_name: 'Friends',
  text: 'hällo 🦊',
  ts: '2026-01-02T03:04:05.000Z',
  kind: 'text',
  reply_to: 'before',
  attachments: [{ mime: 'image/png', name: 'a.png', size: 3 }] as InboundMessage['attachments'],
}

interface Received {
  method: string | undefined
  url: string | undefined
  headers: IncomingHttpHeaders
  body: string
}

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** A receiver on loopback that records its requests and counts its connections. */
async function receiver(answer: RequestListener = (_, response) => void response.end('ok')) {
  const received: Received[] = []
  let connections = 0
  const server: Server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      const { method, url, headers } = request
      received.push({ method, url, headers, body })
      answer(request, response)
    })
  })
  server.on('connection', () => {
    connections++
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    server.close()
    server.closeAllConnections()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The receiver has no port.')
  return { url: `http://127.0.0.1:${address.port}/in?x=1`, received, server, connections: () => connections }
}

const statusOnly =
  (status: number, headers: Record<string, string> = {}): RequestListener =>
  (_, response) =>
    void response.writeHead(status, headers).end()

const defaults = Object.fromEntries(
  Object.entries(Webhook.SETTINGS_SCHEMA.properties).map(([name, { ...property }]) => [
    name,
    'default' in property ? property.default : undefined,
  ]),
)

async function webhook(settings: Record<string, unknown>, ctx: Partial<OfficialContext> = {}) {
  const plugin = new Webhook()
  const plugin_config = { ...defaults, ...settings }
  await plugin.start({ plugin_config, signal: new AbortController().signal, ...ctx } as OfficialContext)
  closing.push(() => void plugin.stop())
  return (msg: Partial<InboundMessage> = {}, signal = new AbortController().signal) =>
    plugin.on_inbound({ ...message, ...msg }, { signal, progress() {} })
}

/** Returns how the webhook refuses: reason and pause; `undefined` leaves the pause to the host. */
async function refusal(answer: RequestListener, msg: Partial<InboundMessage> = {}) {
  const { url } = await receiver(answer)
  const send = await webhook({ url })
  const error = await send(msg).then(
    () => expect.fail('it was taken'),
    (thrown: Error & { retryAfterS?: number | null }) => thrown,
  )
  return { reason: error.message, waitS: error.retryAfterS }
}

it('posts the message as JSON with headers that identify the delivery', async () => {
  const { url, received } = await receiver()
  const send = await webhook({ url })
  await send({ attempt: 3 })
  const [request] = received
  const { attempt: _, ...expected } = message
  expect(JSON.parse(request?.body ?? '')).toEqual({ type: 'message', ...expected })
  expect(request).toMatchObject({ method: 'POST', url: '/in?x=1' })
  expect(request?.headers).toMatchObject({
    'content-type': 'application/json',
    'webhook-id': message.delivery_id,
    'idempotency-key': message.delivery_id,
    'user-agent': 'local-messaging-relay',
  })
  expect(request?.headers).not.toHaveProperty('webhook-signature')
})

it.each([
  ['a secret of the standard', `whsec_${Buffer.from('0123456789abcdef01234567').toString('base64')}`, undefined],
  ['any text', 'correct horse battery staple', { format: 'raw' as const }],
])('signs with %s, and a standard verifier accepts the body but no changed one', async (_, secret, options) => {
  const { url, received } = await receiver()
  const send = await webhook({ url, secret })
  await send()
  const { body, headers } = received[0] ?? expect.fail('nothing came')
  const verifier = new Verifier(secret, options)
  expect(verifier.verify(body, headers as Record<string, string>)).toMatchObject({ text: message.text })
  expect(() => verifier.verify(`${body} `, headers as Record<string, string>)).toThrow()
})

it('signs with two secrets, so that a receiver that knows either of them accepts the message', async () => {
  const { url, received } = await receiver()
  const send = await webhook({ url, secret: 'the new one', previous_secret: 'the old one' })
  await send()
  const { body, headers } = received[0] ?? expect.fail('nothing came')
  for (const secret of ['the new one', 'the old one'])
    expect(() => new Verifier(secret, { format: 'raw' }).verify(body, headers as Record<string, string>)).not.toThrow()
  expect(() => new Verifier('another', { format: 'raw' }).verify(body, headers as Record<string, string>)).toThrow()
})

it('sends only ids and marks when the payload is set to ids', async () => {
  const { url, received } = await receiver()
  const send = await webhook({ url, payload: 'ids' })
  await send()
  await send({ is_note: true })
  expect(JSON.parse(received[1]?.body ?? '')).toMatchObject({ is_note: true })
  const { delivery_id, conversation_id, is_group, ts, kind } = message
  expect(JSON.parse(received[0]?.body ?? '')).toEqual({
    type: 'message',
    delivery_id,
    conversation_id,
    is_group,
    ts,
    kind,
  })
})

it.each([
  [true, {}],
  [true, { senders: ['ANNA'] }],
  [true, { senders: ['Ben'], groups: ['friends'] }],
  [true, { senders: ['Anna'], groups: ['Work'] }],
  [true, { contains: ['nothing', 'HÄLLO'] }],
  [true, { contains: ['ha\u0308llo'], kinds: ['text'] }],
  [false, { senders: ['Ann'] }],
  [false, { groups: ['Work'] }],
  [false, { contains: ['goodbye'] }],
  [false, { senders: ['Anna'], contains: ['goodbye'] }],
  [false, { kinds: ['app'] }],
])('a message passes the filter: %s for %j', async (wanted, filter) => {
  const { url, received } = await receiver()
  const send = await webhook({ url, ...filter })
  await send()
  expect(received).toHaveLength(wanted ? 1 : 0)
})

it('sends a test past its own filters, and reports the answer also where it is a refusal', async () => {
  const { url, received } = await receiver((_, response) => void response.writeHead(503).end('not now'))
  const plugin = new Webhook()
  const plugin_config = { ...defaults, url, contains: ['goodbye'], payload: 'ids' }
  await plugin.start({ plugin_config, signal: new AbortController().signal } as never)
  closing.push(() => void plugin.stop())
  const answers: unknown[] = []
  const delivery = {
    signal: new AbortController().signal,
    progress() {},
    answered: (one: unknown) => answers.push(one),
  }
  await expect(plugin.on_inbound({ ...message, is_test: true }, delivery)).rejects.toThrow('503')
  expect(answers).toEqual([{ status: 503, body: 'not now' }])
  expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({ is_test: true, kind: 'text' })
})

it('reports only the status of what the receiver answered to any other message', async () => {
  const { url } = await receiver((_, response) => void response.writeHead(202).end('words of the receiver'))
  const plugin = new Webhook()
  await plugin.start({ plugin_config: { ...defaults, url }, signal: new AbortController().signal } as never)
  closing.push(() => void plugin.stop())
  const answers: unknown[] = []
  const answered = (one: unknown) => void answers.push(one)
  await plugin.on_inbound(message, { signal: new AbortController().signal, progress() {}, answered })
  expect(answers).toEqual([{ status: 202 }])
})

const answering =
  (body: string, status = 200): RequestListener =>
  (_, response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(body)

/** Records what was sent; throws the given refusals first. */
function outbox(...refusals: Error[]) {
  const sent: unknown[] = []
  const lines: string[] = []
  const write = (line: string) => void lines.push(line)
  const send_text: OfficialContext['send_text'] = async (...call) => {
    const refusal = refusals.shift()
    if (refusal !== undefined) throw refusal
    sent.push(call)
    return { send_id: 'one', state: 'delivered', error_code: null }
  }
  return { sent, lines, send_text, log_info: write, log_warn: write, log_error: write }
}

it('sends the reply of the receiver into the conversation, under the key of the delivery', async () => {
  const { url } = await receiver(answering(JSON.stringify({ reply: { text: 'On my way' } })))
  const { sent, ...ctx } = outbox()
  const send = await webhook({ url, allow_replies: true }, ctx)
  await send()
  expect(sent).toEqual([[message.conversation_id, 'On my way', { key: message.delivery_id }]])
})

it.each([
  ['replies are not allowed', false, answering('{"reply":{"text":"x"}}')],
  ['the answer is no JSON', true, answering('ok')],
  ['it carries no text', true, answering('{"reply":{"text":7}}')],
  ['it is longer than any reply', true, answering(JSON.stringify({ reply: { text: 'x'.repeat(70_000) } }))],
])('sends nothing when %s', async (_, allow_replies, answer) => {
  const { url } = await receiver(answer)
  const { sent, ...ctx } = outbox()
  const send = await webhook({ url, allow_replies }, ctx)
  await send()
  expect(sent).toEqual([])
})

it('delays a rate-limited reply without delivering the message again', async () => {
  const { url, received } = await receiver(answering('{"reply":{"text":"later"}}'))
  const { sent, ...ctx } = outbox(new CallRefused('rate_limited', 'Too much.', 0.01))
  const send = await webhook({ url, allow_replies: true }, ctx)
  await send()
  expect([sent.length, received.length]).toEqual([1, 1])
})

it('logs a reply that cannot be sent without its text', async () => {
  const { url } = await receiver(answering('{"reply":{"text":"secret words"}}'))
  const { sent, lines, ...ctx } = outbox(new CallRefused('chat_not_loaded', 'No.'))
  const send = await webhook({ url, allow_replies: true }, ctx)
  await expect(send()).resolves.toBeUndefined()
  expect([sent, lines]).toEqual([[], ['A reply of the receiver was not sent: chat_not_loaded.']])
})

it('a ping logs the answer of the receiver', async () => {
  const { url, received } = await receiver(statusOnly(503))
  const { lines, sent: _, ...ctx } = outbox()
  await webhook({ url, ping: true, secret: 'x' }, ctx)
  await expect.poll(() => lines).toEqual(['Ping: the receiver answered 503.'])
  expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({ type: 'ping' })
  expect(received[0]?.headers).toHaveProperty('webhook-signature')
})

it('sends further headers of the user, but lets none of them forge the signature', async () => {
  const { url, received } = await receiver()
  const send = await webhook({
    url,
    headers: { Authorization: 'Bearer x', 'User-Agent': 'mine', 'Webhook-Id': 'forged' },
  })
  await send()
  expect(received[0]?.headers).toMatchObject({
    authorization: 'Bearer x',
    'user-agent': 'mine',
    'webhook-id': message.delivery_id,
  })
})

it('uses one connection for consecutive messages', async () => {
  const { url, connections } = await receiver()
  const send = await webhook({ url })
  for (let n = 0; n < 5; n++) await send()
  expect(connections()).toBe(1)
})

it('treats every 2xx status as success', async () => {
  for (const status of [200, 201, 202, 204]) {
    const { url } = await receiver(statusOnly(status))
    const send = await webhook({ url })
    await expect(send()).resolves.toBeUndefined()
  }
})

it('leaves the pause to the host when the receiver fails or forbids', async () => {
  for (const status of [401, 403, 404, 405, 406, 408, 411, 414, 415, 431, 500, 502])
    expect(await refusal(statusOnly(status))).toEqual({ reason: `the receiver answered ${status}`, waitS: undefined })
})

it('waits as long as the receiver asks, in seconds or until a date', async () => {
  expect(await refusal(statusOnly(429, { 'retry-after': '17' }))).toMatchObject({ waitS: 17 })
  expect(await refusal(statusOnly(503, { 'retry-after': 'soon' }))).toMatchObject({ waitS: undefined })
  const inAMinute = new Date(Date.now() + 60_000).toUTCString()
  const { waitS } = await refusal(statusOnly(503, { 'retry-after': inAMinute }))
  expect(waitS).toBeGreaterThan(0)
  expect(waitS).toBeLessThanOrEqual(60)
})

it.each(['0', '-3600', '-0.5', new Date(Date.now() - 86_400_000).toUTCString()])(
  'leaves the pause to the host where the receiver asks for none: %s',
  async (asked) => {
    expect(await refusal(statusOnly(503, { 'retry-after': asked }))).toMatchObject({ waitS: undefined })
  },
)

it.each([400, 413, 422])('gives up at the third attempt a message whose content is refused with %d', async (status) => {
  expect(await refusal(statusOnly(status), { attempt: 1 })).toMatchObject({ waitS: 5 })
  expect(await refusal(statusOnly(status), { attempt: 3 })).toMatchObject({ waitS: null })
})

it('does not give up content that the receiver asks for again later', async () => {
  expect(await refusal(statusOnly(413, { 'retry-after': '60' }), { attempt: 3 })).toMatchObject({ waitS: 60 })
})

it('gives up a receiver that is gone for good, and names the remedy', async () => {
  expect(await refusal(statusOnly(410))).toEqual({
    reason: expect.stringContaining('switch this webhook off'),
    waitS: null,
  })
})

it('does not follow a redirect', async () => {
  const elsewhere = await receiver()
  const { reason, waitS } = await refusal(statusOnly(307, { location: elsewhere.url }))
  expect(reason).toContain('redirect')
  expect(waitS).toBe(300)
  expect(elsewhere.received).toEqual([])
})

it('fails when the receiver does not answer in time', async () => {
  const { url } = await receiver(() => undefined)
  const send = await webhook({ url, timeout_s: 0.05 })
  await expect(send()).rejects.toThrow('did not answer within 0.05 s')
})

it('fails when the connection is reset or refused', async () => {
  const { url, server } = await receiver((request) => request.socket.resetAndDestroy())
  const send = await webhook({ url })
  await expect(send()).rejects.toThrow('ECONNRESET')
  server.close()
  server.closeAllConnections()
  await expect(send()).rejects.toThrow('ECONNREFUSED')
})

it('ends at once when the delivery is cancelled', async () => {
  const cancel = new AbortController()
  const { url } = await receiver(() => cancel.abort())
  const send = await webhook({ url })
  await expect(send({}, cancel.signal)).rejects.toThrow('abort')
})

it('reconnects when the receiver closed a kept-alive connection', async () => {
  const { url, server, received } = await receiver()
  const send = await webhook({ url })
  await send()
  server.closeIdleConnections()
  await send()
  expect(received).toHaveLength(2)
})

it('does not wait for a body that never ends', async () => {
  const { url } = await receiver((_, response) => {
    response.writeHead(200)
    const pour = () => void (response.write('x'.repeat(65_536)) ? setImmediate(pour) : response.once('drain', pour))
    pour()
  })
  for (const allow_replies of [false, true]) {
    const send = await webhook({ url, allow_replies })
    await expect(send()).resolves.toBeUndefined()
  }
})

it('counts a message as done once the receiver accepted it, even when its answer never ends', async () => {
  const { url, received } = await receiver((_, response) => void response.writeHead(200).write('{"reply":'))
  const send = await webhook({ url, allow_replies: true, timeout_s: 2 })
  await expect(send()).resolves.toBeUndefined()
  expect(received).toHaveLength(1)
})

import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import Webhook from '../../../src/integrations/webhook/index.ts'
import type { DeliveryContext, InboundMessage, OfficialContext } from '../../../src/plugin-api/index.ts'
import { curlOf, webhookSettingsIn } from './curl.ts'

const message: InboundMessage = {
  delivery_id: '7d4f8a52-7f0f-8f00-8000-000000000001',
  attempt: 2,
  conversation_id: '7d4f8a52-7f0f-8f00-8000-000000000002',
  sender: "Anna O'Hara",
  is_group: false,
  group_name: null,
  text: 'It’s “hällo”, $HOME `id` \\ \n🦊',
  ts: '2026-01-02T03:04:05.000Z',
  kind: 'text',
  reply_to: null,
  attachments: [],
}

const handed = { ...message }
const settings = { secret: { set: true }, headers: { Authorization: 'Bearer of-the-test', 'X-Room': 'Kitchen' } }
const shown = (more: object = {}) => {
  const found = webhookSettingsIn({ ...settings, url: 'https://example.com/hook', ...more })
  if (found === undefined) throw new Error('There is a URL.')
  return found
}

/** The words of the command, as a shell reads them. */
const wordsOf = (command: string): string[] =>
  execFileSync('/bin/sh', ['-c', `${command.replace(/^curl/, "printf '%s\\0'")}`], { encoding: 'utf8' }).split('\0')

test.each(['full', 'ids'] as const)('sends the same request as the webhook itself: %s', async (payload) => {
  let received: { raw: string; headers: IncomingHttpHeaders } | undefined
  const receiver = createServer(async (request, response) => {
    received = { raw: await text(request), headers: request.headers }
    response.writeHead(204).end()
  })
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
  const webhook = new Webhook()
  const plugin_config = {
    url,
    secret: 'of-the-test',
    previous_secret: '',
    timeout_s: 10,
    headers: settings.headers,
    payload,
    senders: [],
    groups: [],
    contains: [],
    kinds: [],
    allow_replies: false,
    ping: false,
  }
  const signal = new AbortController().signal
  await webhook.start({ plugin_config, signal } as unknown as OfficialContext)
  await webhook.on_inbound(message, { signal, progress: () => undefined } as unknown as DeliveryContext)
  await webhook.stop()
  receiver.close()
  const words = wordsOf(curlOf(handed, shown({ url, payload })))
  expect(words[0]).toBe(url)
  expect(words[words.indexOf('--data-raw') + 1]).toBe(received?.raw)
  const named = words.filter((_, index) => words[index - 1] === '-H').map((line) => line.split(': ')[0])
  const own = ['host', 'connection', 'content-length', 'user-agent']
  expect(named.toSorted()).toEqual(
    Object.keys(received?.headers ?? {})
      .filter((name) => !own.includes(name))
      .toSorted(),
  )
})

test('contains no secret: placeholders show where each belongs', () => {
  const command = curlOf(handed, shown())
  expect(command).not.toContain('of-the-test')
  expect(command).toContain("-H 'authorization: <Authorization>'")
  expect(command).toContain("-H 'webhook-signature: v1,<signature with the signing secret>'")
  expect(command).toContain("-H 'x-room: Kitchen'")
  expect(curlOf(handed, shown({ secret: { set: false } }))).not.toContain('webhook-signature')
})

test('does not exist while the webhook has no URL', () => {
  expect(webhookSettingsIn({ url: '' })).toBeUndefined()
  expect(webhookSettingsIn(undefined)).toBeUndefined()
})

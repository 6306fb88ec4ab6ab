import { randomBytes, randomInt } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, expect, it } from 'vitest'
import type { Send } from '../contract/send.ts'
import { ServiceError } from '../domain/service-error.ts'
import type { Tier } from '../plugin-api/index.ts'
import type { CallServices } from './calls/services.ts'
import { type TestHost, testHost, testMessage, until } from './test-host.ts'

let bench: TestHost
afterEach(() => bench.stop())

/**
 * Everything that comes over the pipe is parsed in the plugin's process, so the plugin records it there word for word.
 */
const tap = `import { writeFileSync as write } from 'node:fs'
const parse = JSON.parse
JSON.parse = (text, ...rest) => {
  write(process.cwd() + '/wire.log', text + '\\n', { flag: 'a' })
  return parse(text, ...rest)
}`

const marker = () => `M${randomBytes(9).toString('hex')}`
const number = () => `+1202${randomInt(1_000_000, 9_999_999)}`

/** A message with a different marker in every field that may hold one. */
function marked() {
  const [handle, text, excerpt, fileName] = [number(), marker(), marker(), marker()]
  const inside = Array.from({ length: 5 }, marker)
  const [guid, chat, replyGuid, attachmentGuid, folder] = inside
  const message = testMessage({
    guid,
    handle,
    text,
    chatGuid: `any;-;${chat}`,
    conversation: `dm:${handle}`,
    service: 'iMessage',
    sender: `Anna (${handle})`,
    isGroup: true,
    groupName: `Friends of ${handle}`,
    replyTo: { guid: replyGuid, excerpt },
    attachments: [{ guid: attachmentGuid, name: `/Users/${folder}/${fileName}.txt`, mime: 'text/plain', size: 3 }],
  } as object)
  const digits = handle.slice(1)
  return { message, forbidden: [...inside, digits, digits.slice(1), '/Users'], written: [text, excerpt, fileName] }
}

/** A send whose fields hold markers: what sending knows about a message must also stay inside. */
function sendMarked() {
  const forbidden = Array.from({ length: 4 }, marker)
  const [handle, chat_guid, guid, said] = forbidden
  const nowIso = new Date().toISOString()
  const send: Send = {
    id: 'send-1',
    kind: 'text',
    service: 'iMessage',
    sms_fallback: false,
    rowid: 987_654_321,
    state: 'failed',
    handle: handle ?? '',
    chat_guid: chat_guid ?? null,
    guid: guid ?? null,
    error: { code: 'send_failed', message: `Not to ${said}.` },
    send_at: null,
    created_at: nowIso,
    updated_at: nowIso,
  }
  const answers: CallServices['send'][] = [
    async () => send,
    () => Promise.reject(new ServiceError('invalid_request', `No way to ${said}.`, { handle })),
    () => Promise.reject(new Error(`ENOENT /Users/${said}`)),
  ]
  let asked = 0
  const sending: CallServices['send'] = (order) => (answers[asked++ % answers.length] ?? expect.fail())(order)
  return { send: sending, forbidden: [...forbidden, '987654321'] }
}

const everyCall = `
  for (let n = 0; n < 3 && 'text' in msg; n++) await this.ctx.send_text(msg.conversation_id, 'answer').catch(() => {})
  for (const attachment of msg.attachments ?? []) await attachment.data()`

async function onTheWire(tier: Tier) {
  const sending = sendMarked()
  const messages = Array.from({ length: 12 }, marked)
  const attachmentBytes = () => ({ size: 3, bytes: Readable.from([Buffer.from('abc')]), close: () => {} })
  bench = await testHost({
    plugins: { probe: { tier, top: tap, onInbound: everyCall } },
    calls: { send: sending.send, attachmentBytes },
  })
  bench.receive(...messages.map(({ message }) => message))
  await until(() => bench.deliveries().length === 12 && bench.deliveries().every(({ state }) => state === 'acked'))
  const file = join(bench.dataDir, 'wire.log')
  const wire = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const forbidden = [...sending.forbidden, ...messages.flatMap((one) => one.forbidden)]
  return { wire, forbidden, written: messages.flatMap((one) => one.written) }
}

it('sends the official tier the content, and nothing by which Messages or the network identify anyone', async () => {
  const { wire, forbidden, written } = await onTheWire('official')
  for (const type of ['deliver', 'result', 'refusal']) expect(wire).toContain(`"type":"${type}"`)
  expect(written.filter((one) => !wire.includes(one))).toEqual([])
  expect(forbidden.filter((one) => wire.includes(one))).toEqual([])
})

it('sends the notify tier no content either', async () => {
  const { wire, forbidden, written } = await onTheWire('notify')
  expect(wire).toContain('"type":"deliver"')
  expect([...forbidden, ...written, 'text/plain'].filter((one) => wire.includes(one))).toEqual([])
})

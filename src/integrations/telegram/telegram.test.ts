import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  CallRefused,
  type InboundMessage,
  type OfficialContext,
  type SendOptions,
  type Sent,
} from '../../plugin-api/index.ts'
import Telegram from './index.ts'
import { type BotApi, botApi, token } from './test-bot-api.ts'

const me = 42
const message: InboundMessage = {
  delivery_id: 'delivery-1',
  attempt: 1,
  conversation_id: '7d4f8a52-7f0f-8f00-8000-000000000002',
  sender: 'Anna',
  is_group: true,
  group_name: 'Friends',
  text: 'See you at <b>eight</b>?',
  ts: '2026-01-02T03:04:05.000Z',
  kind: 'text',
  reply_to: null,
  attachments: [],
}

let api: BotApi
let dataDir: string
const running: Telegram[] = []
beforeEach(async () => {
  api = await botApi()
  api.users.add(me)
  dataDir = mkdtempSync(join(tmpdir(), 'telegram-'))
})
afterEach(async () => {
  for (const plugin of running.splice(0)) await plugin.stop()
  api.close()
  rmSync(dataDir, { recursive: true })
})

interface Bench {
  plugin: Telegram
  /** The sends requested from the host; the same key sends once. */
  orders: { to: string; what: string; key: string }[]
  log: string[]
  inbound(msg?: Partial<InboundMessage>): Promise<void>
}

interface Outbox {
  orders?: Bench['orders']
  /** Called before a message is sent. */
  before?: () => Promise<void> | void
  state?: string
}

async function telegram(
  settings: object = {},
  { orders = [], before, state = 'delivered' }: Outbox = {},
): Promise<Bench> {
  const log: string[] = []
  const write = (line: string) => void log.push(line)
  const take = async (to: string, what: string, key = ''): Promise<Sent> => {
    await before?.()
    if (!orders.some((one) => one.key === key)) orders.push({ to, what, key })
    return { send_id: key, state, error_code: state === 'failed' ? 'recipient_unreachable' : null }
  }
  const ctx = {
    plugin_config: {
      token,
      allowed_users: [me],
      max_file_mb: 20,
      api_root: `${api.root}/`,
      page_url: '',
      ...settings,
    },
    data_dir: dataDir,
    log_info: write,
    log_warn: write,
    log_error: write,
    send_text: (to: string, body: string, options?: SendOptions) => take(to, body, options?.key),
    send_file: (to: string, data: Uint8Array, mime: string, name: string, options?: SendOptions) =>
      take(to, `${name} ${mime} ${Buffer.from(data)}`, options?.key),
  } as unknown as OfficialContext
  const plugin = new Telegram()
  running.push(plugin)
  await plugin.start(ctx)
  const delivery = { signal: new AbortController().signal, progress() {} }
  return { plugin, orders, log, inbound: (msg = {}) => plugin.on_inbound({ ...message, ...msg }, delivery) }
}

const texts = () => api.sent.map(({ fields }) => fields.text)
const attachment = (name: string, mime: string, bytes: Buffer, size = bytes.length) =>
  ({ name, mime, size, data: async () => bytes }) as unknown as InboundMessage['attachments'][number]
const jpeg = Buffer.from('ffd8ffe000', 'hex')
const answerTo = (message_id: number | undefined) => ({ reply_to_message: { message_id, date: 1 } })

it('shows the sender in bold, and the text literally', async () => {
  const { inbound } = await telegram()
  await inbound()
  expect(api.sent).toMatchObject([
    {
      method: 'sendMessage',
      chat_id: me,
      fields: {
        text: 'Anna · Friends\nSee you at <b>eight</b>?',
        entities: [{ type: 'bold', offset: 0, length: 14 }],
        link_preview_options: { is_disabled: true },
      },
    },
  ])
  expect(api.sent[0]?.fields).not.toHaveProperty('parse_mode')
})

it('a message that waits comes with buttons, which open it on the page; what is pressed or written in the chat decides nothing', async () => {
  const { inbound, orders } = await telegram({ page_url: 'https://mac.example/relay' })
  const decide = { send: 'app/messages?waiting=7&decide=send', refuse: 'app/messages?waiting=7&decide=refuse' }
  const asks = {
    sender: 'Relay',
    is_group: false,
    group_name: null,
    text: `Drafts asks: ${'word '.repeat(1_000)}`,
    decide,
  }
  await inbound(asks)
  const [send, refuse] = [`https://mac.example/relay/${decide.send}`, `https://mac.example/relay/${decide.refuse}`]
  expect(api.sent.map(({ fields }) => fields.reply_markup)).toEqual([
    undefined,
    {
      inline_keyboard: [
        [
          { text: 'Send', url: send },
          { text: 'No', url: refuse },
        ],
      ],
    },
  ])
  const shown = api.sent.at(-1)?.message_id
  for (const data of ['send', 'send:7', decide.send, 'to:decided on the page'])
    api.update({ callback_query: { id: data, from: { id: me }, data } })
  api.message(me, { text: 'Send', ...answerTo(shown) })
  await expect.poll(() => texts().at(-1)).toMatch(/^That message waits for your decision\./)
  api.message(me, { text: '/send Relay' })
  await expect.poll(() => texts().at(-1)).toMatch(/^There is no such conversation yet/)
  expect(orders).toEqual([])
})

it.each([
  ['', 'Drafts asks\n\nSend or refuse it on the page, under Waiting.'],
  ['http://localhost:8723', 'Drafts asks\n\nhttp://localhost:8723/app/a'],
])('where Telegram takes no button to the page at "%s", the text says where it is', async (page_url, text) => {
  const { inbound } = await telegram({ page_url })
  await inbound({ sender: 'Relay', group_name: null, text: 'Drafts asks', decide: { send: 'app/a', refuse: 'app/b' } })
  expect(api.sent[0]?.fields).toMatchObject({ text: `Relay\n${text}` })
  expect(api.sent[0]?.fields).not.toHaveProperty('reply_markup')
})

it('shows the message that is answered', async () => {
  const { inbound } = await telegram()
  await inbound({ reply_to: 'When?', text: 'Now', group_name: null })
  expect(api.sent[0]?.fields).toMatchObject({
    text: 'Anna\nWhen?\nNow',
    entities: [{ type: 'bold' }, { type: 'blockquote', offset: 5, length: 5 }],
  })
})

it.each([
  ['words', 'word '.repeat(2_500)],
  ['one word', 'x'.repeat(12_000)],
  ['emojis', '🦊'.repeat(6_000)],
])('splits a long message of %s without losing any of it', async (_, text) => {
  const { inbound } = await telegram()
  await inbound({ text })
  expect(api.sent.length).toBeGreaterThan(2)
  expect(texts().join('')).toBe(`Anna · Friends\n${text}`)
})

it('sends pictures as pictures and files as files, under names that are safe in a header', async () => {
  const { inbound } = await telegram()
  const attachments = [
    attachment('Photo 1.jpg', 'image/jpeg', jpeg),
    attachment('a";\r\nb ü.pdf', 'application/pdf', Buffer.from('%PDF')),
    attachment('odd.png', 'image/png', Buffer.from('no picture')),
  ]
  await inbound({ text: null, attachments })
  expect(api.sent.map(({ method, file, fields }) => [method, file?.name ?? fields.text])).toEqual([
    ['sendMessage', 'Anna · Friends\n📎 3 files'],
    ['sendPhoto', 'Photo_1.jpg'],
    ['sendDocument', 'a_b_ü.pdf'],
    ['sendDocument', 'odd.png'],
  ])
  expect(api.sent[2]?.file?.bytes.toString()).toBe('%PDF')
})

it('names a file that is too large, and one that is not on the Mac', async () => {
  const { inbound } = await telegram({ max_file_mb: 1 })
  const missing = attachment('gone.heic', 'image/heic', jpeg)
  missing.data = () => Promise.reject(new CallRefused('attachment_not_found', 'No.'))
  await inbound({ attachments: [attachment('film.mov', 'video/quicktime', jpeg, 34_000_000), missing] })
  expect(texts().slice(1)).toEqual([
    '📎 film.mov: 34.0 MB are too large to be sent here',
    '📎 gone.heic: not on the Mac',
  ])
})

it('waits as long as Telegram asks, and continues where it stopped', async () => {
  const { inbound } = await telegram()
  api.refuse('sendDocument', { error_code: 429, description: 'Too Many Requests', parameters: { retry_after: 17 } })
  const attachments = [attachment('a.pdf', 'application/pdf', jpeg)]
  await expect(inbound({ attachments })).rejects.toMatchObject({ name: 'DeliveryRefused', retryAfterS: 17 })
  await inbound({ attachments, attempt: 2 })
  expect(api.sent.map(({ method }) => method)).toEqual(['sendMessage', 'sendDocument'])
})

it.each([
  ['asks to be asked again at once', { error_code: 429, parameters: { retry_after: 0 } }],
  [
    'asks for a pause of thirty years, and is asked again after the restart',
    { error_code: 429, parameters: { retry_after: 1e9 } },
  ],
])('keeps its shortest pause when Telegram %s', async (_, refusal) => {
  const asked = () => api.asked.filter((method) => method === 'getUpdates').length
  api.refuse('getUpdates', ...Array.from({ length: 10_000 }, () => refusal))
  const beganMs = performance.now()
  const { plugin } = await telegram()
  await expect.poll(asked).toBeGreaterThanOrEqual(1)
  if (refusal.parameters.retry_after > 0) {
    await plugin.stop()
    await telegram()
  }
  await expect.poll(asked).toBeGreaterThanOrEqual(2)
  // A timer that overflows, or a missing one, would have polled thousands of times by now.
  expect(asked()).toBeLessThan(2 + (performance.now() - beganMs) / 900)
})

it('does not repeat after a restart what every user has', async () => {
  const { inbound, plugin } = await telegram({ allowed_users: [me, 43] })
  api.users.add(43)
  await inbound()
  await plugin.stop()
  const again = await telegram({ allowed_users: [me, 43] })
  await again.inbound({ attempt: 2 })
  expect(api.sent.map(({ chat_id }) => chat_id)).toEqual([me, 43])
})

it('a message still reaches the other users when one blocked the bot', async () => {
  const { inbound, log } = await telegram({ allowed_users: [43, me] })
  api.users.add(43)
  api.blockedBy.add(43)
  await inbound()
  expect(api.sent.map(({ chat_id }) => chat_id)).toEqual([me])
  expect(log).toEqual(['1 of 2 allowed users cannot be reached.'])
})

it.each([
  [
    'nobody pressed Start',
    () => api.users.clear(),
    { retryAfterS: 300, message: expect.stringContaining('press Start') },
  ],
  ['Telegram fails', () => api.refuse('sendMessage', { error_code: 502 }), { message: 'Telegram answered 502' }],
  ['the token was revoked', () => api.refuse('sendMessage', { error_code: 401 }), { retryAfterS: 300 }],
  ['it cannot be understood', () => api.refuse('sendMessage', { error_code: 400 }), { retryAfterS: 5 }],
  ['nobody listens', () => api.close(), { message: 'Telegram cannot be reached' }],
])('the host keeps the message when %s', async (_, happen, refusal) => {
  const { inbound } = await telegram()
  happen()
  const error = await inbound().catch((thrown) => thrown)
  expect(error).toMatchObject(refusal)
  expect(error.message).not.toContain(token)
})

it('gives up at the third attempt a message that Telegram cannot understand', async () => {
  const { inbound } = await telegram()
  api.refuse('sendMessage', { error_code: 400, description: 'Bad Request: the secret text is odd' })
  await expect(inbound({ attempt: 3 })).rejects.toMatchObject({ retryAfterS: null, message: 'Telegram answered 400' })
})

it('refuses to start with a token that Telegram does not know, and names where to find it', async () => {
  await expect(telegram({ token: '1:wrong' })).rejects.toThrow('@BotFather')
})

it('sends an answer into the conversation of the message that it answers, and reports the outcome', async () => {
  const { inbound, orders } = await telegram()
  await inbound()
  api.message(me, { text: 'On my way', ...answerTo(1) })
  await expect.poll(texts).toContain('✓ Delivered to Friends')
  expect(orders).toEqual([{ to: message.conversation_id, what: 'On my way', key: `4711:${me}:2` }])
  expect(api.sent.at(-1)?.fields.reply_parameters).toMatchObject({ message_id: 2 })
})

it('sends an answer after a restart, and one to the last part of a long message', async () => {
  const { inbound, plugin } = await telegram()
  await inbound({ text: 'x'.repeat(5_000) })
  await plugin.stop()
  const { orders } = await telegram()
  api.message(me, { text: 'ok', ...answerTo(2) })
  await expect.poll(() => orders).toMatchObject([{ to: message.conversation_id, what: 'ok' }])
})

it('sends a picture and its caption, each once', async () => {
  const { inbound, orders } = await telegram()
  await inbound()
  api.putFile('large', Buffer.from('pixels'))
  const photo = [{ file_id: 'small' }, { file_id: 'large', file_size: 6 }]
  api.message(me, { photo, caption: 'Look', ...answerTo(1) })
  await expect.poll(() => orders.length).toBe(2)
  expect(orders).toMatchObject([{ what: 'photo.jpg image/jpeg pixels' }, { what: 'Look' }])
  expect(new Set(orders.map(({ key }) => key)).size).toBe(2)
})

it('keeps the name and type of a document', async () => {
  const { inbound, orders } = await telegram()
  await inbound()
  api.putFile('d', Buffer.from('%PDF'))
  api.message(me, { document: { file_id: 'd', file_name: 'Plan.pdf', mime_type: 'application/pdf' }, ...answerTo(1) })
  await expect.poll(() => orders).toMatchObject([{ what: 'Plan.pdf application/pdf %PDF' }])
})

it.each([
  ['that is too large', { document: { file_id: 'd', file_size: 21 * 1024 * 1024 } }, 'larger than 20 MB'],
  ['of another kind', { location: { latitude: 1, longitude: 1 } }, 'Only text, pictures'],
])('an answer %s is not sent, and the user gets the reason', async (_, fields, said) => {
  const { inbound, orders } = await telegram()
  await inbound()
  api.message(me, { ...fields, ...answerTo(1) })
  await expect.poll(() => texts().at(-1)).toContain(said)
  expect(orders).toEqual([])
})

it.each([
  ['failed', '✗ Not sent to Friends: recipient_unreachable'],
  ['uncertain', 'Check Messages on your Mac'],
  ['landed', 'On its way to Friends'],
])('reports a send that is %s in plain words', async (state, said) => {
  const { inbound } = await telegram({}, { state })
  await inbound()
  api.message(me, { text: 'x', ...answerTo(1) })
  await expect.poll(() => texts().at(-1)).toContain(said)
})

it('reports what the host refuses, and retries once what it delays', async () => {
  const refusals = [
    new CallRefused('rate_limited', 'Too much.', 0),
    new CallRefused('chat_not_loaded', 'Open the chat once.'),
  ]
  const before = () => {
    const refusal = refusals.shift()
    if (refusal !== undefined) throw refusal
  }
  const { inbound, orders } = await telegram({}, { before })
  await inbound()
  api.message(me, { text: 'one', ...answerTo(1) })
  await expect.poll(() => texts().at(-1)).toBe('✗ Not sent: Open the chat once. (chat_not_loaded)')
  api.message(me, { text: 'two', ...answerTo(1) })
  await expect.poll(() => orders).toMatchObject([{ what: 'two' }])
})

it.each([
  ['a stranger', () => api.message(666, { text: '/send', ...answerTo(1) })],
  ['a group', () => api.message(me, { chat: { id: -5, type: 'group' }, text: '/send' })],
  ['a stranger who presses a button', () => press(666)],
])('%s is ignored', async (_, happen) => {
  const { inbound, orders } = await telegram()
  api.users.add(666).add(-5)
  await inbound()
  const update = happen()
  await expect.poll(api.waiting).not.toContain(update)
  expect([orders, api.sent.length]).toEqual([[], 1])
})

const press = (from: number, data = `to:${message.conversation_id}`): number =>
  api.update({ callback_query: { id: 'q', from: { id: from }, data } })

it('/send offers the latest conversations, and a reply to the prompt goes to the one chosen', async () => {
  const { inbound, orders } = await telegram()
  await inbound()
  await inbound({ delivery_id: 'delivery-2', conversation_id: 'other', group_name: null, sender: 'Ben' })
  api.message(me, { text: '/send' })
  await expect.poll(() => texts().at(-1)).toBe('To whom?')
  expect(api.sent.at(-1)?.fields.reply_markup).toEqual({
    inline_keyboard: [
      [{ text: 'Ben', callback_data: 'to:other' }],
      [{ text: 'Friends', callback_data: `to:${message.conversation_id}` }],
    ],
  })
  press(me)
  await expect.poll(() => texts().at(-1)).toContain('Your message to Friends')
  api.message(me, { text: 'Hello all', ...answerTo(api.sent.at(-1)?.message_id) })
  await expect.poll(() => orders).toMatchObject([{ to: message.conversation_id, what: 'Hello all' }])
})

it('/send searches for a name', async () => {
  const { inbound } = await telegram()
  await inbound()
  api.message(me, { text: '/send fri' })
  await expect.poll(() => texts().at(-1)).toBe('To whom?')
  api.message(me, { text: '/send Zoe' })
  await expect.poll(() => texts().at(-1)).toContain('no such conversation')
})

it.each([
  ['/start', {}, 'Reply to one of them'],
  ['to nobody', {}, 'To whom?'],
  ['to something forgotten', answerTo(999), 'no longer know'],
])('explains what to do when somebody writes %s', async (text, fields, said) => {
  const { orders } = await telegram()
  api.message(me, { text, ...fields })
  await expect.poll(() => texts().at(-1)).toContain(said)
  expect(orders).toEqual([])
})

it('sends an answer once that a crash interrupted, and loses none that came meanwhile', async () => {
  const orders: Bench['orders'] = []
  const reached = Promise.withResolvers<void>()
  // The host has accepted the order, but the plugin ends before it gets the result.
  const before = () => {
    orders.push({ to: message.conversation_id, what: 'one', key: `4711:${me}:2` })
    reached.resolve()
    return new Promise<void>(() => {})
  }
  const first = await telegram({}, { orders, before })
  await first.inbound()
  const update = api.message(me, { text: 'one', ...answerTo(1) })
  await reached.promise
  api.message(me, { text: 'two', ...answerTo(1) })
  expect(api.waiting()).toContain(update)
  running.splice(0)
  await telegram({}, { orders })
  await expect.poll(api.waiting).toEqual([])
  expect(orders.map(({ what }) => what)).toEqual(['one', 'two'])
})

it('does not handle an update again that Telegram repeats', async () => {
  const { inbound, plugin } = await telegram()
  await inbound()
  const update = api.message(me, { text: 'one', ...answerTo(1) })
  await expect.poll(() => texts().at(-1)).toContain('✓')
  await plugin.stop()
  expect(JSON.parse(readFileSync(join(dataDir, 'offset.json'), 'utf8'))).toEqual({ bot: '4711', next: update + 1 })
})

it('continues when Telegram fails for a while, and logs that once', async () => {
  api.refuse('getUpdates', { error_code: 502 }, { error_code: 502 })
  const { inbound, orders, log } = await telegram()
  await inbound()
  api.message(me, { text: 'x', ...answerTo(1) })
  await expect.poll(() => orders.length).toBe(1)
  expect(log).toEqual(['No answers can be fetched: Telegram answered 502.'])
})

it('removes a webhook that blocks the answers', async () => {
  api.refuse('getUpdates', { error_code: 409, description: "Conflict: can't use getUpdates while webhook is active" })
  await telegram()
  await expect.poll(() => api.asked).toContain('deleteWebhook')
})

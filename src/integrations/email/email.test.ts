import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
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
import Email from './index.ts'
import { type Fields, readMail } from './mail-parts.ts'
import { type ImapServer, imapAccount, imapServer } from './test-imap-server.ts'
import { smtpAccount, smtpServer, type TestSmtp } from './test-smtp-server.ts'

const me = 'me@example.com'
const conversation = '7d4f8a52-7f0f-8f00-8000-000000000002'
const message: InboundMessage = {
  delivery_id: '7d4f8a52-7f0f-8f00-8000-000000000001',
  attempt: 1,
  conversation_id: conversation,
  sender: 'Anna Ä',
  is_group: false,
  group_name: null,
  text: 'See you at eight? 🦊',
  ts: '2026-01-02T03:04:05.000Z',
  kind: 'text',
  reply_to: null,
  attachments: [],
}

let smtp: TestSmtp
let imap: ImapServer
let dataDir: string
const running: Email[] = []
beforeEach(async () => {
  smtp = await smtpServer()
  imap = await imapServer()
  dataDir = mkdtempSync(join(tmpdir(), 'email-'))
})
afterEach(async () => {
  for (const plugin of running.splice(0)) await plugin.stop()
  smtp.close()
  imap.close()
  rmSync(dataDir, { recursive: true })
})

const defaults = Object.fromEntries(
  Object.entries(Email.SETTINGS_SCHEMA.properties).flatMap(([name, property]) =>
    'default' in property ? [[name, property.default]] : [],
  ),
)
const answers = () => ({
  imap_host: '127.0.0.1',
  imap_port: imap.port,
  imap_security: 'none',
  imap_user: imapAccount.user,
  imap_password: imapAccount.password,
  poll_seconds: 0.02,
})
interface Order {
  to: string
  what: string
  key: string
}

interface Outbox {
  orders?: Order[]
  before?: () => void
  state?: string
}

async function email(settings: object = {}, { orders = [], before, state = 'sent' }: Outbox = {}) {
  const log: string[] = []
  const write = (line: string) => void log.push(line)
  const take = async (to: string, what: string, key = ''): Promise<Sent> => {
    before?.()
    if (!orders.some((one) => one.key === key)) orders.push({ to, what, key })
    return { send_id: key, state, error_code: state === 'failed' ? 'recipient_unreachable' : null }
  }
  const place = { smtp_host: '127.0.0.1', smtp_port: smtp.port, smtp_security: 'none', from: 'relay@example.com' }
  const plugin = new Email()
  running.push(plugin)
  await plugin.start({
    plugin_config: { ...defaults, ...place, to: [me], ...settings },
    data_dir: dataDir,
    log_info: write,
    log_warn: write,
    log_error: write,
    send_text: (to: string, body: string, options?: SendOptions) => take(to, body, options?.key),
    send_file: (to: string, data: Uint8Array, mime: string, name: string, options?: SendOptions) =>
      take(to, `${name} ${mime} ${Buffer.from(data)}`, options?.key),
  } as unknown as OfficialContext)
  const delivery = { signal: new AbortController().signal, progress() {} }
  return { plugin, orders, log, inbound: (msg: object = {}) => plugin.on_inbound({ ...message, ...msg }, delivery) }
}

const mailAt = (index: number) => readMail(Buffer.from(smtp.mails.at(index)?.raw ?? expect.fail('no mail')))
const field = (fields: Fields, name: string): string => fields.get(name) ?? expect.fail(`no ${name}`)
const attachment = (name: string, bytes: Buffer, size = bytes.length) =>
  ({ name, mime: 'image/png', size, data: async () => bytes }) as unknown as InboundMessage['attachments'][number]

it('sends a mail that names the sender and contains the text', async () => {
  const { inbound } = await email({ to: [me, 'you@example.com'] })
  await inbound()
  const { fields, text } = mailAt(0)
  expect(smtp.mails[0]?.to).toEqual([me, 'you@example.com'])
  expect(text).toBe('See you at eight? 🦊\n')
  expect(field(fields, 'from')).toBe('=?UTF-8?Q?Anna_=C3=84?= <relay@example.com>')
  expect(field(fields, 'subject')).toBe('=?UTF-8?Q?Message_from_Anna_=C3=84?=')
  expect(field(fields, 'date')).toContain('02 Jan 2026 03:04:05')
  expect(field(fields, 'auto-submitted')).toBe('auto-generated')
})

it('names the sender and the group, and quotes the message that is answered', async () => {
  const { inbound } = await email()
  await inbound({ sender: 'Anna', group_name: 'Friends', reply_to: 'When?\nWhere?' })
  const { fields, text } = mailAt(0)
  expect([field(fields, 'from'), field(fields, 'subject')]).toEqual([
    '"Anna (Friends)" <relay@example.com>',
    'Message in Friends',
  ])
  expect(text).toBe('> When?\n> Where?\n\nSee you at eight? 🦊\n')
})

it('a name cannot inject header fields', async () => {
  const { inbound } = await email()
  await inbound({ sender: 'Anna"\r\nBcc: evil@example.com\r\n\r\nbody' })
  expect(smtp.mails[0]?.to).toEqual([me])
  expect(mailAt(0).fields.has('bcc')).toBe(false)
})

it('a repeat has the same Message-ID, and the mails of a conversation form a thread', async () => {
  const { inbound, plugin } = await email()
  await inbound()
  await plugin.stop()
  const again = await email()
  await again.inbound({ attempt: 2 })
  await again.inbound({ delivery_id: 'another' })
  const ids = [0, 1, 2].map((at) => field(mailAt(at).fields, 'message-id'))
  const threads = [0, 1, 2].map((at) => field(mailAt(at).fields, 'in-reply-to'))
  expect(ids[1]).toBe(ids[0])
  expect(ids[2]).not.toBe(ids[0])
  expect(new Set(threads).size).toBe(1)
})

it('attaches the files that fit, and names the others', async () => {
  const { inbound } = await email({ max_attachments_mb: 1 })
  const missing = attachment('gone.heic', Buffer.from('x'))
  missing.data = () => Promise.reject(new CallRefused('attachment_not_found', 'No.'))
  const attachments = [
    attachment('a.png', Buffer.from('pixels')),
    attachment('film.mov', Buffer.alloc(0), 34_000_000),
    missing,
  ]
  await inbound({ text: null, attachments })
  const { text, files } = mailAt(0)
  expect(files.map(({ name, mime, bytes }) => [name, mime, Buffer.from(bytes).toString()])).toEqual([
    ['a.png', 'image/png', 'pixels'],
  ])
  expect(text).toContain('[film.mov: 34.0 MB, not attached]\n[gone.heic: not on the Mac]')
})

it('sends the mail without files when the mail server rejects it as too large', async () => {
  smtp.largest = 5_000
  const { inbound } = await email()
  await inbound({ attachments: [attachment('a.png', Buffer.alloc(10_000))] })
  expect(mailAt(0)).toMatchObject({
    files: [],
    text: expect.stringContaining('[a.png: 0.0 MB, refused by the mail server]'),
  })
})

it.each([
  ['fails for now', 451, 1, { message: 'The mail server answered 451', retryAfterS: undefined }],
  ['refuses', 550, 1, { message: 'The mail server answered 550', retryAfterS: 60, concerns: 'message' }],
  [
    'refuses for the third time',
    550,
    3,
    { message: 'The mail server answered 550', retryAfterS: null, concerns: 'message' },
  ],
])('reports to the host in its own words that the mail server %s', async (_, status, attempt, refusal) => {
  const { inbound } = await email()
  smtp.refuse(status)
  const error = await inbound({ attempt }).catch((thrown) => thrown)
  const { message, retryAfterS, concerns } = error
  expect({ message, retryAfterS, concerns }).toEqual(refusal)
})

it.each([550, 554])('a server that rejects every client with %s does not count against a message', async (status) => {
  const { inbound } = await email()
  smtp.greeting = status
  const error = await inbound({ attempt: 9 }).catch((thrown) => thrown)
  expect(error).toMatchObject({ name: 'Error', message: `The mail server answered ${status}` })
})

it('the host keeps the message when the mail server cannot be reached', async () => {
  const { inbound } = await email()
  smtp.close()
  await expect(inbound()).rejects.toThrow('The mail server cannot be reached')
})

it('a mail still goes to the other recipients when one is refused', async () => {
  smtp.refusedRecipients.add('you@example.com')
  const { inbound, log } = await email({ to: [me, 'you@example.com'] })
  await inbound()
  expect(smtp.mails).toMatchObject([{ to: [me] }])
  expect(log).toEqual(['The mail server refused 1 of 2 recipients.'])
})

it('logs in, and does not start with a wrong password', async () => {
  smtp.close()
  smtp = await smtpServer({ login: true })
  const { inbound } = await email({ user: smtpAccount.user, password: smtpAccount.pass })
  await inbound()
  expect(smtp.mails).toHaveLength(1)
  const wrong = email({ user: smtpAccount.user, password: 'not-this' })
  await expect(wrong).rejects.toThrow(/^The mail server does not accept user and password$/)
})

it.each([[false], [true]])(
  'sends nothing without the encryption that was configured (server offers some: %s)',
  async (encrypts) => {
    smtp.close()
    smtp = await smtpServer({ encrypts })
    const starting = email({ smtp_security: 'starttls' }).then(({ inbound }) => inbound())
    await expect(starting).rejects.toThrow()
    expect(smtp.mails).toEqual([])
  },
)

it('starts while the mail server is down', async () => {
  smtp.close()
  const { log } = await email()
  expect(log).toEqual([expect.stringMatching(/^The mail server cannot be reached/)])
})

const soon = { mode: 'digest', digest_minutes: 0.001 }
const late = { mode: 'digest', digest_minutes: 1_000 }

it('a digest puts many messages into one mail, grouped by conversation', async () => {
  const first = await email(late)
  await first.inbound({ delivery_id: '1', text: 'one' })
  await first.inbound({ delivery_id: '2', conversation_id: 'c2', sender: 'Ben', group_name: 'Friends', text: 'two' })
  await first.inbound({ delivery_id: '3', text: 'three', attachments: [attachment('a.png', Buffer.alloc(2_000_000))] })
  await first.plugin.stop()
  await email(soon)
  await expect.poll(() => smtp.mails.length).toBe(1)
  const { fields, text = '' } = mailAt(0)
  expect(field(fields, 'subject')).toBe('=?UTF-8?Q?3_messages_from_Anna_=C3=84=2C_Friends?=')
  expect(text.replace(/^\d+ Jan,? \d\d:\d\d/gm, 'T')).toMatch(
    /^Anna Ä\n\nT {2}one\nT {2}three\n {2}\[a\.png, 2\.0 MB\]\n\nFriends\n\nT {2}Ben: two\n\n\(times: .+\)\n/,
  )
  await expect.poll(() => readFileSync(join(dataDir, 'digest.jsonl'), 'utf8')).toBe('')
})

it('a digest that the mail server refuses is sent later, unchanged and with the same Message-ID', async () => {
  smtp.refuse(451)
  const first = await email(soon)
  await first.inbound({ delivery_id: '1' })
  await expect.poll(() => first.log).toEqual(['The digest waits: The mail server answered 451.'])
  await first.inbound({ delivery_id: '2' })
  await first.plugin.stop()
  await email(soon)
  await expect.poll(() => smtp.mails.length).toBe(2)
  const [sent, next] = [0, 1].map((at) => field(mailAt(at).fields, 'message-id'))
  expect(field(readMail(Buffer.from(smtp.refused[0] ?? '')).fields, 'message-id')).toBe(sent)
  expect(mailAt(0).text?.match(/See you/g)).toHaveLength(1)
  expect(next).not.toBe(sent)
})

it('a repeated message appears once in its digest', async () => {
  const first = await email(late)
  await first.inbound()
  await first.plugin.stop()
  const second = await email(late)
  await second.inbound({ attempt: 2 })
  await second.plugin.stop()
  await email(soon)
  await expect.poll(() => smtp.mails.length).toBe(1)
  expect(mailAt(0).text?.match(/See you/g)).toHaveLength(1)
})

interface Reply {
  from?: string
  text?: string
  fields?: string[]
  to?: number
}

let replies = 0
/** Puts an answer into the mailbox as a mail program writes one. */
function reply({ from = `Me <${me}>`, text = 'On my way!', fields = [], to = 0 }: Reply = {}): number {
  const answered = mailAt(to)
  const id = field(answered.fields, 'message-id')
  const quoted = answered.text?.replace(/^/gm, '> ').replaceAll('\n', '\r\n')
  const own = [`From: ${from}`, `Message-ID: <reply-${++replies}@phone>`, 'Content-Type: text/plain; charset=utf-8']
  const references = `${field(answered.fields, 'references')}\r\n ${id}`
  const head = [...own, `In-Reply-To: ${id}`, `References: ${references}`, ...fields]
  return imap.put(
    [...head, '', text, '', 'On Fri, Jan 2, 2026 at 10:00 Anna <relay@example.com> wrote:', quoted].join('\r\n'),
  )
}

/** Replaces the Message-ID, as some mail servers do. */
function renamed(raw: string): string {
  const other = raw.replace(/^Message-ID:\s*<.*>$/im, 'Message-ID: <rewritten@server>')
  expect(other).toContain('\nMessage-ID: <rewritten@server>')
  return other
}

const isListening = () => expect.poll(() => readdirSync(dataDir)).toContain('mailbox.json')
/** Waits until everything in the folder was examined. */
const caughtUp = (uid: number) =>
  expect.poll(() => JSON.parse(readFileSync(join(dataDir, 'mailbox.json'), 'utf8')).next).toBe(uid + 1)

it('sends an answer to the mail into the conversation, without the quoted text', async () => {
  const { inbound, orders } = await email(answers())
  await isListening()
  await inbound()
  await caughtUp(reply())
  expect(orders).toEqual([{ to: conversation, what: 'On my way!', key: expect.stringMatching(/^[0-9a-f]{64}$/) }])
  expect(imap.commands.filter((one) => !/^(LOGIN|EXAMINE|UID FETCH)/.test(one))).toEqual([])
})

it('recognises an answer after a restart, and where the mail server changed the Message-ID', async () => {
  const first = await email(answers())
  await isListening()
  await first.inbound()
  await first.plugin.stop()
  const stored = smtp.mails[0] ?? expect.fail('no mail')
  stored.raw = renamed(stored.raw)
  const uid = reply()
  const { orders } = await email(answers())
  await caughtUp(uid)
  expect(orders).toMatchObject([{ to: conversation, what: 'On my way!' }])
})

it('sends attached files, each once', async () => {
  const { inbound, orders } = await email(answers())
  await isListening()
  await inbound()
  const id = field(mailAt(0).fields, 'message-id')
  const parts = ['Content-Type: text/plain\r\n\r\nLook', 'Content-Disposition: attachment; filename=a.txt\r\n\r\nfile']
  const body = parts.map((part) => `--b\r\n${part}\r\n`).join('')
  const head = `From: ${me}\r\nIn-Reply-To: ${id}\r\nMessage-ID: <f@x>\r\nContent-Type: multipart/mixed; boundary=b`
  await caughtUp(imap.put(`${head}\r\n\r\n${body}--b--\r\n`))
  expect(orders.map(({ what }) => what)).toEqual(['a.txt text/plain file', 'Look'])
})

it.each([
  ['a stranger', { from: 'Anna <evil@example.com>' }],
  ['a stranger who calls himself like one who may', { from: `"${me}" <evil@example.com>` }],
  ['a machine', { fields: ['Auto-Submitted: auto-replied'] }],
  ['a list', { fields: ['Precedence: bulk'] }],
])('an answer of %s is neither sent nor answered', async (_, how) => {
  const { inbound, orders } = await email(answers())
  await isListening()
  await inbound()
  await caughtUp(reply(how))
  expect([orders, smtp.mails.length]).toEqual([[], 1])
})

it.each([
  ['of nobody', (id: string) => id.replace(/\.[0-9a-f]{32}@/, `.${'0'.repeat(32)}@`)],
  ['of another conversation', (id: string) => id.replace(conversation, 'another')],
])('a reference %s is ignored', async (_, forge) => {
  const { inbound, orders } = await email(answers())
  await isListening()
  await inbound()
  const id = forge(field(mailAt(0).fields, 'message-id'))
  await caughtUp(imap.put(`From: ${me}\r\nIn-Reply-To: ${id}\r\nMessage-ID: <x@y>\r\n\r\nhello`))
  expect(orders).toEqual([])
})

it('its own mails in the same mailbox do not count as answers', async () => {
  const { inbound, orders } = await email({ ...answers(), from: me })
  await isListening()
  await inbound()
  const raw = smtp.mails[0]?.raw ?? ''
  imap.put(raw)
  imap.put(raw.replace(/^Auto-Submitted: .*\r\n/im, ''))
  await caughtUp(imap.put(renamed(raw)))
  expect(orders).toEqual([])
})

it.each([
  ['says nothing of its own', { text: '' }, {}, 'neither plain text nor a file'],
  ['Messages cannot send', {}, { state: 'failed' }, 'recipient_unreachable'],
  ['may have been sent or not', {}, { state: 'uncertain' }, 'Messages on your Mac'],
  ['the host refuses', {}, { before: refuse('chat_not_loaded') }, 'chat_not_loaded'],
])('mails the writer of an answer that %s', async (_, how, outbox, said) => {
  const { inbound } = await email(answers(), outbox)
  await isListening()
  await inbound()
  await caughtUp(reply(how))
  const { fields, text } = mailAt(-1)
  expect(smtp.mails.at(-1)?.to).toEqual([me])
  expect(text).toContain(said)
  expect(field(fields, 'auto-submitted')).toBe('auto-replied')
})

function refuse(code: string) {
  return () => {
    throw new CallRefused(code, 'Not now.')
  }
}

it('an answer to a digest of several conversations is not sent, and its writer gets the reason', async () => {
  const { inbound, orders } = await email({ ...answers(), ...late })
  await isListening()
  await inbound({ delivery_id: '1' })
  await inbound({ delivery_id: '2', conversation_id: 'c2' })
  await running.pop()?.stop()
  await email({ ...answers(), ...soon })
  await expect.poll(() => smtp.mails.length).toBe(1)
  const id = field(mailAt(0).fields, 'message-id')
  await caughtUp(imap.put(`From: ${me}\r\nIn-Reply-To: ${id}\r\nMessage-ID: <x@y>\r\n\r\nhello`))
  expect(orders).toEqual([])
  expect(mailAt(-1).text).toContain('several conversations')
})

it('sends a rate-limited answer later, and retries after the mailbox server hung up', async () => {
  let tries = 0
  const before = () => {
    if (++tries === 1) throw new CallRefused('rate_limited', 'Too much.', 1)
  }
  const { inbound, orders } = await email(answers(), { before })
  await isListening()
  await inbound()
  imap.hangUpAfter(1)
  const uid = reply()
  await expect.poll(() => imap.commands.length).toBeGreaterThan(4)
  imap.hangUpAfter(Number.POSITIVE_INFINITY)
  await caughtUp(uid)
  expect([orders.length, tries]).toEqual([1, 2])
})

it('ignores mails from before it started, even when the mailbox renumbers its mails', async () => {
  const { inbound, orders, log } = await email()
  await inbound()
  const uid = reply()
  const again = await email(answers(), { orders })
  await caughtUp(uid)
  imap.uidValidity = 8
  await expect.poll(() => again.log.length).toBe(2)
  expect([orders, log, again.log]).toEqual([[], [], Array(2).fill('Answers are looked for from now on.')])
})

it('logs a refused login to the mailbox once, without the password', async () => {
  const { log } = await email({ ...answers(), imap_password: 'not-this' })
  await expect.poll(() => imap.commands.length).toBeGreaterThan(2)
  expect(log).toEqual(['No answers can be fetched: the mailbox server refuses user and password.'])
})

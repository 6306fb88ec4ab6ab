import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ImsgProcess } from '../../harness/imsg-process.ts'
import { keyWith, signIn, type WebHere, webHere } from '../../harness/web-here.ts'

const anna = '+12025550123'
const bob = '+12025550124'
const pdf = Buffer.from('%PDF-1.4 plan')
let web: WebHere
/** The program on the Mac itself, and on another machine. */
let local: ImsgProcess
let remote: ImsgProcess
let elsewhere: string
let group: string

beforeAll(async () => {
  elsewhere = mkdtempSync(join(tmpdir(), 'imsg-'))
  web = await webHere({ mac: { messages: 1_500, chats: 12 } })
  const { messages, contacts } = web.mac
  contacts.onMyMac.add({ firstName: 'Anna', lastName: 'Keller', phones: [anna] })
  group = messages.createGroup({ members: [anna, bob], name: 'Lake trip' }).guid
  const plan = messages.receive({ from: anna, chat: group, text: 'The plan' })
  messages.receive({ from: bob, chat: group, text: 'Agreed', replyTo: { guid: plan.guid } })
  for (const kind of ['love', 'like', 'dislike', 'laugh', 'emphasize', 'question'] as const)
    messages.tapback({ target: plan.guid, from: kind === 'love' ? anna : bob, kind })
  messages.tapback({ target: plan.guid, kind: { emoji: '🛶' } })
  messages.removeTapback({ target: plan.guid, kind: { emoji: '🛶' } })
  messages.receive({ from: anna, chat: group, files: [{ name: '../plan.pdf', mime: 'application/pdf', bytes: pdf }] })
  messages.send({ chat: group, text: 'See you', state: 'delivered' })
  const key = await keyWith(web, await signIn(web), ['read', 'write'])
  local = new ImsgProcess(web.mac.home)
  remote = new ImsgProcess(elsewhere, { RELAY_URL: web.url, RELAY_KEY: key })
})
afterAll(async () => {
  for (const each of [local, remote, web]) await each?.[Symbol.asyncDispose]()
  rmSync(elsewhere, { recursive: true, force: true })
})

const [text, number, yesOrNo] = ['string', 'number', 'boolean']
const chatFields = {
  id: number,
  name: text,
  identifier: text,
  guid: text,
  service: text,
  last_message_at: 'time',
  is_group: yesOrNo,
  participants: 'strings',
  unread_count: number,
}
const messageFields = {
  id: number,
  chat_id: number,
  chat_identifier: text,
  chat_guid: text,
  chat_name: text,
  participants: 'strings',
  is_group: yesOrNo,
  guid: text,
  sender: text,
  is_from_me: yesOrNo,
  text,
  created_at: 'time',
  service: text,
  attachments: 'objects',
  reactions: 'objects',
}
const optionalFields = {
  sender_name: text,
  reply_to_guid: text,
  reply_to_text: text,
  reply_to_sender: text,
  date_read: 'time',
  thread_originator_guid: text,
  thread_originator_part: text,
  destination_caller_id: text,
  is_read: yesOrNo,
  balloon_bundle_id: text,
  url_preview: 'object',
  display_name: text,
  contact_name: text,
  is_reaction: yesOrNo,
  is_reaction_add: yesOrNo,
  reaction_type: text,
  reaction_emoji: text,
  reacted_to_guid: text,
}
const attachmentFields = {
  filename: text,
  transfer_name: text,
  uti: text,
  mime_type: text,
  total_bytes: number,
  byte_size: number,
  is_sticker: yesOrNo,
  original_path: text,
  path: text,
  missing: yesOrNo,
}
const reactionFields = { id: number, type: text, emoji: text, sender: text, is_from_me: yesOrNo, created_at: 'time' }

function kindOf(value: unknown, wanted: string): string {
  if (wanted === 'time') return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(String(value)) ? 'time' : String(value)
  if (!Array.isArray(value)) return typeof value
  return `${[...new Set(value.map((each) => typeof each))].join() || wanted.slice(0, -1)}s`
}

/** Returns the parts of the object that a strict client would not take. */
function wrongIn(object: Record<string, unknown>, required: Record<string, string>): string[] {
  const optional: Record<string, string> = optionalFields
  return [
    ...Object.keys(required).filter((name) => !(name in object)),
    ...Object.entries(object).flatMap(([name, value]) => {
      const wanted = required[name] ?? optional[name] ?? 'no such field'
      const kind = kindOf(value, wanted)
      return kind === wanted ? [] : [`${name}: ${kind} instead of ${wanted}`]
    }),
  ]
}

test('for all kinds of rows each field has one type, absent fields are left out, and times have milliseconds', async () => {
  const { chats } = await local.ask('chats.list', { limit: 1_000 })
  expect(chats.length).toBeGreaterThan(5)
  expect(chats.flatMap((chat: object) => wrongIn({ ...chat }, chatFields))).toEqual([])
  const seen = new Set<string>()
  let [since, more] = [0, true]
  while (more) {
    const page = await local.ask('messages.after', { since_rowid: since, limit: 500, include_reactions: true })
    expect(page.messages.flatMap((message: object) => wrongIn({ ...message }, messageFields))).toEqual([])
    for (const message of page.messages) {
      for (const name of Object.keys(message)) seen.add(name)
      expect(message.reactions.flatMap((each: object) => wrongIn({ ...each }, reactionFields))).toEqual([])
    }
    expect(page.next_rowid).toBeGreaterThan(since)
    ;[since, more] = [page.next_rowid, page.has_more]
  }
  expect([...seen]).toEqual(expect.arrayContaining(['is_reaction', 'reply_to_text', 'is_read', 'sender_name']))
  const histories = await Promise.all(
    chats.map(({ id }: { id: number }) =>
      local.ask('messages.history', { chat_id: id, limit: 100, attachments: true }),
    ),
  )
  const messages = histories.flatMap((history) => history.messages)
  expect(messages.flatMap((message: object) => wrongIn({ ...message }, messageFields))).toEqual([])
  const attachments = messages.flatMap((message) => message.attachments)
  expect(attachments.length).toBeGreaterThan(5)
  expect(attachments.flatMap((each: object) => wrongIn({ ...each }, attachmentFields))).toEqual([])
  expect(JSON.stringify(histories)).not.toContain('null')
})

test('reactions are folded into their message, and replies name the message that they answer', async () => {
  const { chats } = await local.ask('chats.list', { limit: 1 })
  const { messages } = await local.ask('messages.history', { chat_id: chats[0].id })
  expect(chats[0]).toMatchObject({ name: 'Lake trip', guid: group, participants: [anna, bob], is_group: true })
  expect(messages.map((message: { text: string }) => message.text)).toEqual(['See you', '', 'Agreed', 'The plan'])
  const [, , answer, plan] = messages
  expect(plan.reactions).toMatchObject([
    { type: 'love', emoji: '❤️', sender: anna, sender_name: 'Anna Keller', is_from_me: false },
    { type: 'question', emoji: '❓', sender: bob },
  ])
  expect(answer).toMatchObject({ reply_to_guid: plan.guid, reply_to_text: 'The plan', reply_to_sender: anna })
  expect(await local.ask('message.send_status', { guid: messages[0].guid })).toMatchObject({
    ok: true,
    send_state: 'delivered',
    status_fields: { error: 0 },
  })
  expect(await local.ask('message.send_status', { guid: 'not-there' })).toMatchObject({
    send_state: 'pending',
    status_fields: null,
  })
  const stats = await local.ask('messages.stats', { chat_id: chats[0].id, include_media: true })
  expect(stats).toMatchObject({
    total_messages: 4,
    sent_messages: 1,
    received_messages: 3,
    media: { total_attachments: 1 },
  })
  // People of the simulated Mac schedule at random; the same text at the same moment in one chat is one message.
  const waiting =
    web.mac.row(`SELECT count(DISTINCT j.chat_id || ' ' || m.date || ' ' || coalesce(hex(m.attributedBody), m.text))
    AS n FROM message m JOIN chat_message_join j ON j.message_id = m.ROWID WHERE m.schedule_type = 2`)?.n
  expect((await local.ask('messages.scheduled')).messages).toHaveLength(Number(waiting))
  const times = messages.map((message: { created_at: string }) => message.created_at)
  const older = await local.ask('messages.history', { chat_id: chats[0].id, end: times[1] })
  expect(older.messages.map((message: { text: string }) => message.text)).toEqual(
    messages.filter((_: unknown, at: number) => times[at] < times[1]).map((message: { text: string }) => message.text),
  )
})

test('a message is scheduled, listed beside those that Messages itself has scheduled, changed and cancelled', async () => {
  const inMessages = web.mac.messages.sendLater({ chat: group, text: 'By Messages', dueMs: Date.now() + 3 * hourMs })
  const send = { chat_guid: group, text: 'Later', send_at: 'PT2H' }
  const { schedule_id, scheduled_at, id, ...sent } = await local.ask('send', send)
  expect([sent.ok, id, Date.parse(scheduled_at) > Date.now() + hourMs]).toEqual([true, undefined, true])
  const ours = ['Later', 'Even later', 'By Messages']
  const listed = async () => {
    const { messages } = await local.ask('messages.scheduled')
    return messages.filter(({ text }: { text: string }) => ours.includes(text))
  }
  expect(await listed()).toMatchObject([
    { schedule_id, state: 'scheduled', text: 'Later', scheduled_at, chat_guid: group, chat_name: 'Lake trip' },
    { guid: inMessages.guid, text: 'By Messages', schedule_type: 2 },
  ])
  const change = { schedule_id, text: 'Even later', send_at: 'P2D' }
  expect(await local.ask('messages.scheduled.change', change)).toMatchObject({ ok: true, state: 'scheduled' })
  expect((await listed()).map(({ text }: { text: string }) => text)).toEqual(['By Messages', 'Even later'])
  expect((await local.call('messages.scheduled.change', { schedule_id })).error).toMatchObject({ code: -32_602 })
  expect(await local.ask('messages.scheduled.cancel', { schedule_id })).toEqual({ ok: true })
  expect(await listed()).toMatchObject([{ text: 'By Messages' }])
  const refused = await local.call('send', { ...send, send_at: 'tomorrow' })
  expect(refused.error).toMatchObject({ data: { disposition: 'not_started' } })
})

const hourMs = 3_600_000

test('on the Mac the file of an attachment is where Messages keeps it, and elsewhere in a folder of our own', async () => {
  const ask = async (rpc: ImsgProcess) => {
    const { chats } = await rpc.ask('chats.list', { limit: 1 })
    const { messages } = await rpc.ask('messages.history', { chat_id: chats[0].id, attachments: true })
    return messages.flatMap(({ attachments }: { attachments: object[] }) => attachments)
  }
  const [here] = await ask(local)
  const [there] = await ask(remote)
  expect(here.missing || there.missing).toBe(false)
  expect(readFileSync(there.original_path)).toEqual(pdf)
  const folder = join(elsewhere, '.cache', 'relay-imsg')
  expect(there.original_path).toMatch(new RegExp(`^${folder}/[0-9a-f]{32}/[^/]+$`))
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(statSync(there.original_path).mode & 0o777).toBe(0o600)
  expect(readdirSync(join(there.original_path, '..'))).toHaveLength(1)
  expect(await ask(remote)).toEqual([there])
})

test('a file is uploaded before it is sent, and the response names the message that is in Messages', async () => {
  const file = join(elsewhere, 'photo.jpg')
  writeFileSync(file, Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]))
  const sent = await remote.ask('send', { chat_guid: group, file, text: 'From afar', service: 'auto', region: 'US' })
  expect(sent).toMatchObject({ ok: true, transport: 'applescript', chat_guid: group })
  expect(sent.message_id).toBe(sent.guid)
  expect(web.mac.row(`SELECT guid FROM message WHERE ROWID = ${sent.id}`)).toEqual({ guid: sent.guid })
  const direct = await remote.ask('send', { to: anna, text: 'Hello', service: 'imessage', allowSMSFallback: true })
  expect(direct).toMatchObject({ ok: true, service: 'iMessage', id: expect.any(Number) })
  const answered = await remote.call('send', { to: anna, text: 'x', replyTo: 'GUID' })
  expect(answered.error).toMatchObject({
    message: expect.stringContaining('reply_to requires bridge transport'),
    data: { retry_safe: true, disposition: 'not_started' },
  })
  expect((await remote.call('send', { chat_id: 4_242, text: 'x' })).error).toMatchObject({
    code: -32_602,
    data: { disposition: 'not_started' },
  })
})

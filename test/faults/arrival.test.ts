import { setTimeout as wait } from 'node:timers/promises'
import { test } from 'vitest'
import type { ConversationKey, RowId } from '../../src/contract/ids.ts'
import { openSendLedger } from '../../src/sending/ledger/open.ts'
import { configure, dirOf } from '../harness/bridge-process.ts'
import { anna, ben, relaySetup } from '../harness/relay-setup.ts'
import { until } from '../harness/until.ts'

const minuteMs = 60_000

test.concurrent('ten thousand messages in one commit all arrive, in order', async ({ expect }) => {
  await using relay = await relaySetup()
  const { messages } = relay.mac
  const texts = Array.from({ length: 10_000 }, (_, index) => `message ${index}`)
  messages.transaction(() => {
    for (const text of texts) messages.receive({ from: anna, text })
  })
  await until(() => relay.journal.count('relayed') === texts.length)
  // Deliveries take longer than ingest; that is measured elsewhere.
  await until(() => relay.receiver.texts().length >= 500)
  expect(relay.receiver.texts().slice(0, 500)).toEqual(texts.slice(0, 500))
})

test.concurrent('five thousand old messages that iCloud adds count as history, and live ones between them arrive', async () => {
  await using relay = await relaySetup()
  const { messages } = relay.mac
  messages.receive({ from: anna, text: 'before' })
  await relay.receives('before')
  const live: string[] = []
  for (let part = 0; part < 10; part++) {
    messages.transaction(() => {
      for (let n = 0; n < 500; n++)
        messages.receive({
          from: n % 2 ? anna : ben,
          text: `old ${part} ${n}`,
          atMs: Date.now() - 5 * minuteMs - n * 1_000,
        })
    })
    live.push(`live ${part}`)
    messages.receive({ from: anna, text: `live ${part}` })
    await until(() => relay.receiver.texts().includes(`live ${part}`))
  }
  await until(() => relay.journal.count('history') === 5_000)
  await relay.receives('before', ...live)
})

test.concurrent.for([200, 3_000])(
  'a text that is %i ms late is delivered once and complete, and keeps its place in the order',
  async (lateMs, { expect }) => {
    await using relay = await relaySetup()
    const { messages } = relay.mac
    // A row waits five seconds for its text. The time in which the plugin starts must not count towards them.
    messages.receive({ from: ben, text: 'before' })
    await relay.receives('before')
    const begunMs = performance.now()
    const begun = messages.beginReceive({ from: anna, text: 'first' })
    messages.join(begun)
    messages.receive({ from: anna, text: 'second' })
    messages.receive({ from: ben, text: 'of another chat' })
    await relay.receives('before', 'of another chat')
    await wait(Math.max(0, lateMs - (performance.now() - begunMs)))
    messages.fillBody(begun)
    await relay.receives('before', 'of another chat', 'first', 'second')
    expect(relay.receiver.texts()).toEqual(['before', 'of another chat', 'first', 'second'])
  },
)

test.concurrent('a row first marked as mine that turns out to be someone else’s arrives', async () => {
  await using relay = await relaySetup()
  const { messages } = relay.mac
  for (const [index, pauseMs] of [0, 1, 5, 20, 100, 400].entries()) {
    const message = messages.receive({ from: anna, text: `flipped ${index}`, columns: { is_from_me: 1 } })
    await wait(pauseMs)
    messages.flipSender({ message, fromMe: false })
  }
  await relay.receives(...Array.from({ length: 6 }, (_, index) => `flipped ${index}`))
})

test.concurrent('a row first marked as someone else’s that turns out to be mine was relayed, and is not relayed again', async () => {
  await using relay = await relaySetup()
  const { messages } = relay.mac
  const message = messages.receive({ from: anna, text: 'written on my phone' })
  await relay.receives('written on my phone')
  messages.flipSender({ message, fromMe: true })
  messages.receive({ from: anna, text: 'the next' })
  await relay.receives('written on my phone', 'the next')
})

test.concurrent('a conversation keeps its id when macOS 26 renames every chat', async ({ expect }) => {
  await using relay = await relaySetup({ mac: { macos: 15 } })
  const { messages } = relay.mac
  const group = messages.createGroup({ name: 'Hikers', members: [anna, ben] })
  const hear = (text: string) => {
    messages.receive({ from: anna, text })
    messages.receive({ from: ben, text: `${text} in the group`, chat: group.identifier })
  }
  hear('one')
  await relay.receives('one', 'one in the group')
  messages.renameChats()
  hear('two')
  await relay.receives('one', 'one in the group', 'two', 'two in the group')
  const idOf = (text: string) => relay.receiver.delivered.find(({ body }) => body.text === text)?.body.conversation_id
  expect(idOf('two')).toBe(idOf('one'))
  expect(idOf('two in the group')).toBe(idOf('one in the group'))
})

test.concurrent('a note to myself arrives once and marked as one, however its copies are stored; the same text written twice arrives twice', async ({
  expect,
}) => {
  await using relay = await relaySetup()
  const { messages } = relay.mac
  const nowMs = Date.now()
  messages.noteToSelf({ text: 'at once' })
  messages.noteToSelf({ text: 'three minutes apart', atMs: nowMs - 3 * minuteMs, copyAfterMs: 3 * minuteMs })
  messages.noteToSelf({ text: 'in two chats', inTwoChats: true })
  messages.noteToSelf({ text: 'only sent', twins: 'sent' })
  messages.noteToSelf({ text: 'twice', atMs: nowMs - 2_000 })
  messages.noteToSelf({ text: 'twice', atMs: nowMs })
  messages.receive({ from: anna, text: 'from someone else' })
  const notes = ['at once', 'three minutes apart', 'in two chats', 'only sent', 'twice', 'twice']
  await relay.receives(...notes, 'from someone else')
  const marked = relay.receiver.delivered.filter(({ body }) => body.is_note === true).map(({ body }) => body.text)
  expect(marked.toSorted()).toEqual(notes.toSorted())
})

test.concurrent('messages that the service itself sent are not relayed, whether to others or to oneself', async () => {
  await using relay = await relaySetup()
  const { mac } = relay
  const ledger = openSendLedger({ path: dirOf(mac.home).echoLogFile })
  const sending = (to: string, text: string) => {
    const nowMs = Date.now()
    const address = { conversation: `dm:${to}` as ConversationKey, handle: to, chatGuid: null, service: null }
    const asked = {
      by: 'owner',
      idempotencyKey: null,
      isConfirmed: false,
      createdAtMs: nowMs,
      expiresAtMs: nowMs + minuteMs,
    }
    const limits = { perMinute: 20, sameTextPeople: 5 }
    const { send } = ledger.accept({ ...address, ...asked, parts: [{ kind: 'text', text }] }, limits)
    ledger.recordHandover({ send: send.id, part: 0, service: null, afterRowid: 0 as RowId, atMs: nowMs })
  }
  sending(anna, 'from the service')
  sending(mac.self.phone, 'a note from the service')
  mac.messages.send({ to: anna, text: 'from the service' })
  mac.messages.noteToSelf({ text: 'a note from the service' })
  mac.messages.noteToSelf({ text: 'my own note' })
  mac.messages.receive({ from: anna, text: 'from the service' })
  ledger.close()
  await relay.receives('my own note', 'from the service')
  // The copy of an echo is a repeat. My messages in other chats are out of scope before their sender is examined.
  await until(() => relay.journal.count('echo') === 1)
})

test.concurrent('one-time codes and promotions are relayed while their category is enabled', async ({ expect }) => {
  await using relay = await relaySetup()
  const { messages } = relay.mac
  const filed = (address: string, filtered: number, text: string) => {
    const { guid: chat } = messages.directChat({ with: address, service: 'SMS', filtered })
    return () => messages.receive({ from: address, text, service: 'SMS', chat })
  }
  const code = filed('24273(smsft)', 4, 'your code')
  const parcel = filed('24274', 36, 'your parcel')
  const offer = filed('56249(smsfp)', 3, 'your offer')
  const spam = filed('+12025550177', 2, 'you won')
  for (const receive of [code, parcel, offer, spam]) receive()
  await relay.receives('your code', 'your parcel', 'your offer')
  await relay.bridge.stop()
  configure(relay.mac.home, { categories: { relayed: ['known', 'promotion'] } })
  await relay.restart()
  for (const receive of [code, offer]) receive()
  await relay.receives('your code', 'your parcel', 'your offer', 'your offer')
  await until(() => relay.journal.count('junk') === 2)
  expect(relay.journal.count('relayed')).toBe(4)
})

test.concurrent('scheduled, junk and deleted messages are not relayed', async ({ expect }) => {
  await using relay = await relaySetup({ isStarted: false })
  const { messages } = relay.mac
  await relay.bridge.polling()
  await relay.bridge.stop()
  messages.sendLater({ to: relay.mac.self.phone, text: 'scheduled', dueMs: Date.now() + 60 * minuteMs })
  const junk = messages.directChat({ with: '+12025550177', service: 'SMS', filtered: 2 })
  messages.receive({ from: '+12025550177', text: 'junk', chat: junk.guid })
  messages.moveToRecentlyDeleted({ message: messages.receive({ from: anna, text: 'deleted' }) })
  messages.receive({ from: anna, text: 'news' })
  await relay.restart()
  await relay.receives('news')
  await until(() => relay.journal.count('junk') === 1)
  expect(relay.journal.count('relayed')).toBe(1)
})

import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { setFault } from '../simulator/programs/faults.ts'
import { seededRandom } from '../simulator/random.ts'
import type { MacosVersion } from '../simulator/schema/macos-version.ts'
import type { TemporaryMac } from '../simulator/temporary-mac.ts'
import type { ConversationKey, RowId } from '../src/contract/ids.ts'
import { type Send, sendStates } from '../src/contract/send.ts'
import { openSendLedger } from '../src/sending/ledger/open.ts'
import { dirOf, toWebhook } from './harness/bridge-process.ts'
import { anna, type RelaySetup, relaySetup } from './harness/relay-setup.ts'
import { isWhole } from './harness/told.ts'
import { until } from './harness/until.ts'
import { webHere } from './harness/web-here.ts'

/** The suite tries each version in some of the tests, and `npm run proof -- whole` in all of them. */
const versions = (...some: MacosVersion[]): readonly MacosVersion[] => (isWhole ? [12, 14, 26] : some)
const endless = { perMinute: 100_000, sameTextPeople: 100_000 }

/** Opens the ledger as a process does that requests a send and then dies. */
function withLedger<T>({ home }: TemporaryMac, work: (ledger: ReturnType<typeof openSendLedger>) => T): T {
  const ledger = openSendLedger({ path: dirOf(home).echoLogFile, onQuarantine: () => undefined })
  try {
    return work(ledger)
  } finally {
    ledger.close()
  }
}

function orderFromMe({ self }: TemporaryMac, text: string) {
  const createdAtMs = Date.now()
  return {
    by: 'owner',
    idempotencyKey: randomUUID(),
    isConfirmed: false,
    chatGuid: null,
    service: null,
    conversation: `dm:${self.phone}` as ConversationKey,
    handle: self.phone,
    parts: [{ kind: 'text', text }] as const,
    createdAtMs,
    expiresAtMs: createdAtMs + 300_000,
  }
}

const guids = (mac: TemporaryMac) => mac.rows('SELECT guid FROM message').map(({ guid }) => String(guid))

/** Both rows of the send were processed, and only a later message of someone else was relayed. */
async function comesBackToNobody(relay: RelaySetup, rows = 2): Promise<void> {
  await until(() => guids(relay.mac).length === rows && guids(relay.mac).every((guid) => relay.journal.outcome(guid)), {
    describe: () => JSON.stringify(guids(relay.mac).map((guid) => relay.journal.outcome(guid))),
  })
  // The second row is a repeat of the first, whichever of the two was processed first.
  expect(new Set(guids(relay.mac).map((guid) => relay.journal.outcome(guid)))).toEqual(new Set(['echo', 'repeat']))
  relay.mac.messages.receive({ from: anna, text: 'something else' })
  await relay.receives('something else')
}

test.each(versions(26))('macOS %i: a message sent from the page to oneself is not relayed back', async (macos) => {
  await using relay = await relaySetup({ mac: { macos } })
  await using web = await webHere({ over: relay.mac, config: toWebhook(relay.receiver.url) })
  const send = await web.client.send({ handle: relay.mac.self.phone, text: 'milk, eggs' })
  expect(send.error).toBeNull()
  await comesBackToNobody(relay)
})

test.each(versions(12))(
  'macOS %i: a message that the bridge sends for a process that has ended is not relayed back',
  async (macos) => {
    await using relay = await relaySetup({ mac: { macos } })
    const { send } = withLedger(relay.mac, (ledger) => ledger.accept(orderFromMe(relay.mac, 'milk, eggs'), endless))
    await comesBackToNobody(relay)
    await until(() => withLedger(relay.mac, (ledger) => ledger.findSend(send.id)?.state === 'delivered'))
  },
)

test.each(versions(14))(
  'macOS %i: a message that the bridge reads before the script has ended is not relayed back',
  async (macos) => {
    await using relay = await relaySetup({ mac: { macos }, config: { send: { confirm_timeout_s: 1 } } })
    const { mac } = relay
    const text = 'milk, eggs'
    withLedger(mac, (ledger) => {
      setFault(mac.home, { name: 'hangs', times: null })
      ledger.accept(orderFromMe(mac, text), endless)
    })
    await until(() => withLedger(mac, (ledger) => ledger.listFollowed(Date.now()).length === 1))
    mac.messages.noteToSelf({ text })
    await comesBackToNobody(relay)
  },
)

test.each(versions(12, 26))(
  'macOS %i: a copy that arrives late in the chat of one’s mail address is not relayed back',
  async (macos) => {
    await using relay = await relaySetup({ mac: { macos } })
    const { mac } = relay
    withLedger(mac, (ledger) => {
      const { send } = ledger.accept(orderFromMe(mac, 'milk, eggs'), endless)
      const handover = { send: send.id, part: 0, service: null, afterRowid: 0 as RowId, atMs: Date.now() }
      ledger.recordHandover(handover)
    })
    mac.messages.noteToSelf({ text: 'milk, eggs', inTwoChats: true, copyAfterMs: 3_000 })
    await comesBackToNobody(relay)
  },
)

test('a note that one writes to oneself by hand is relayed, once each', async () => {
  await using relay = await relaySetup()
  await using web = await webHere({ over: relay.mac, config: toWebhook(relay.receiver.url) })
  await web.client.send({ handle: relay.mac.self.phone, text: 'by the page' })
  relay.mac.messages.noteToSelf({ text: 'by hand' })
  await relay.receives('by hand')
  expect(relay.journal.count('relayed')).toBe(1)
})

test('after kill −9 of the bridge the states of a send are reported in order, to the last, and only when they change', async () => {
  const send = { per_minute: 10_000, same_text_people: 100 }
  await using relay = await relaySetup({ config: { send } })
  await using web = await webHere({ over: relay.mac, config: { ...toWebhook(relay.receiver.url), send } })
  const random = seededRandom('told')
  const sends: Promise<Send>[] = []
  for (let round = 0; round < (isWhole ? 8 : 2); round++) {
    for (let each = 0; each < 4; each++)
      sends.push(web.client.send({ handle: `+1202555${3_000 + sends.length}`, text: `text ${sends.length}` }))
    await wait(random() * 400)
    await relay.bridge.kill()
    await relay.restart()
  }
  const ids = (await Promise.all(sends)).map(({ id }) => id)
  const told = (id: string) =>
    relay.journal.events().flatMap((event) => (event.type === 'send_updated' && event.id === id ? event : []))
  const isOver = (id: string) => ['delivered', 'uncertain'].includes(told(id).at(-1)?.state ?? '')
  await until(() => ids.every(isOver), { describe: () => JSON.stringify(ids.map(told)) })
  for (const id of ids) {
    const ranks = told(id).map(({ state }) => sendStates.indexOf(state))
    expect(ranks).toEqual(ranks.toSorted((a, b) => a - b))
    expect((await web.client.get_send({ id })).state).toBe(told(id).at(-1)?.state)
  }
  // A state may be reported again with more detail, such as the chat in which the message landed, but only when
  // something changed.
  const changes = withLedger(relay.mac, (ledger) => ledger.revision())
  expect(ids.flatMap(told).length).toBeLessThanOrEqual(changes)
})

import { expect, test } from 'vitest'
import { play, type Scenario, scenarios } from '../../simulator/scenarios/scenarios.ts'
import { toWebhook } from '../harness/bridge-process.ts'
import { anna, relaySetup } from '../harness/relay-setup.ts'
import { until } from '../harness/until.ts'
import { webHere } from '../harness/web-here.ts'

const minuteMs = 60_000

test("yesterday's messages that iCloud adds can be read and searched, and only the three live messages between them are delivered", async () => {
  await using relay = await relaySetup()
  const { mac, receiver, journal } = relay
  await using web = await webHere({ over: mac, config: toWebhook(receiver.url) })
  const steps = await play(mac.home, scenarios.get('icloud-yesterday') as Scenario, { rows: 60 })
  const live = steps.filter(({ expect }) => expect === 'relay').map(({ did }) => did)
  expect(live).toHaveLength(3)
  await until(() => journal.count('history') === 60)
  await relay.receives(...live)
  expect((await web.client.list_deliveries()).deliveries).toHaveLength(3)

  const chats = new Set(steps.map(({ chatGuid = '' }) => chatGuid))
  const texts = await Promise.all(
    [...chats].map(async (guid) => (await web.client.list_messages({ guid, limit: 100 })).map(({ text }) => text)),
  )
  expect(texts.flat().toSorted()).toEqual(steps.map(({ did }) => did).toSorted())
  const found = async () => (await web.client.search({ q: '"said yesterday"', limit: 100 })).results.length
  await until(async () => (await found()) === 60)
  const old = steps.find(({ expect }) => expect === 'history')?.rowid ?? 0
  expect(await web.client.message_trace({ rowid: old })).toMatchObject({ outcome: 'history', deliveries: [] })
})

test('a message from before the relay began is not relayed when iCloud inserts it again, even if no message is newer', async () => {
  await using relay = await relaySetup({ isStarted: false })
  const { mac, journal } = relay
  await relay.bridge.kill()
  const elder = mac.messages.receive({ from: anna, text: 'from before', atMs: Date.now() - minuteMs })
  const note = mac.messages.noteToSelf({ text: 'a note from before', twins: 'sent', atMs: Date.now() - minuteMs })
  await relay.restart()
  const again = [elder, note].map((message) => mac.messages.reland({ message }))
  mac.messages.receive({ from: anna, text: 'live' })
  await relay.receives('live')
  expect(again.map(({ guid }) => journal.outcome(guid))).toEqual(['repeat', 'repeat'])
})

import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { runHere } from '../../src/cli/test-run-here.ts'
import { readJournal } from '../../src/store/journal/reader.ts'
import { bridgeHere } from '../harness/bridge-here.ts'
import { dirOf, toWebhook } from '../harness/bridge-process.ts'
import { mcpClient } from '../harness/mcp-client.ts'
import { startReceiver } from '../harness/receiver.ts'
import { anna } from '../harness/relay-setup.ts'
import { until } from '../harness/until.ts'
import { webHere } from '../harness/web-here.ts'

function forgetTexts(home: string): void {
  using db = new DatabaseSync(dirOf(home).journalFile, { timeout: 5_000 })
  db.exec('UPDATE inbox SET payload = NULL')
}

/** A bridge with a webhook to a receiver, and the web process beside it. */
async function relayWithWeb(url?: string) {
  const relay = await bridgeHere()
  const relays = { scope: 'everyone', poll_interval_s: 0.1 }
  const web = await webHere({ over: relay.mac, config: { ...toWebhook(url ?? relay.receiver.url), relay: relays } })
  await until(async () =>
    (await web.client.list_plugins()).some(({ name, status }) => name === 'webhook' && status === 'running'),
  )
  return {
    ...relay,
    client: web.client,
    async [Symbol.asyncDispose]() {
      await web[Symbol.asyncDispose]()
      await relay[Symbol.asyncDispose]()
    },
  }
}

test('a test delivery takes the whole path at once, and returns the response of the receiver', async () => {
  await using relay = await relayWithWeb()
  const { client, receiver } = relay
  expect(await client.test_plugin({ name: 'webhook' })).toMatchObject({
    state: 'delivered',
    error: null,
    answer: { status: 204, body: '' },
    duration_ms: expect.any(Number),
  })
  const [{ body }] = receiver.delivered as [(typeof receiver.delivered)[number]]
  expect(body).toMatchObject({ type: 'message', sender: 'Local Messaging Relay', is_test: true, is_group: false })
  expect(body.text).toContain('test of Local Messaging Relay')
  const { deliveries } = await client.list_deliveries()
  expect(deliveries).toMatchObject([{ is_test: true, plugin: 'webhook', state: 'delivered', rowid: null }])
})

test('a paused plugin gets nothing but tests, and then everything in order; a message can be delivered again', async () => {
  await using relay = await relayWithWeb()
  const { client, receiver, mac } = relay
  expect(await client.pause_plugin({ name: 'webhook' })).toMatchObject({ paused: true, enabled: true })
  const journal = readJournal(join(dirOf(mac.home).stateDir, 'journal.db'))
  mac.messages.receive({ from: anna, text: 'one' })
  mac.messages.receive({ from: anna, text: 'two' })
  await until(() => journal.counts().get('webhook')?.pending === 2)
  expect(await client.test_plugin({ name: 'webhook' })).toMatchObject({ state: 'delivered' })
  expect(receiver.delivered.map(({ body }) => 'is_test' in body)).toEqual([true])
  const [waiting] = (await client.list_deliveries({ state: 'queued' })).deliveries
  expect(await client.resume_plugin({ name: 'webhook' })).toMatchObject({ paused: false })
  await until(() => receiver.delivered.length === 3)
  expect(receiver.texts().slice(1)).toEqual(['one', 'two'])
  await until(() => journal.counts().get('webhook') === undefined)
  const id = String(waiting?.id)
  const { handed } = await client.get_delivery({ id })
  expect(handed).toMatchObject({
    delivery_id: id,
    text: 'two',
    conversation_id: receiver.delivered.at(-1)?.body.conversation_id,
  })
  const again = await client.send_delivery_again({ id })
  await until(() => receiver.delivered.length === 4)
  expect(receiver.delivered.at(-1)?.body).toMatchObject({ text: 'two', delivery_id: again.id })
  expect(again.id).not.toBe(id)
  await until(() => journal.counts().get('webhook') === undefined)
  // After a week the text is gone here, and is read from Messages again.
  forgetTexts(mac.home)
  expect(await client.get_delivery({ id })).toMatchObject({ handed: null })
  await client.send_delivery_again({ id })
  await until(() => receiver.delivered.length === 5)
  expect(receiver.delivered.at(-1)?.body).toMatchObject({ text: 'two', sender: receiver.delivered.at(-2)?.body.sender })
  journal.close()
})

test("the receiver's response to each attempt is the same in the API, at the terminal and for language models", async () => {
  let refusals = 1
  await using receiver = await startReceiver(() => (refusals-- > 0 ? 503 : 202))
  await using relay = await relayWithWeb(receiver.url)
  const { client, mac } = relay
  mac.messages.receive({ from: anna, text: 'one' })
  await until(async () => (await client.list_deliveries({ state: 'delivered' })).deliveries.length === 1)
  const [listed] = (await client.list_deliveries()).deliveries
  const { history, ...delivery } = await client.get_delivery({ id: String(listed?.id) })
  expect(delivery).toMatchObject({ ...listed, answer_status: 202, duration_ms: expect.any(Number) })
  const [refused, accepted] = history
  expect(history).toMatchObject([
    { attempt: 1, answer_status: 503, duration_ms: expect.any(Number), error: 'the receiver answered 503' },
    { attempt: 2, answer_status: 202, duration_ms: delivery.duration_ms, error: null },
  ])

  const { stdout } = await runHere(mac.home, ['deliveries', 'show', delivery.id])
  const attempts = [
    `Attempt 1 .*, answered 503 after ${refused?.duration_ms} ms: the receiver answered 503`,
    `Attempt 2 .*, answered 202 after ${accepted?.duration_ms} ms: delivered`,
  ]
  expect(stdout).toMatch(new RegExp(attempts.join('\\n *')))

  await using mcp = await mcpClient(mac.home)
  const { structured, text } = await mcp.call('list_deliveries')
  expect(structured.deliveries).toEqual([listed])
  expect(text).toContain(`webhook: delivered, answered 202 in ${delivery.duration_ms} ms`)
})

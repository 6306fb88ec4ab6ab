import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import { setFault } from '../../simulator/programs/faults.ts'
import { noteScriptRuns, scriptRuns } from '../../simulator/programs/script-runs.ts'
import { landedStates } from '../../src/contract/send.ts'
import { saveConfig } from '../../src/store/config-file.ts'
import { dirOf } from '../harness/bridge-process.ts'
import { anna, ben, type RelaySetup, relaySetup } from '../harness/relay-setup.ts'
import { until } from '../harness/until.ts'
import { cableTo } from './cut-cable.ts'
import { deliveries } from './deliveries.ts'
import { type Listener, listenerAt, type MosquittoBroker, mosquitto, mosquittoBroker } from './mosquitto.ts'

const relayTo = ({ port }: { port: number }, settings: Record<string, unknown> = {}): Promise<RelaySetup> =>
  relaySetup({
    config: {
      relay: { scope: 'everyone' },
      integrations: { mqtt: { enabled: true, url: `mqtt://127.0.0.1:${port}`, ...settings } },
    },
  })

async function running() {
  const broker = await mosquittoBroker()
  await broker.start()
  return broker
}
const listenerOf = ({ port }: MosquittoBroker) => listenerAt(`mqtt://127.0.0.1:${port}`)

const sentCount = ({ mac }: RelaySetup): unknown => mac.row('SELECT count(*) AS n FROM message WHERE is_from_me = 1')?.n

/** Returns the requested sends that the plugin has acknowledged to the broker and not completed. */
function taken({ mac }: RelaySetup): string {
  const file = join(dirOf(mac.home).pluginDir('mqtt'), 'orders.json')
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

function pluginStatus({ mac }: RelaySetup): unknown {
  const db = new DatabaseSync(dirOf(mac.home).journalFile, { readOnly: true, timeout: 30_000 })
  try {
    return db.prepare(`SELECT status FROM integration WHERE name = 'mqtt'`).get()?.status
  } finally {
    db.close()
  }
}

/** Receives a message, so that there is a conversation to answer in. */
async function conversationWith(relay: RelaySetup, listener: Listener, from = anna): Promise<string> {
  const before = listener.heard.length
  relay.mac.messages.receive({ from, text: 'hello' })
  await until(() => listener.heard.slice(before).some(({ topic }) => topic.endsWith('/message')))
  return String((await listener.json('/message')).at(-1)?.conversation_id)
}
const topicOf = (id: string) => `messages/conversations/${id}/send`

describe.skipIf(mosquitto === undefined)('with mosquitto', { concurrent: true }, () => {
  test('a message is published below its conversation, and no phone number appears', async () => {
    await using broker = await running()
    await using listener = await listenerOf(broker)
    await using relay = await relayTo(broker)
    relay.mac.messages.receive({ from: anna, text: 'hällo 🦊' })
    const [message] = await listener.json('/message')
    const about = { event_type: 'message', text: 'hällo 🦊', is_group: false, kind: 'text', attachments: [] }
    expect(message).toMatchObject(about)
    expect(listener.heard.find(({ topic }) => topic.endsWith('/message'))).toMatchObject({
      topic: `messages/conversations/${message?.conversation_id}/message`,
      retain: false,
    })
    expect(await listener.texts('/status')).toEqual(['online'])
    expect(listener.heard).toHaveLength(2)
    expect(JSON.stringify(listener.heard)).not.toContain(anna.slice(2))
  })

  test('without text no message text is published, and with retain the last message stays at the broker', async () => {
    await using broker = await running()
    await using relay = await relayTo(broker, { include_text: false, retain: true, home_assistant: true })
    await using listener = await listenerOf(broker)
    relay.mac.messages.receive({ from: anna, text: 'a secret' })
    await listener.json('/message')
    await listener.json('/last_message')
    await using later = await listenerOf(broker)
    const [kept] = await later.json('/message')
    expect(kept).toMatchObject({ kind: 'text', attachments: 0 })
    expect(JSON.stringify([...listener.heard, ...later.heard])).not.toContain('secret')
  })

  test('a published send request is sent, and its outcome is published', async () => {
    await using broker = await running()
    await using listener = await listenerOf(broker)
    await using relay = await relayTo(broker, { allow_sending: true })
    const id = await conversationWith(relay, listener)
    await listener.publish(topicOf(id), 'I am on my way')
    const [outcome] = await listener.json(`${id}/sent`)
    expect(outcome).toMatchObject({ key: null, error_code: null, send_id: expect.any(String) })
    expect(landedStates).toContain(outcome?.state)
    expect(sentCount(relay)).toBe(1)
  })

  test('the same key is sent once, even after the bridge was killed', async () => {
    await using broker = await running()
    await using listener = await listenerOf(broker)
    await using relay = await relayTo(broker, { allow_sending: true })
    const id = await conversationWith(relay, listener)
    const order = JSON.stringify({ text: 'once', key: 'automation-1' })
    await listener.publish(topicOf(id), order)
    await listener.publish(topicOf(id), order)
    await listener.json(`${id}/sent`, 2)
    await relay.bridge.kill()
    await relay.restart()
    await listener.texts('/status', 3)
    await listener.publish(topicOf(id), order)
    const outcomes = await listener.json(`${id}/sent`, 3)
    expect(new Set(outcomes.map(({ send_id }) => send_id)).size).toBe(1)
    expect(outcomes.every(({ key }) => key === 'automation-1')).toBe(true)
    expect(sentCount(relay)).toBe(1)
  })

  test('an acknowledged send request survives a kill of the bridge: it is sent once, and its outcome is published', async () => {
    await using broker = await running()
    await using listener = await listenerOf(broker)
    await using relay = await relayTo(broker, { allow_sending: true })
    const id = await conversationWith(relay, listener)
    setFault(relay.mac.home, { name: 'lands-late', times: 1, afterMs: 2_000 })
    noteScriptRuns(relay.mac.home)
    await listener.publish(topicOf(id), 'while it dies')
    await until(() => taken(relay).includes('while it dies'))
    // A kill between the ledger and the script would make it `uncertain`, and it would rightly never be sent.
    await until(() => scriptRuns(relay.mac.home).length === 1)
    await relay.bridge.kill()
    await relay.restart()
    await listener.json(`${id}/sent`)
    await until(() => sentCount(relay) === 1)
    expect(await listener.json(`${id}/sent`)).toHaveLength(1)
  })

  test('a retained send request counts as old, and is sent at no start', async () => {
    await using broker = await running()
    await using listener = await listenerOf(broker)
    const stranger = '7d4f8a52-7f0f-8f00-8000-000000000001'
    const order = (key: string) => JSON.stringify({ text: 'hello', key })
    await listener.publish(topicOf(stranger), order('of long ago'), { retain: true })
    await using relay = await relayTo(broker, { allow_sending: true })
    await listener.texts('/status')
    await relay.bridge.kill()
    await relay.restart()
    await listener.texts('/status', 3)
    await listener.publish(topicOf(stranger), order('of now'))
    expect((await listener.json(`${stranger}/sent`)).map(({ key }) => key)).toEqual(['of now'])
  })

  test('a send request that is published as retained is not sent while the service runs either', async () => {
    await using broker = await running()
    await using listener = await listenerOf(broker)
    await using relay = await relayTo(broker, { allow_sending: true })
    const id = await conversationWith(relay, listener)
    await listener.publish(topicOf(id), JSON.stringify({ text: 'for ever', key: 'retained' }), { retain: true })
    await listener.publish(topicOf(id), JSON.stringify({ text: 'once', key: 'of now' }))
    expect((await listener.json(`${id}/sent`)).map(({ key }) => key)).toEqual(['of now'])
    expect(sentCount(relay)).toBe(1)
  })

  test('version 4 of the protocol does not mark a request as retained, so it is sent when it arrives, and at no start', async () => {
    await using broker = await running()
    await using listener = await listenerOf(broker)
    await using relay = await relayTo(broker, { allow_sending: true, protocol_version: 4 })
    const id = await conversationWith(relay, listener)
    await listener.publish(topicOf(id), JSON.stringify({ text: 'now', key: 'retained' }), { retain: true })
    await listener.json(`${id}/sent`)
    await relay.bridge.stop()
    await relay.restart()
    await listener.texts('/status', 3)
    await listener.publish(topicOf(id), JSON.stringify({ text: 'then', key: 'of now' }))
    expect((await listener.json(`${id}/sent`, 2)).map(({ key }) => key)).toEqual(['retained', 'of now'])
    expect(sentCount(relay)).toBe(2)
  })

  test('a send request that arrives while the bridge is briefly down is carried out when it is back', async () => {
    await using broker = await running()
    await using listener = await listenerOf(broker)
    await using relay = await relayTo(broker, { allow_sending: true })
    const id = await conversationWith(relay, listener)
    await relay.bridge.stop()
    await listener.publish(topicOf(id), JSON.stringify({ text: 'are you there?', key: 'meanwhile' }))
    await relay.restart()
    expect(await listener.json(`${id}/sent`)).toMatchObject([{ key: 'meanwhile', error_code: null }])
    expect(sentCount(relay)).toBe(1)
  })

  test('Home Assistant discovers a device, shows the last message, and sends through its notifier', async () => {
    await using broker = await running()
    await using listener = await listenerOf(broker)
    await using relay = await relayTo(broker, { allow_sending: true, home_assistant: true })
    // A message that comes before the device was announced is published at once.
    await listener.json('/config')
    await conversationWith(relay, listener)
    const [state] = await listener.json('/last_message')
    expect(state).toMatchObject({ state: 'hello', is_group: false })
    expect((await listener.texts('/received')).at(-1)).toBe('1')
    const announced = (await listener.json('/config', 2)).at(-1) as {
      components: Record<string, { command_topic?: string }>
    }
    const notifier = Object.values(announced.components).find(({ command_topic }) => command_topic) ?? expect.fail()
    await listener.publish(String(notifier.command_topic), 'from an automation')
    expect(await listener.json('/sent')).toMatchObject([{ error_code: null }])
    expect(sentCount(relay)).toBe(1)
    await using later = await listenerOf(broker)
    const kept = () => [...new Set(later.heard.map(({ topic }) => topic.split('/').at(-1)))].toSorted()
    await until(() => kept().length === 4)
    expect(kept()).toEqual(['config', 'last_message', 'received', 'status'])
  })

  /** Returns the retained messages that a new subscriber finds below the base topic. */
  async function retainedAt(broker: MosquittoBroker): Promise<string[]> {
    await using later = await listenerOf(broker)
    // The marker arrives after everything that was retained.
    await later.publish('marker', 'end')
    await later.texts('marker')
    const kept = later.heard.filter(({ retain, topic }) => retain && topic !== 'marker').map(({ topic }) => topic)
    return [...new Set(kept)].toSorted()
  }
  const everything = { retain: true, home_assistant: true }
  const change = ({ mac }: RelaySetup, mqtt: object) =>
    saveConfig(dirOf(mac.home).configFile, { integrations: { mqtt } })

  test('a disabled plugin leaves nothing at the broker', async () => {
    await using broker = await running()
    await using listener = await listenerOf(broker)
    await using relay = await relayTo(broker, everything)
    await conversationWith(relay, listener)
    await listener.json('/last_message')
    expect(await retainedAt(broker)).toHaveLength(5)
    change(relay, { enabled: false })
    await until(() => pluginStatus(relay) === 'off')
    expect(await retainedAt(broker)).toEqual([])
  })

  test('when the service ends it leaves no message content at the broker', async () => {
    await using broker = await running()
    await using listener = await listenerOf(broker)
    await using relay = await relayTo(broker, everything)
    await conversationWith(relay, listener)
    await listener.json('/last_message')
    await relay.bridge.stop()
    const kept = await retainedAt(broker)
    expect(kept.map((topic) => topic.split('/').at(-1))).toEqual(['config', 'received', 'status'])
    expect((await listener.texts('/status')).at(-1)).toBe('offline')
  })

  test('a change of the base topic leaves nothing below the old one, even when the bridge was killed in between', async () => {
    await using broker = await running()
    await using listener = await listenerOf(broker)
    await using relay = await relayTo(broker, everything)
    await conversationWith(relay, listener)
    await listener.json('messages/last_message')
    change(relay, { base_topic: 'second' })
    await listener.texts('second/status')
    await until(async () => (await retainedAt(broker)).every((topic) => !topic.startsWith('messages/')))
    await conversationWith(relay, listener)
    await listener.json('second/last_message')
    await relay.bridge.kill()
    change(relay, { base_topic: 'third', retain: false })
    await relay.restart()
    await listener.texts('third/status')
    const expected = ['homeassistant/device/relay/config', 'third/received', 'third/status']
    const kept = async () => (await retainedAt(broker)).map((topic) => topic.replace(/relay_\w+/, 'relay'))
    await until(async () => isDeepStrictEqual(await kept(), expected))
  })

  test('a request that cannot be sent is answered with the reason', async () => {
    await using broker = await running()
    await using listener = await listenerOf(broker)
    await using relay = await relayTo(broker, { allow_sending: true })
    await listener.texts('/status')
    const stranger = '7d4f8a52-7f0f-8f00-8000-000000000001'
    for (const nothing of ['  ', '{"key":"1"}', '{"text":"x","key":{}}', Buffer.from([0xff, 0xfe])])
      await listener.publish(topicOf(stranger), nothing)
    await listener.publish(topicOf(stranger), 'hello?')
    const outcomes = await listener.json(`${stranger}/sent`, 5)
    expect(outcomes.map(({ error_code }) => error_code)).toEqual([
      ...Array<string>(4).fill('invalid_request'),
      'conversation_not_found',
    ])
    expect(outcomes.every(({ state }) => state === 'failed')).toBe(true)
    expect(sentCount(relay)).toBe(0)
  })

  test('nobody sends through the broker unless the user allows it', async () => {
    await using broker = await running()
    await using listener = await listenerOf(broker)
    await using relay = await relayTo(broker)
    const id = await conversationWith(relay, listener)
    await listener.publish(topicOf(id), 'in your name')
    await conversationWith(relay, listener, ben)
    expect(listener.heard.filter(({ topic }) => topic.endsWith('/sent'))).toEqual([])
    expect(sentCount(relay)).toBe(0)
  })

  test('after an outage a broker gets everything once, in the order of each conversation', async () => {
    await using broker = await mosquittoBroker()
    await using relay = await relayTo(broker)
    const people = [anna, ben, '+12025550199']
    const texts = Array.from({ length: 30 }, (_, n) => `text ${n}`)
    for (const [n, text] of texts.entries()) relay.mac.messages.receive({ from: people[n % 3] ?? anna, text })
    await until(() => deliveries(relay).some(({ last_error }) => String(last_error).includes('no connection')))
    await broker.start()
    await using listener = await listenerOf(broker)
    const came = await listener.json('/message', 30)
    expect(came.map(({ text }) => text).toSorted()).toEqual(texts.toSorted())
    for (const id of new Set(came.map(({ conversation_id }) => conversation_id))) {
      const numbers = came.filter((one) => one.conversation_id === id).map(({ text }) => Number(String(text).slice(5)))
      expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
    }
    expect(listener.heard.filter(({ topic }) => topic.endsWith('/message'))).toHaveLength(30)
  })

  test('a connection that is cut halfway loses nothing, and repeated messages keep their id and their place', async () => {
    await using broker = await running()
    await using cable = await cableTo(broker.port)
    await using listener = await listenerOf(broker)
    await using relay = await relayTo(cable)
    await listener.texts('/status')
    const texts = Array.from({ length: 3 }, (_, n) => `text ${n}`)
    for (const [n, text] of texts.entries()) {
      cable.swallowAnswers()
      relay.mac.messages.receive({ from: anna, text })
      await listener.texts('/message', 2 * n + 1)
      cable.cut()
      await listener.texts('/message', 2 * n + 2)
      await until(() => deliveries(relay).every(({ state }) => state === 'acked'))
    }
    const came = await listener.json('/message')
    expect(came.map(({ text }) => text)).toEqual(texts.flatMap((text) => [text, text]))
    expect(new Set(came.map(({ delivery_id }) => delivery_id)).size).toBe(3)
  })

  test('the broker announces that the service is gone, whether it ended or crashed', async () => {
    await using broker = await running()
    await using listener = await listenerOf(broker)
    await using relay = await relayTo(broker)
    await listener.texts('/status')
    await relay.bridge.stop()
    expect(await listener.texts('/status', 2)).toEqual(['online', 'offline'])
    await relay.restart()
    await listener.texts('/status', 3)
    await relay.bridge.kill()
    expect(await listener.texts('/status', 4)).toEqual(['online', 'offline', 'online', 'offline'])
  })
})

import { readFileSync } from 'node:fs'
import { Value } from '@sinclair/typebox/value'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleFile } from '../../../simulator/media/sample-files.ts'
import { clearFaults, setFault } from '../../../simulator/programs/faults.ts'
import { runHere } from '../../../src/cli/test-run-here.ts'
import { webhookEvents } from '../../../src/compat/bluebubbles/events.ts'
import { NotificationMessage } from '../../../src/compat/bluebubbles/shapes.ts'
import { exitCodes } from '../../../src/contract/errors.ts'
import { webhookSecret } from '../../../src/store/bluebubbles-webhooks.ts'
import { textsOf, type WebhookReceiver, webhookReceiver } from '../../harness/bluebubbles-client.ts'
import { type BlueBubblesHere, blueBubblesHere, fullKey } from '../../harness/bluebubbles-here.ts'
import { type BridgeHere, bridgeHere } from '../../harness/bridge-here.ts'
import { dirOf } from '../../harness/bridge-process.ts'
import { until } from '../../harness/until.ts'

const [anna, ben] = ['+12025550123', '+12025550144']
const config = {
  relay: { scope: 'everyone', poll_interval_s: 0.1 },
  alerts: { queued: 1 },
  send: { confirm_timeout_s: 2 },
}

const key = fullKey()

let bridge: BridgeHere
let here: BlueBubblesHere

beforeAll(async () => {
  bridge = await bridgeHere({ config, alertCheckMs: 200 })
  bridge.mac.messages.receive({ from: anna, text: 'Before' })
  await until(() => bridge.journal.count('relayed') === 1)
  here = await blueBubblesHere({ over: bridge.mac, config, key })
}, 120_000)

afterAll(async () => {
  await here?.[Symbol.asyncDispose]()
  await bridge?.[Symbol.asyncDispose]()
})

const register = (url: string, events: string[]) => here.ask('POST webhook', { body: { url, events } })

const accepts = (receiver: WebhookReceiver, ...texts: string[]) =>
  until(() => JSON.stringify(textsOf(receiver.accepted())) === JSON.stringify(texts), {
    describe: () => `${JSON.stringify(texts)}; accepted: ${JSON.stringify(textsOf(receiver.accepted()))}`,
  })

test('webhooks are registered once for each URL, listed and deleted, and only for existing events', async () => {
  const url = 'http://127.0.0.1:9/hook?password=hunter2'
  const first = await register(url, ['new-message'])
  expect(first.json).toMatchObject({ status: 200, data: { url, events: ['new-message'] } })
  expect(Object.keys(first.json.data)).toEqual(['id', 'url', 'events', 'created'])
  expect((await register(url, ['*'])).json.data).toEqual(first.json.data)
  expect((await here.ask(`GET webhook?url=${encodeURIComponent(url)}`)).json.data).toEqual([first.json.data])
  expect((await here.ask('GET webhook?id=999')).json.data).toEqual([])
  expect(webhookEvents).toHaveLength(26)
  expect((await register('http://127.0.0.1:9/all', [...webhookEvents])).status).toBe(200)
  for (const [body, message] of [
    [{ url, events: ['new-message', 'message'] }, 'message'],
    [{ url: 'ftp://127.0.0.1/', events: ['*'] }, 'http'],
    [{ url: 'http://169.254.169.254/', events: ['*'] }, 'delivered'],
    [{ events: ['*'] }, 'url'],
    [{ url }, 'events'],
  ] as const) {
    const { status, json } = await here.ask('POST webhook', { body })
    expect([status, json.error.message]).toEqual([400, expect.stringContaining(message)])
  }
  expect((await here.ask('GET webhook', { password: here.readingPassword })).status).toBe(403)
  const { bluebubbles } = await here.web.client.compat({})
  expect(bluebubbles.webhooks[0]).toMatchObject({ url: 'http://127.0.0.1:9/hook?password=…', state: 'ok' })
  for (const { id } of (await here.ask('GET webhook')).json.data)
    expect((await here.ask(`DELETE webhook/${id}`)).status).toBe(200)
  expect((await here.ask(`DELETE webhook/${first.json.data.id}`)).status).toBe(404)
  expect((await here.ask('GET webhook')).json.data).toEqual([])
})

test('a receiver gets the events that it wants, signed, even where localhost resolves to one address family only', async () => {
  await using all = await webhookReceiver()
  await using updates = await webhookReceiver(() => 200, '127.0.0.1', 'localhost')
  const { data } = (await register(all.url, ['*'])).json
  await register(updates.url, ['updated-message'])
  const mine = bridge.mac.messages.send({ to: anna, text: 'Mine' })
  await accepts(all, 'Mine')
  bridge.mac.messages.delivered({ message: mine.guid })
  await until(() => updates.accepted().length === 1)
  await until(() => all.accepted().length === 2)
  const [told, change] = all.accepted()
  expect([...Value.Errors(NotificationMessage, told?.data)]).toEqual([])
  expect(told).toMatchObject({ type: 'new-message', data: { guid: mine.guid, chats: [{ style: 45 }] } })
  expect(change).toMatchObject({ type: 'updated-message', data: { change: 'delivered', chats: [{ style: 45 }] } })
  const secret = webhookSecret(dirOf(bridge.mac.home).blueBubblesFile, data.id) ?? ''
  for (const one of all.accepted())
    expect(new Webhook(secret).verify(one.raw, one.headers as Record<string, string>)).toEqual(JSON.parse(one.raw))
  expect(updates.accepted()[0]?.headers['webhook-id']).not.toBe(change?.headers['webhook-id'])
  for (const { id } of (await here.ask('GET webhook')).json.data) await here.ask(`DELETE webhook/${id}`)
})

test('a receiver is told of a send that failed without a message, of changes to a group, and that the server is running', async () => {
  await using receiver = await webhookReceiver()
  const { id } = (await register(receiver.url, ['*'])).json.data
  const told = async (type: string) => {
    await until(() => receiver.accepted().some((one) => one.type === type), {
      describe: () => `${type} among ${receiver.accepted().map((one) => one.type)}`,
    })
    return receiver.accepted().find((one) => one.type === type)?.data
  }
  setFault(bridge.mac.home, { name: 'signed-out', times: null })
  const body = { chatGuid: `iMessage;-;${anna}`, message: 'never arrives', tempGuid: 'temp-fails' }
  expect((await here.ask('POST message/text', { body })).status).toBe(500)
  clearFaults(bridge.mac.home)
  const failed = await told('message-send-error')
  expect([...Value.Errors(NotificationMessage, failed)]).toEqual([])
  expect(failed).toMatchObject({
    tempGuid: 'temp-fails',
    guid: 'temp-fails',
    originalROWID: 0,
    error: 1,
    isFromMe: true,
    chats: [{ chatIdentifier: anna }],
  })
  const { messages } = bridge.mac
  const chat = messages.createGroup({ members: [anna, ben, '+12025550177'], name: 'Rope' }).guid
  const photo = sampleFile('jpeg', 1)
  messages.removeParticipant({ chat, who: '+12025550177', by: anna })
  messages.leaveGroup({ chat, by: ben })
  messages.setGroupPhoto({ chat, by: anna, photo })
  messages.removeGroupPhoto({ chat, by: anna })
  for (const type of ['participant-removed', 'participant-left', 'group-icon-changed', 'group-icon-removed'])
    expect(await told(type)).toMatchObject({ chats: [{ guid: chat, style: 43 }] })
  await here[Symbol.asyncDispose]()
  here = await blueBubblesHere({ over: bridge.mac, config, key })
  expect(await told('hello-world')).toBeNull()
  expect((await here.ask(`DELETE webhook/${id}`)).status).toBe(200)
})

test('a receiver that is slow, refuses or is unreachable gets every event once and in order, and delays nobody', async () => {
  const hold = Promise.withResolvers<void>()
  let refusals = 2
  const slow = await webhookReceiver(async ({ data }) => {
    if (data.text === 'Anna 0') await hold.promise
    return refusals-- > 0 ? 503 : 200
  })
  await using quick = await webhookReceiver()
  for (const { url } of [slow, quick]) await register(url, ['new-message'])
  const texts = [0, 1, 2, 3].flatMap((at) => [`Anna ${at}`, `Ben ${at}`])
  for (const text of texts) bridge.mac.messages.receive({ from: text.startsWith('Anna') ? anna : ben, text })
  const of = (receiver: WebhookReceiver, who: string) =>
    textsOf(receiver.accepted()).filter((text) => text.startsWith(who))
  const inOrder = (who: string) => texts.filter((text) => text.startsWith(who))
  await until(() => textsOf(quick.accepted()).length === texts.length)
  // The conversation with Ben does not wait for that with Anna.
  await until(() => of(slow, 'Ben').length === 4)
  expect(of(slow, 'Anna')).toEqual([])
  hold.resolve()
  await until(() => of(slow, 'Anna').length === 4)
  await slow.stop()
  bridge.mac.messages.receive({ from: anna, text: 'Anna 4' })
  await until(async () => (await here.web.client.compat({})).bluebubbles.webhooks[0]?.queued === 1)
  await until(async () => (await here.web.client.compat({})).bluebubbles.webhooks[0]?.last_answer === 'no answer')
  await slow.start()
  await until(() => of(slow, 'Anna').length === 5)
  expect(of(slow, 'Anna')).toEqual([...inOrder('Anna'), 'Anna 4'])
  expect(of(slow, 'Ben')).toEqual(inOrder('Ben'))
  expect(of(quick, 'Anna')).toEqual([...inOrder('Anna'), 'Anna 4'])
  const ids = slow.received.map(({ headers }) => headers['webhook-id'])
  expect(new Set(ids).size).toBe(slow.accepted().length)
  await slow[Symbol.asyncDispose]()
  for (const { id } of (await here.ask('GET webhook')).json.data) await here.ask(`DELETE webhook/${id}`)
})

test('a receiver that is unreachable or refuses raises an alert everywhere, which names only its host, until it accepts', async () => {
  let status = 503
  await using receiver = await webhookReceiver(() => status)
  const { id } = (await register(`${receiver.url}?password=hunter2`, ['new-message'])).json.data
  const told: string[] = []
  const stream = new AbortController()
  const opened = Promise.withResolvers<void>()
  const ended = (async () => {
    for await (const { value } of here.web.client.events({}, { signal: stream.signal, onId: () => opened.resolve() }))
      if ('alert' in value && value.alert.webhook?.id === id) told.push(`${value.type} ${value.alert.id}`)
  })()
  await opened.promise
  bridge.mac.messages.receive({ from: anna, text: 'Not accepted' })
  // The first send of a key raises an alert as well.
  const alerts = async () =>
    (await here.web.client.list_alerts()).alerts.filter(({ kind }) => kind === 'deliveries_failing')
  await until(async () => (await alerts()).length === 1)
  const [alert] = await alerts()
  const { host } = new URL(receiver.url)
  const about = { kind: 'deliveries_failing', plugin: null, webhook: { id, host }, queued: 1 }
  expect(alert).toMatchObject({ ...about, reason: 'the receiver answered 503' })
  const command = await runHere(bridge.mac.home, ['status'], { PATH: bridge.mac.bin })
  expect(command.status).toBe(exitCodes.alert)
  expect(command.stdout).toContain(`✗ Deliveries to the webhook at ${host} have been failing since`)
  expect(command.stdout).toContain('compat bluebubbles webhooks')
  expect(JSON.stringify([alert, command.stdout])).not.toMatch(/hunter2|\/hook/)
  await receiver.stop()
  bridge.mac.messages.receive({ from: ben, text: 'Not heard' })
  await until(async () => (await alerts())[0]?.reason === 'the receiver did not answer')
  status = 200
  await receiver.start()
  await until(() => receiver.accepted().length === 2)
  await until(async () => (await alerts()).length === 0)
  await until(() => told.length === 2)
  expect(told).toEqual([`alert_raised ${alert?.id}`, `alert_cleared ${alert?.id}`])
  stream.abort()
  await ended
  expect((await here.ask(`DELETE webhook/${id}`)).status).toBe(200)
})

test('deliveries survive the end of the process, and a receiver whose key is gone waits for a new one', async () => {
  await using receiver = await webhookReceiver()
  await register(`${receiver.url}?password=hunter2`, ['new-message'])
  bridge.mac.messages.receive({ from: anna, text: 'One' })
  await accepts(receiver, 'One')
  await here[Symbol.asyncDispose]()
  bridge.mac.messages.receive({ from: anna, text: 'Two' })
  bridge.mac.messages.receive({ from: ben, text: 'Three' })
  await until(() => bridge.journal.events().filter(({ type }) => type === 'new_message').length >= 12)
  // The next process has other keys, so deliveries wait until a client registers again.
  here = await blueBubblesHere({ over: bridge.mac, config })
  await until(async () => (await here.web.client.compat({})).bluebubbles.webhooks[0]?.queued === 2)
  expect((await here.web.client.compat({})).bluebubbles.webhooks[0]?.state).toBe('paused')
  expect(receiver.accepted()).toHaveLength(1)
  await register(`${receiver.url}?password=hunter2`, ['new-message'])
  await until(() => receiver.accepted().length === 3)
  expect(textsOf(receiver.accepted()).toSorted()).toEqual(['One', 'Three', 'Two'])
  const log = readFileSync(dirOf(bridge.mac.home).logFile, 'utf8')
  expect(log).not.toMatch(/hunter2|\/hook/)
})

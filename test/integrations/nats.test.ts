import { describe, expect, test } from 'vitest'
import { anna, ben, type RelaySetup, relaySetup } from '../harness/relay-setup.ts'
import { until } from '../harness/until.ts'
import { cableTo } from './cut-cable.ts'
import { deliveries } from './deliveries.ts'
import { natsProgram, natsServer, observerAt } from './nats-server.ts'

const made = { stream: 'MESSAGES', create_stream: true }

const relayTo = (url: string, settings: Record<string, unknown> = {}): Promise<RelaySetup> =>
  relaySetup({
    config: { relay: { scope: 'everyone' }, integrations: { nats: { enabled: true, servers: [url], ...settings } } },
  })

async function running() {
  const server = await natsServer()
  await server.start()
  return server
}

const sentCount = ({ mac }: RelaySetup): unknown => mac.row('SELECT count(*) AS n FROM message WHERE is_from_me = 1')?.n
const lastErrors = (relay: RelaySetup): string =>
  deliveries(relay)
    .map(({ last_error }) => last_error)
    .join()

describe.skipIf(natsProgram === undefined)('with nats-server', { concurrent: true }, () => {
  test('a message is stored under its conversation in a stream that the settings allow the plugin to create, without a phone number', async () => {
    await using server = await running()
    await using relay = await relayTo(server.url, made)
    await using observer = await observerAt(server.url)
    relay.mac.messages.receive({ from: anna, text: 'hällo 🦊' })
    const [message] = await observer.holds('MESSAGES', 1)
    expect(message?.body).toMatchObject({ type: 'message', text: 'hällo 🦊', is_group: false, attachments: [] })
    expect(message?.subject).toBe(`messages.${message?.body.conversation_id}`)
    expect(message?.id).toBe(message?.body.delivery_id)
    expect(JSON.stringify(message)).not.toContain(anna.slice(2))
    const { config } = await observer.streams.info('MESSAGES')
    expect(config).toMatchObject({ subjects: ['messages.*'], storage: 'file' })
    await until(() => deliveries(relay).every(({ state }) => state === 'acked'))
  })

  test('without a stream nothing is lost: the plugin reports what is missing, stores once there is one, and leaves out text if the settings say so', async () => {
    await using server = await running()
    await using observer = await observerAt(server.url)
    await using relay = await relayTo(server.url, { subject_prefix: 'home.mac', include_text: false })
    relay.mac.messages.receive({ from: anna, text: 'a secret' })
    await until(() => lastErrors(relay).includes('no stream takes home.mac.'))
    await observer.streams.add({ name: 'ALL', subjects: ['home.>'] })
    relay.mac.messages.receive({ from: ben, text: 'a secret' })
    const [message] = await observer.holds('ALL', 1)
    expect(message?.body).toMatchObject({ kind: 'text', attachments: 0 })
    expect(JSON.stringify(message)).not.toContain('secret')
  })

  test('after an outage a server gets everything once, in the order of each conversation', async () => {
    await using server = await natsServer()
    await using relay = await relayTo(server.url, made)
    const texts = Array.from({ length: 30 }, (_, n) => `text ${n}`)
    for (const [n, text] of texts.entries()) relay.mac.messages.receive({ from: n % 2 ? anna : ben, text })
    await until(() => lastErrors(relay).includes('no connection to NATS'))
    await server.start()
    await using observer = await observerAt(server.url)
    const came = (await observer.holds('MESSAGES', 30)).map(({ body }) => body)
    await until(() => deliveries(relay).every(({ state }) => state === 'acked'))
    expect(await observer.stored('MESSAGES')).toHaveLength(30)
    for (const id of new Set(came.map(({ conversation_id }) => conversation_id))) {
      const numbers = came.filter((one) => one.conversation_id === id).map(({ text }) => Number(String(text).slice(5)))
      expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
      expect(numbers).toHaveLength(15)
    }
  })

  test('a message whose confirmation was lost is not stored again, even when the stream has forgotten its ids', async () => {
    await using server = await running()
    await using cable = await cableTo(server.port)
    await using observer = await observerAt(server.url)
    const second = 1_000_000_000
    await observer.streams.add({ name: 'MESSAGES', subjects: ['messages.*'], duplicate_window: second / 10 })
    await using relay = await relayTo(`nats://127.0.0.1:${cable.port}`)
    relay.mac.messages.receive({ from: anna, text: 'before' })
    await until(() => deliveries(relay).length === 1 && deliveries(relay).every(({ state }) => state === 'acked'))
    cable.swallowAnswers()
    relay.mac.messages.receive({ from: anna, text: 'unanswered' })
    await observer.holds('MESSAGES', 2)
    cable.cut()
    relay.mac.messages.receive({ from: anna, text: 'after' })
    await until(() => deliveries(relay).length === 3 && deliveries(relay).every(({ state }) => state === 'acked'))
    expect((await observer.stored('MESSAGES')).map(({ body }) => body.text)).toEqual(['before', 'unanswered', 'after'])
  })

  test('a send request is carried out and answered with its outcome, and the same key sends once', async () => {
    await using server = await running()
    await using observer = await observerAt(server.url)
    await using relay = await relayTo(server.url, { ...made, request_subject: 'send.mac' })
    relay.mac.messages.receive({ from: anna, text: 'hello' })
    const [message] = await observer.holds('MESSAGES', 1)
    const subject = `send.mac.${message?.body.conversation_id}`
    const outcomes = [
      await observer.request(subject, 'I am on my way', 'one'),
      await observer.request(subject, 'I am on my way', 'one'),
    ]
    expect(outcomes[0]).toMatchObject({ send_id: expect.any(String), error_code: null })
    expect(outcomes[1]?.send_id).toBe(outcomes[0]?.send_id)
    expect(sentCount(relay)).toBe(1)
    const failed = [
      await observer.request(subject, ' '),
      await observer.request(subject, Uint8Array.of(0xff)),
      await observer.request('send.mac.7d4f8a52-7f0f-8f00-8000-000000000001', 'hello?'),
    ]
    expect(failed.map(({ state, error_code }) => [state, error_code])).toEqual([
      ['failed', 'invalid_request'],
      ['failed', 'invalid_request'],
      ['failed', 'conversation_not_found'],
    ])
    expect(await observer.stored('MESSAGES')).toHaveLength(1)
  })
})

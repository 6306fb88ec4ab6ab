import { jetstreamManager } from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { findConversation, listMessages } from '../../src/hub/store/history.ts'
import { search } from '../../src/hub/store/search.ts'
import { hubHere, type MacHere, macHere } from '../harness/hub-here.ts'
import { hasHubServers, type Postgres, postgres } from '../harness/hub-servers.ts'
import { until } from '../harness/until.ts'

/** All events that the hub has told. */
async function feedOf(connection: NatsConnection): Promise<{ type: string; rowid: number }[]> {
  const { streams } = await jetstreamManager(connection, { checkAPI: false })
  const { state } = await streams.info('FEED')
  const messages = Array.from({ length: state.messages }, (_, n) => streams.getMessage('FEED', { seq: n + 1 }))
  return (await Promise.all(messages)).flatMap((message) => message?.json<{ type: string; rowid: number }[]>() ?? [])
}

const anna = '+12025550123'
const ben = '+12025550145'

describe.runIf(hasHubServers)('an uplink', () => {
  let server: Postgres
  beforeAll(async () => {
    server = await postgres()
  })
  afterAll(() => server?.[Symbol.asyncDispose]())

  async function hub() {
    const it = await hubHere(server)
    onTestFinished(() => it[Symbol.asyncDispose]())
    return it
  }
  async function mac(): Promise<MacHere> {
    const it = await macHere()
    onTestFinished(() => it[Symbol.asyncDispose]())
    return it
  }

  test('carries the past and everything that is written later, with every change', async () => {
    const [it, one] = [await hub(), await mac()]
    const { messages } = one.bridge.mac
    messages.receive({ from: anna, text: 'written before' })
    await it.connectMac('one', one)
    await it.has(1, 'written before')
    const hello = messages.receive({ from: anna, text: 'Hello' })
    await it.has(1, 'written before', 'Hello')
    messages.tapback({ target: hello, kind: 'love' })
    const thread = async () => {
      const found = await findConversation(it.database, `1~any;-;${anna}`)
      return found === undefined ? [] : listMessages(it.database, found.chat_rowid, { limit: 10 })
    }
    await until(async () => (await thread()).at(-1)?.tapbacks.includes('❤️') === true)
    messages.receive({ from: ben, text: 'from Ben' })
    await it.has(1, 'from Ben')
    expect((await search(it.database, { q: 'hello', limit: 10 }, Date.now())).results).toHaveLength(1)
    // The hub shows the same as the Mac, except for ids.
    const [shown] = await one.web.client.list_messages({ guid: `any;-;${anna}`, limit: 1 })
    expect({ ...(await thread()).at(-1), rowid: 0 }).toEqual({ ...shown, rowid: 0 })
  })

  test('continues at the mark of the hub, whichever part was away: uplink, reader or nats-server', async () => {
    const [it, one] = [await hub(), await mac()]
    const { messages } = one.bridge.mac
    const written: string[] = []
    const write = (text: string) => {
      messages.receive({ from: anna, text })
      written.push(text)
    }
    const uplink = await it.connectMac('one', one)
    write('with everyone')
    await it.has(1, ...written)
    await uplink.stop()
    write('without an uplink')
    await it.connectMac('one', one)
    await it.has(1, ...written)
    await it.ingest.stop()
    write('without a reader')
    it.startIngest()
    await it.has(1, ...written)
    const restarted = it.nats.restart()
    write('without nats-server')
    await restarted
    await it.has(1, ...written)
    await it.connection.request('$JS.API.STREAM.DELETE.UP_0')
    write('without its stream')
    await it.has(1, ...written)
    // However often something began anew, each message was told once, in order.
    const told = async () => (await feedOf(it.connection)).filter(({ type }) => type === 'new_message')
    await until(async () => (await told()).length >= written.length - 1)
    const rowids = (await told()).map(({ rowid }) => rowid)
    expect(rowids).toEqual([...new Set(rowids)].sort((one, other) => one - other))
  })

  test('tells a hub that was set back again what it has forgotten', async () => {
    const [it, one] = [await hub(), await mac()]
    const { messages } = one.bridge.mac
    const uplink = await it.connectMac('one', one)
    messages.receive({ from: anna, text: 'first' })
    await it.has(1, 'first')
    await uplink.stop()
    const mark = await it.markOf('one')
    await it.connectMac('one', one)
    messages.receive({ from: anna, text: 'second' })
    await it.has(1, 'first', 'second')
    // Simulates PostgreSQL restored from a backup.
    await it.database.transaction(async (sql) => {
      await sql.query('UPDATE mac SET mark = $1', [mark])
      await sql.query("DELETE FROM message WHERE more->>'text' = 'second'")
    })
    await it.has(1, 'first', 'second')
    expect(await it.markOf('one')).toBeGreaterThan(mark)
  })

  test('a feed that lost its end is made anew, so that no reader continues from numbers that now mean other events', async () => {
    const it = await hub()
    const { streams } = await jetstreamManager(it.connection, { checkAPI: false })
    const created = async () => (await streams.info('FEED').catch(() => undefined))?.created
    await until(async () => (await created()) !== undefined)
    const before = await created()
    await it.ingest.stop()
    await it.startIngest().stop()
    expect(await created()).toBe(before)
    await it.database.query('INSERT INTO reached (stream, created, position) VALUES ($1, $2, 9)', ['FEED_0', before])
    it.startIngest()
    await until(async () => ![undefined, before].includes(await created()))
  })

  test('ends when it is told to, at any moment', async () => {
    const [it, one] = [await hub(), await mac()]
    for (const waitMs of [0, 1, 5, 20, 50, 100]) {
      const uplink = await it.connectMac('one', one)
      await new Promise((resolve) => setTimeout(resolve, waitMs))
      await uplink.stop()
    }
  })

  test('a Mac that was never added is not read, and neither is a second one with the same identity while the first is connected', async () => {
    const [it, one, other] = [await hub(), await mac(), await mac()]
    one.bridge.mac.messages.receive({ from: anna, text: 'mine' })
    other.bridge.mac.messages.receive({ from: ben, text: 'not mine' })
    await it.connectMac('one', one)
    await it.has(1, 'mine')
    await it.connectMac('one', other, { instance: 'clone' })
    await until(() => it.said.some((text) => text.includes('another Mac has connected')))
    expect(await it.texts(1)).toEqual([['mine']])
  })
})

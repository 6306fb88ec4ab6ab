/** Shows what a Mac of a hub may do on NATS: its own work, and nothing else, whatever it tries. */
import { jetstream, jetstreamManager } from '@nats-io/jetstream'
import { type NatsConnection, nkeys } from '@nats-io/transport-node'
import { beforeAll, describe, expect, test } from 'vitest'
import { inboxOf, type Place, subjects } from '../../src/envelope/subjects.ts'
import { Mark, readAs } from '../../src/envelope/talk.ts'
import { connectNats } from '../../src/nats/connect.ts'
import { hubTimeMs } from '../../src/uplink/hub-time.ts'
import { ownOrders } from '../../src/uplink/own-orders.ts'
import { closedAfterAll } from '../harness/closed-after-all.ts'
import { type HubHere, hubHere } from '../harness/hub-here.ts'
import { hasHubServers, type Postgres, postgres } from '../harness/hub-servers.ts'
import { until } from '../harness/until.ts'

interface Joined {
  place: Place
  nats: NatsConnection
}

const hello = { instance: 'i', journal: 'j', ledger: 'l', position: 0, reset: false, release: '1' }

describe.runIf(hasHubServers)('on NATS a Mac of a hub', () => {
  let server: Postgres
  let hub: HubHere
  let mallory: Joined
  let anna: Joined
  const shared = closedAfterAll()
  beforeAll(async () => {
    server = await shared(postgres())
    hub = await shared(hubHere(server))
    mallory = await hub.join('mallory')
    anna = await hub.join('anna')
    await until(() => hub.ingest.isWorking)
    await until(async () => (await stateOf('CMD').catch(() => undefined))?.consumers === 2)
    await jetstream(hub.connection).publish('cmd.anna.send', 'an order for Anna')
    await jetstream(hub.connection).publish('cmd.mallory.send', 'an order for Mallory')
  })

  const stateOf = async (stream: string) => {
    const { state } = await (await jetstreamManager(hub.connection, { checkAPI: false })).streams.info(stream)
    return { messages: state.messages, last: state.last_seq, consumers: state.consumer_count }
  }
  /** The reader removes stored envelopes from its streams at any time, so those are not compared. */
  const states = async () => {
    const [up, past, ...others] = await Promise.all(['UP_0', 'PAST_0', 'CMD', 'FEED'].map(stateOf))
    return [up?.last, past?.last, others]
  }
  const ask = (subject: string, payload: object | string = '') =>
    mallory.nats.request(subject, typeof payload === 'string' ? payload : JSON.stringify(payload), { timeout: 500 })

  test('does its own work: says hello, publishes, takes its orders and acknowledges them, is asked and answers', async () => {
    const { nats, place } = mallory
    const { data } = await nats.request(subjects.hello(place), JSON.stringify(hello))
    expect(readAs(Mark, data)).toMatchObject({ generation: 1 })
    expect(Math.abs((await hubTimeMs(nats, place)) - Date.now())).toBeLessThan(60_000)
    for (const subject of [subjects.live(place), subjects.past(place)])
      expect((await jetstream(nats).publish(subject, 'x')).seq).toBeGreaterThan(0)
    const consumer = ownOrders(nats, 'CMD', place.mac)
    const orders = await consumer.consume({ max_messages: 1, idle_heartbeat: 1_000, expires: 5_000 })
    for await (const order of orders) {
      expect(order.string()).toBe('an order for Mallory')
      expect(await order.ackAck()).toBe(true)
      break
    }
    expect((await stateOf('CMD')).messages).toBe(1)
    nats.subscribe(`rpc.${place.mac}.edit`, { callback: (_, message) => void message.respond('edited') })
    await nats.flush()
    expect((await hub.connection.request(`rpc.${place.mac}.edit`)).string()).toBe('edited')
  })

  /** Each tries something with the connection of Mallory; nothing of it may come out otherwise than refused. */
  const attacks: [string, (of: () => Place) => Promise<unknown>][] = [
    ['publish events of another Mac', (of) => jetstream(mallory.nats).publish(subjects.live(of()), 'x')],
    ['publish the past of another Mac', (of) => jetstream(mallory.nats).publish(subjects.past(of()), 'x')],
    ['publish in another partition', () => jetstream(mallory.nats).publish('up.1.mallory.live', 'x')],
    ['tell the feed', () => jetstream(mallory.nats).publish('feed.1', '[]')],
    ['give orders to another Mac', () => jetstream(mallory.nats).publish('cmd.anna.send', 'x')],
    ['give orders to itself', () => jetstream(mallory.nats).publish('cmd.mallory.send', 'x')],
    ['say hello as another Mac', (of) => ask(subjects.hello(of()), hello)],
    ['say hello as itself with the key of another', (of) => ask(subjects.hello({ ...of(), mac: 'mallory' }), hello)],
    ['ask for the mark of another Mac', (of) => ask(subjects.mark(of()), { session: 's' })],
    ['ask another Mac', () => ask('rpc.anna.edit')],
    ['take orders of another Mac', () => ask('$JS.API.CONSUMER.MSG.NEXT.CMD.anna', { batch: 1 })],
    ['acknowledge orders of another Mac', () => ask('$JS.ACK.CMD.anna.1.1.1.1.0', '+ACK')],
    ['look at the consumer of another Mac', () => ask('$JS.API.CONSUMER.INFO.CMD.anna')],
    ['make a consumer', () => ask('$JS.API.CONSUMER.CREATE.CMD', { stream_name: 'CMD', config: {} })],
    ['make one with a name', () => ask('$JS.API.CONSUMER.CREATE.CMD.evil', { stream_name: 'CMD', config: {} })],
    ['make a durable one', () => ask('$JS.API.CONSUMER.DURABLE.CREATE.UP_0.evil', { stream_name: 'UP_0', config: {} })],
    ['delete a consumer', () => ask('$JS.API.CONSUMER.DELETE.CMD.anna')],
    ['read a message', () => ask('$JS.API.STREAM.MSG.GET.CMD', { seq: 1 })],
    ['read a message directly', () => ask('$JS.API.DIRECT.GET.CMD', { seq: 1 })],
    ['list streams', () => ask('$JS.API.STREAM.LIST')],
    ['list their names', () => ask('$JS.API.STREAM.NAMES')],
    ['look at a stream', () => ask('$JS.API.STREAM.INFO.UP_0')],
    ['purge a stream', () => ask('$JS.API.STREAM.PURGE.CMD')],
    ['delete a stream', () => ask('$JS.API.STREAM.DELETE.CMD')],
    ['make a stream', () => ask('$JS.API.STREAM.CREATE.EVIL', { name: 'EVIL', subjects: ['up.>'] })],
    ['look at the account', () => ask('$JS.API.INFO')],
    ['change the account', () => ask('$SYS.REQ.CLAIMS.UPDATE', 'x')],
    ['look at the server', () => ask('$SYS.REQ.SERVER.PING')],
  ]

  test.each(attacks)('cannot %s', async (_, attack) => {
    const before = await states()
    await expect(attack(() => anna.place)).rejects.toThrow(/permissions violation/i)
    expect(await states()).toEqual(before)
  })

  test.each([
    'up.0.anna.live',
    'cmd.anna.send',
    'cmd.mallory.send',
    'feed.*',
    'rpc.anna.>',
    'rpc.*.>',
    'hub.>',
    '_INBOX.anna.>',
    '_INBOX.>',
    '$JS.EVENT.>',
    '$SYS.>',
    '>',
  ])('cannot listen to %s', async (subject) => {
    const subscription = mallory.nats.subscribe(subject)
    const listening = (async () => {
      for await (const _ of subscription);
    })()
    await expect(listening).rejects.toThrow(/permissions violation/i)
  })

  // The hub may publish anywhere, and answers where it is told to: where that is an order, it would give it for the Mac.
  test.each(['$JS.API.STREAM.PURGE.CMD', '$JS.API.STREAM.DELETE.FEED', 'up.0.anna.live', '_INBOX.anna.x'])(
    'cannot have the hub publish on %s by asking for the answer there',
    async (reply) => {
      const heard: string[] = []
      const hearing = hub.connection.subscribe(reply, { callback: (_, { subject }) => void heard.push(subject) })
      const before = await states()
      for (const subject of [subjects.time(mallory.place), subjects.hello(mallory.place)])
        mallory.nats.publish(subject, JSON.stringify(hello), { reply })
      await mallory.nats.flush()
      await hubTimeMs(mallory.nats, mallory.place)
      hearing.unsubscribe()
      expect(heard).toEqual([])
      expect(await states()).toEqual(before)
    },
  )

  test.each(['$JS.API.STREAM.PURGE.CMD', '$JS.API.STREAM.PURGE.FEED', 'cmd.anna.send', 'up.0.anna.live', 'feed.1'])(
    'cannot have JetStream publish on %s by asking for its acknowledgement there',
    async (reply) => {
      const before = [await stateOf('CMD'), await stateOf('FEED')]
      mallory.nats.publish(subjects.live(mallory.place), 'x', { reply })
      await mallory.nats.flush()
      await jetstream(mallory.nats).publish(subjects.live(mallory.place), 'x')
      await hubTimeMs(mallory.nats, mallory.place)
      expect([await stateOf('CMD'), await stateOf('FEED')]).toEqual(before)
    },
  )

  test('is refused without its own key, with the token of another Mac, or with a token that it signed itself', async () => {
    const stranger = nkeys.createUser()
    const connects = (jwt: string) =>
      connectNats({
        servers: [hub.nats.url],
        credentials: { jwt, seed: stranger.getSeed() },
        inbox: inboxOf('anna'),
        name: 'stranger',
      })
    const { code } = await hub.macs.add({ name: 'victim' }, 'test')
    const { jwt } = await hub.macs.join({ code, public_key: nkeys.createUser().getPublicKey() })
    await expect(connects(jwt)).rejects.toMatchObject({ code: 'hub_unavailable' })
    await expect(connects('')).rejects.toMatchObject({ code: 'hub_unavailable' })
    await expect(connectNats({ servers: [hub.nats.url], name: 'stranger' })).rejects.toThrow(/authorization/i)
  })
})

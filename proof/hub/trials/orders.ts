/** Kills what carries orders of a hub, again and again, while somebody sends. */
import { setTimeout as wait } from 'node:timers/promises'
import { seededRandom } from '../../../simulator/random.ts'
import { unusedPort } from '../../../src/cli/test-unused-port.ts'
import { type Client, createClient } from '../../../src/client/client.ts'
import { ClientError } from '../../../src/client/client-error.ts'
import { landedStates, type Send } from '../../../src/contract/send.ts'
import { macHere } from '../../../test/harness/hub-here.ts'
import { until } from '../../../test/harness/until.ts'
import { sentRows } from '../../../test/sending/rows.ts'
import { HubWorld } from '../hub-world.ts'
import { killEach } from '../kill-each.ts'
import type { HubTrial, Outcome } from '../trial.ts'

const to = '+12025550140'
const senders = 6
const againMs = 200
/** An order that has no answer of its Mac has expired long before. */
const settleMs = 420_000
const certainMs = 180_000
const unlimited = { send: { per_minute: 100_000, same_text_people: 1_000, confirm_timeout_s: 2 } }
const final: readonly string[] = [...landedStates, 'failed']
const isCertain = (state: string): boolean => final.includes(state)
const isTold = (state: string): boolean => isCertain(state) || state === 'uncertain'
/** Most kills come once an order has got through since the one before; the others while programs still start. */
const calmShare = 0.8
const calmMs = 1_500

interface Order {
  text: string
  /** Undefined while the hub has not answered. */
  send: Send | undefined
}

/** The hub is away, or was killed before it answered. */
const mayPass = ({ code, status }: ClientError): boolean => code === 'unreachable' || status >= 500 || status === 429

interface Sending {
  orders: Order[]
  /** The number of orders of which it is known what became of them. */
  settled(): number
  stop(): Promise<void>
}

/**
 * Sends until it is told to stop, and each order until the hub has answered: under one key, as a careful client does. Whoever sends
 * waits for what becomes of an order before the next one: a queue that grows faster than one Mac sends would only expire.
 */
function startSending(client: Client): Sending {
  const orders: Order[] = []
  let isSending = true
  let settled = 0
  const isOver = async ({ send }: Order) => {
    if (send === undefined || isTold(send.state)) return true
    return isTold((await client.get_send({ id: send.id }).catch(() => send)).state)
  }
  const one = async () => {
    while (isSending) {
      const order: Order = { text: `order-${orders.length + 1}`, send: undefined }
      orders.push(order)
      while (order.send === undefined)
        try {
          order.send = await client.send({ handle: to, text: order.text }, { idempotencyKey: order.text })
        } catch (error) {
          if (!(error instanceof ClientError)) throw error
          // An order that has failed or is uncertain is answered as an error.
          const { send: told } = error.details
          if (told !== undefined) order.send = told as unknown as Send
          else if (mayPass(error)) await wait(againMs)
          else throw error
        }
      while (isSending && !(await isOver(order))) await wait(againMs)
      settled++
    }
  }
  const sending = Promise.all(Array.from({ length: senders }, one))
  return {
    orders,
    settled: () => settled,
    async stop() {
      isSending = false
      await sending
    },
  }
}

async function killedDuringOrders(each: number): Promise<Outcome> {
  await using mac = await macHere(unlimited)
  await using world = await HubWorld.open({ config: unlimited })
  mac.bridge.mac.messages.receive({ from: to, text: 'the first' })
  await world.add('one')
  const uplink = world.startUplink('one', mac)
  await world.untilHas('one', 0)
  const port = await unusedPort()
  const web = world.startService(['hub', 'web', '--port', String(port)])
  const client = createClient({ baseUrl: `http://127.0.0.1:${port}` })
  await until(() => client.list_conversations({}).then(({ length }) => length > 0, isAway), { withinMs: 120_000 })
  const random = seededRandom('kills during orders')
  const sending = startSending(client)
  let before = 0
  const afterOrders = (kill: () => Promise<void>) => async () => {
    if (random() < calmShare) {
      const describe = () => `an order after ${before}; ${web.said.slice(-1_000)} ${uplink.said.slice(-1_000)}`
      await until(() => sending.settled() > before, { withinMs: settleMs, describe })
      await wait(random() * calmMs)
    }
    before = sending.settled()
    await kill()
  }
  const kills = {
    web: afterOrders(() => web.restart()),
    uplink: afterOrders(() => uplink.restart()),
    nats: afterOrders(async () => {
      await world.nats.kill()
      world.nats.launch(0)
    }),
  }
  await killEach(kills, { each, random, calmMs: () => undefined })
  await world.nats.ready()
  await sending.stop()
  return await accounts(sending.orders, { client, home: mac.bridge.mac.home, kills: each * 3 })
}

const isAway = (): boolean => false

/** Compares what the hub says of each order with what the Mac has sent. */
async function accounts(
  orders: readonly Order[],
  { client, home, kills }: { client: Client; home: string; kills: number },
): Promise<Outcome> {
  const states = new Map<string, string>()
  const look = async () => {
    for (const { text, send } of orders) {
      if (isCertain(states.get(text) ?? '')) continue
      states.set(text, (await client.get_send({ id: send?.id ?? '' })).state)
    }
    return [...states.values()].every(isTold)
  }
  await until(look, { withinMs: settleMs, everyMs: 500, describe: () => JSON.stringify(Object.fromEntries(states)) })
  // The ledger of the Mac speaks once its uplink comes to the order again.
  const areCertain = async () => (await look()) && [...states.values()].every((state) => state !== 'uncertain')
  await until(areCertain, { withinMs: certainMs, everyMs: 1_000 }).catch(() => undefined)
  const sent = Map.groupBy(sentRows(home), ({ text }) => text ?? '')
  const times = ({ text }: Order) => sent.get(text)?.length ?? 0
  const twice = orders.filter((order) => times(order) > 1)
  const wrongly = orders.filter((order) => {
    const state = states.get(order.text) ?? ''
    return (landedStates.includes(state) && times(order) === 0) || (state === 'failed' && times(order) > 0)
  })
  const uncertain = orders.filter(({ text }) => states.get(text) === 'uncertain')
  const failed = orders.filter(({ text }) => states.get(text) === 'failed')
  const named = (some: readonly Order[]) =>
    some.length === 0
      ? ''
      : ` (${some
          .slice(0, 3)
          .map(({ text }) => text)
          .join(', ')})`
  return {
    figure: `${kills} kills, ${orders.length} orders: ${twice.length} sent twice${named(twice)}, ${wrongly.length} told to be what they are not${named(wrongly)}, ${uncertain.length} uncertain, ${failed.length} failed`,
    reached: twice.length === 0 && wrongly.length === 0,
  }
}

export const orders: readonly HubTrial[] = [
  {
    name: 'orders',
    claim: 'kill −9 of hub web, uplink and nats-server, 50 times each, while orders are sent',
    target: '0 sent twice, 0 told to be what they are not; uncertain ones are counted',
    run: ({ isQuick }) => killedDuringOrders(isQuick ? 8 : 50),
  },
]

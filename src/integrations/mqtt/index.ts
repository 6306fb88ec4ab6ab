/**
 * Publishes messages at an MQTT broker, sends messages that are published there, and announces itself to Home
 * Assistant.
 */
import { join } from 'node:path'
import type {
  DeliveryContext,
  InboundMessage,
  Integration,
  OfficialContext,
  StopReason,
} from '../../plugin-api/index.ts'
import { Announcer } from './announcer.ts'
import { Broker, type ReceivedPacket } from './broker.ts'
import { german } from './german.ts'
import { Memory } from './memory.ts'
import { OrderSender } from './order-sender.ts'
import { OrderStore } from './order-store.ts'
import { messagePayload } from './payload.ts'
import { type Settings, settingsSchema } from './settings.ts'
import { type Topics, topicsBelow } from './topics.ts'

/** Limits how long a broker that does not answer can delay the stop. */
const leaveMs = 1_500

/** The state between start and stop. */
interface Started {
  settings: Settings
  topics: Topics
  broker: Broker
  orders: OrderSender
  announcer: Announcer
}

export default class Mqtt implements Integration<InboundMessage> {
  static readonly NAME = 'mqtt'
  static readonly DISPLAY_NAME = 'MQTT'
  static readonly DESCRIPTION =
    'Publishes every message at a broker and sends what is published there. Home Assistant finds it by itself.'
  static readonly TIER = 'official'
  static readonly SETTINGS_SCHEMA = settingsSchema
  static readonly TRANSLATIONS = { de: german }

  #started: Started | undefined

  async start(ctx: OfficialContext): Promise<void> {
    this.#started = connect(ctx)
    await this.#started.broker.triedOnce
  }

  async stop(reason: StopReason = 'shutdown'): Promise<void> {
    if (this.#started === undefined) return
    const { announcer, broker } = this.#started
    // Without a connection, the next start clears what stays at the broker.
    await announcer.leave(reason, AbortSignal.timeout(leaveMs)).catch(() => undefined)
    await broker.close()
  }

  async on_inbound(message: InboundMessage, { signal }: DeliveryContext): Promise<void> {
    if (this.#started === undefined) throw new Error('MQTT was not started.')
    const { settings, topics, broker, announcer } = this.#started
    const payload = JSON.stringify(messagePayload(message, settings.include_text))
    const topic = topics.message(message.conversation_id)
    await (settings.retain ? announcer.retain(topic, payload, { signal }) : broker.publish(topic, payload, { signal }))
    // The broker has the message: a failure from here on is repaired with the next message or the next connection.
    await announcer.noteMessage(message).catch(() => undefined)
  }
}

function connect(ctx: OfficialContext): Started {
  const settings = ctx.plugin_config as unknown as Settings
  if ((settings.client_certificate === '') !== (settings.client_key === ''))
    throw new Error('A client certificate needs its key, and the key its certificate.')
  const topics = topicsBelow(settings.base_topic)
  const memory = new Memory(join(ctx.data_dir, 'memory.json'))
  const broker = new Broker({
    settings,
    clientId: memory.value.id,
    statusTopic: topics.status,
    log: ctx,
    onConnected: () => {
      ctx.retry_now()
      announce(started).catch((error: Error) => ctx.log_warn(`At the broker: ${error.message}.`))
    },
    onPacket: (packet) => takeOrder(packet, started),
  })
  const orders = new OrderSender({
    ctx,
    store: new OrderStore(join(ctx.data_dir, 'orders.json')),
    publish: (conversationId, outcome) => broker.publish(topics.sent(conversationId), JSON.stringify(outcome)),
  })
  const started = { settings, topics, broker, orders, announcer: new Announcer({ settings, topics, memory, broker }) }
  return started
}

async function announce({ settings, topics, broker, orders, announcer }: Started): Promise<void> {
  if (settings.allow_sending) {
    await broker.subscribe(topics.send('+'))
    orders.resume()
  }
  await announcer.announce()
}

function takeOrder({ topic, payload, retain, dup, messageId }: ReceivedPacket, started: Started): void {
  const { settings, topics, orders } = started
  const conversationId = topics.conversationOf(topic)
  // A retained order would come again at every start; the session may still have a subscription that the settings no
  // longer want.
  if (conversationId === undefined || retain || !settings.allow_sending) return
  orders.take({ conversationId, payload: Buffer.from(payload), isRepeat: dup, packetId: messageId })
}

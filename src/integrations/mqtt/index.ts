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
import { type Announcer, createAnnouncer } from './announcer.ts'
import { type Broker, openBroker, type Published } from './broker.ts'
import { openMemory } from './memory.ts'
import { openOrderBox } from './order-box.ts'
import { messagePayload } from './payload.ts'
import { createSender, type Sender } from './sender.ts'
import { type Settings, settingsSchema } from './settings.ts'
import { type Topics, topicsBelow } from './topics.ts'

/** Limits how long a broker that does not answer can delay the stop. */
const leaveMs = 1_500

interface Parts {
  settings: Settings
  topics: Topics
  broker: Broker
  sender: Sender
  announcer: Announcer
}

export default class Mqtt implements Integration<InboundMessage> {
  static readonly NAME = 'mqtt'
  static readonly DISPLAY_NAME = 'MQTT'
  static readonly DESCRIPTION =
    'Publishes every message at a broker and sends what is published there. Home Assistant finds it by itself.'
  static readonly TIER = 'official'
  static readonly SETTINGS_SCHEMA = settingsSchema

  #parts: Parts | undefined

  async start(ctx: OfficialContext): Promise<void> {
    const parts = partsOf(ctx)
    this.#parts = parts
    await parts.broker.triedOnce
  }

  async stop(reason: StopReason = 'shutdown'): Promise<void> {
    if (this.#parts === undefined) return
    const { announcer, broker } = this.#parts
    // Without a connection, the next start clears what stays at the broker.
    await announcer.leave(reason, AbortSignal.timeout(leaveMs)).catch(() => undefined)
    await broker.close()
  }

  async on_inbound(message: InboundMessage, { signal }: DeliveryContext): Promise<void> {
    if (this.#parts === undefined) throw new Error('MQTT was not started.')
    const { settings, topics, broker, announcer } = this.#parts
    const payload = JSON.stringify(messagePayload(message, settings.include_text))
    const publish = settings.retain ? announcer.retain : broker.publish
    await publish(topics.message(message.conversation_id), payload, { signal })
    // The broker has the message: a failure from here on is repaired with the next message or the next connection.
    await announcer.heard(message).catch(() => undefined)
  }
}

function partsOf(ctx: OfficialContext): Parts {
  const settings = ctx.plugin_config as unknown as Settings
  if ((settings.client_certificate === '') !== (settings.client_key === ''))
    throw new Error('A client certificate needs its key, and the key its certificate.')
  const topics = topicsBelow(settings.base_topic)
  const memory = openMemory(join(ctx.data_dir, 'memory.json'))
  const broker = openBroker({
    settings,
    clientId: memory.value().id,
    statusTopic: topics.status,
    log: ctx,
    onConnected: () => {
      ctx.retry_now()
      greet(parts).catch((error: Error) => ctx.log_warn(`At the broker: ${error.message}.`))
    },
    onPublished: (published) => take(published, parts),
  })
  const sender = createSender({
    ctx,
    box: openOrderBox(join(ctx.data_dir, 'orders.json')),
    publish: (conversationId, outcome) => broker.publish(topics.sent(conversationId), JSON.stringify(outcome)),
  })
  const parts = { settings, topics, broker, sender, announcer: createAnnouncer({ settings, topics, memory, broker }) }
  return parts
}

async function greet({ settings, topics, broker, sender, announcer }: Parts): Promise<void> {
  if (settings.allow_sending) {
    await broker.subscribe(topics.send('+'))
    sender.resume()
  }
  await announcer.greet()
}

function take({ topic, payload, retain, dup, messageId }: Published, { settings, topics, sender }: Parts): void {
  const conversationId = topics.conversationOf(topic)
  // A retained order would come again at every start; the session may still have a subscription that the settings no
  // longer want.
  if (conversationId === undefined || retain || !settings.allow_sending) return
  sender.take({ conversationId, payload: Buffer.from(payload), isRepeat: dup, packetId: messageId })
}

/**
 * Connects to the broker: reconnects automatically, and counts a message as published when the broker has confirmed it.
 */
import mqtt, { type IClientOptions, type IPublishPacket, type MqttClient } from 'mqtt'
import { DeliveryRefused, type PluginContext } from '../../plugin-api/index.ts'
import { rejectionOnAbort } from '../shared/until-aborted.ts'
import type { Settings } from './settings.ts'

export type ReceivedPacket = Pick<IPublishPacket, 'topic' | 'payload' | 'retain' | 'dup' | 'messageId'>

export interface BrokerDeps {
  settings: Settings
  clientId: string
  /** The topic at which `offline` is published when we are gone. */
  statusTopic: string
  log: Pick<PluginContext, 'log_info' | 'log_warn'>
  onConnected(): void
  /** The packet is confirmed to the broker once this returns. */
  onPacket(packet: ReceivedPacket): void
}

export interface PublishOptions {
  retain?: boolean
  signal?: AbortSignal
}

const reconnectMs = 3_000
/** Sending is given up after the same time. */
const sessionS = 300
const nextTryS = { away: 5, forbidden: 300 }

export class Broker {
  readonly #qos: Settings['qos']
  readonly #client: MqttClient
  readonly #triedOnce = Promise.withResolvers<void>()
  #trouble = 'not connected yet'
  #isTroubleLogged = false

  /** Connects to the broker. */
  constructor(deps: BrokerDeps) {
    const { settings, log } = deps
    this.#qos = settings.qos
    const client = mqtt.connect(settings.url, optionsOf(deps))
    this.#client = client
    client.on('connect', () => {
      this.#triedOnce.resolve()
      this.#isTroubleLogged = false
      log.log_info('Connected to the broker.')
      deps.onConnected()
    })
    client.on('error', ({ message }) => {
      this.#trouble = message
    })
    client.on('close', () => {
      dropInFlight(client)
      this.#triedOnce.resolve()
      if (!this.#isTroubleLogged && !client.disconnecting)
        log.log_warn(`No connection to the broker: ${this.#trouble}.`)
      this.#isTroubleLogged = true
    })
    client.handleMessage = (packet, done) => {
      try {
        deps.onPacket(packet)
        done()
      } catch (error) {
        // The packet is not confirmed, so the broker keeps it.
        done(error as Error)
      }
    }
  }

  /** Resolves once there is a connection, or once the first attempt failed. */
  get triedOnce(): Promise<void> {
    return this.#triedOnce.promise
  }

  /** Rejects at once without a connection, and when the connection is lost meanwhile: nothing is queued here. */
  async publish(topic: string, payload: string, { retain = false, signal }: PublishOptions = {}): Promise<void> {
    if (!this.#client.connected)
      throw new DeliveryRefused(`no connection to the broker: ${this.#trouble}`, nextTryS.away)
    const published = this.#client.publishAsync(topic, payload, { qos: this.#qos, retain })
    await Promise.race([published, rejectionOnAbort(signal)]).catch((error: unknown) => {
      throw refusalOf(error, topic)
    })
  }

  async subscribe(topic: string): Promise<void> {
    // Only version 5 can mark a retained message as such after the subscription exists, and leave out those from before.
    await this.#client.subscribeAsync(topic, { qos: 1, rap: true, rh: 2 })
  }

  async close(): Promise<void> {
    await this.#client.endAsync(!this.#client.connected)
  }
}

function optionsOf({ settings, clientId, statusTopic }: BrokerDeps): IClientOptions {
  const { username, password, ca, client_certificate, client_key, protocol_version } = settings
  return {
    protocolVersion: protocol_version,
    clientId,
    // Messages to be sent wait for us at the broker for a limited time; before version 5 that time cannot be limited.
    ...(protocol_version === 5 ? { clean: false, properties: { sessionExpiryInterval: sessionS } } : { clean: true }),
    keepalive: 30,
    connectTimeout: 10_000,
    reconnectPeriod: reconnectMs,
    reconnectOnConnackError: true,
    resubscribe: false,
    queueQoSZero: false,
    will: { topic: statusTopic, payload: Buffer.from('offline'), qos: 1, retain: true },
    ...(username !== '' && { username }),
    ...(password !== '' && { password }),
    ...(ca !== '' && { ca }),
    ...(client_certificate !== '' && { cert: client_certificate, key: client_key }),
  }
}

/** The host owns the queue: a message that the client repeated on its own would overtake others, or arrive twice. */
function dropInFlight(client: MqttClient): void {
  for (const id of Object.keys(client.outgoing)) client.removeOutgoingMessage(Number(id))
}

const notAuthorized = 0x87

function refusalOf(error: unknown, topic: string): Error {
  const { message, code } = error as Error & { code?: unknown }
  if (code === notAuthorized)
    return new DeliveryRefused(`the broker does not let this user publish to ${topic}`, nextTryS.forbidden)
  return new Error(message === 'Message removed' ? 'the connection to the broker was lost' : message)
}

/**
 * Keeps what the broker retains for us up to date: whether we are online, the last message, and the device for Home
 * Assistant. It clears what is no longer wanted, even where an earlier start or other settings left it.
 */
import type { InboundMessage, StopReason } from '../../plugin-api/index.ts'
import type { Broker, PublishOptions } from './broker.ts'
import { discoveryPayload, discoveryTopic } from './home-assistant.ts'
import type { Memory } from './memory.ts'
import { lastMessagePayload, type Payload } from './payload.ts'
import type { Settings } from './settings.ts'
import type { Topics } from './topics.ts'

export interface AnnouncerDeps {
  settings: Settings
  topics: Topics
  memory: Memory
  broker: Pick<Broker, 'publish'>
}

/** A broker may refuse more unconfirmed messages than this. */
const clearedAtOnce = 10

export class Announcer {
  readonly #deps: AnnouncerDeps
  /** The topic of the device for Home Assistant; null where it is not wanted. */
  readonly #deviceTopic: string | null
  /** These topics hold no message content, and stay correct while the service is only offline. */
  readonly #lasting: readonly string[]
  #lastMessage: Payload | undefined
  /** The description of the device that the broker has. */
  #announced = ''

  constructor(deps: AnnouncerDeps) {
    const { settings, topics, memory } = deps
    this.#deps = deps
    this.#deviceTopic = settings.home_assistant ? discoveryTopic(settings.discovery_prefix, memory.value.id) : null
    this.#lasting = [topics.status, ...(this.#deviceTopic === null ? [] : [this.#deviceTopic, topics.received])]
  }

  /** Called after each connection. */
  async announce(): Promise<void> {
    const { topics, memory } = this.#deps
    this.#announced = ''
    await this.retain(topics.status, 'online')
    await this.#clear(memory.value.retained.filter((topic) => !this.#isWanted(topic)))
    await this.#updateDevice()
  }

  async noteMessage(message: InboundMessage): Promise<void> {
    const { settings, memory } = this.#deps
    memory.noteMessage(message)
    this.#lastMessage = lastMessagePayload(message, settings.include_text)
    await this.#updateDevice()
  }

  /** Publishes a payload that the broker retains. */
  async retain(topic: string, payload: string, options?: Pick<PublishOptions, 'signal'>): Promise<void> {
    const { memory, broker } = this.#deps
    memory.noteRetained(topic)
    await broker.publish(topic, payload, { ...options, retain: true })
  }

  /**
   * Called before the connection is closed. No message content stays at the broker, and after `disabled` nothing at all
   * stays.
   */
  async leave(reason: StopReason, signal: AbortSignal): Promise<void> {
    const { topics, memory } = this.#deps
    await this.retain(topics.status, 'offline', { signal })
    const kept = reason === 'disabled' ? [] : this.#lasting
    await this.#clear(
      memory.value.retained.filter((topic) => !kept.includes(topic)),
      signal,
    )
  }

  async #updateDevice(): Promise<void> {
    if (this.#deviceTopic === null) return
    const { settings, topics, memory } = this.#deps
    const payload = JSON.stringify(discoveryPayload(discoveryOf(settings, topics, memory)))
    if (payload !== this.#announced) {
      await this.retain(this.#deviceTopic, payload)
      this.#announced = payload
    }
    await this.retain(topics.received, String(memory.value.received))
    if (this.#lastMessage) await this.retain(topics.lastMessage, JSON.stringify(this.#lastMessage))
  }

  async #clear(unwanted: readonly string[], signal?: AbortSignal): Promise<void> {
    const { memory, broker } = this.#deps
    for (let at = 0; at < unwanted.length; at += clearedAtOnce) {
      const some = unwanted.slice(at, at + clearedAtOnce)
      await Promise.all(some.map((topic) => broker.publish(topic, '', { retain: true, ...(signal && { signal }) })))
      memory.noteCleared(some)
    }
  }

  #isWanted(topic: string): boolean {
    const { settings, topics } = this.#deps
    if (this.#lasting.includes(topic)) return true
    if (this.#deviceTopic !== null && topic === topics.lastMessage) return true
    return settings.retain && topics.isMessage(topic)
  }
}

function discoveryOf({ device_name: deviceName, allow_sending }: Settings, topics: Topics, memory: Memory) {
  const { id: deviceId, conversations, gone } = memory.value
  const noMore = [...gone, ...conversations.map(({ id }) => id)]
  const writable = allow_sending ? { conversations, gone } : { conversations: [], gone: noMore }
  return { deviceId, deviceName, topics, ...writable }
}

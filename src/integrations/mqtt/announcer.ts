/**
 * Keeps what the broker retains for us up to date: whether we are online, the last message, and the device for Home
 * Assistant. It clears what is no longer wanted, even where an earlier start or other settings left it.
 */
import type { InboundMessage, StopReason } from '../../plugin-api/index.ts'
import type { Broker, Publishing } from './broker.ts'
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

export interface Announcer {
  /** Called after each connection. */
  greet(): Promise<void>
  heard(message: InboundMessage): Promise<void>
  /** Publishes a payload that the broker retains. */
  retain(topic: string, payload: string, options?: Pick<Publishing, 'signal'>): Promise<void>
  /**
   * Called before the connection is closed. No message content stays at the broker, and after `disabled` nothing at all
   * stays.
   */
  leave(reason: StopReason, signal: AbortSignal): Promise<void>
}

/** A broker may refuse more unconfirmed messages than this. */
const clearedAtOnce = 10

export function createAnnouncer({ settings, topics, memory, broker }: AnnouncerDeps): Announcer {
  let last: Payload | undefined
  let announced = ''
  const home = settings.home_assistant ? discoveryTopic(settings.discovery_prefix, memory.value().id) : null
  /** These topics hold no message content, and stay correct while the service is only offline. */
  const lasting = [topics.status, ...(home === null ? [] : [home, topics.received])]

  const isWanted = (topic: string): boolean =>
    lasting.includes(topic) ||
    (home !== null && topic === topics.lastMessage) ||
    (settings.retain && topics.isMessage(topic))

  const retain: Announcer['retain'] = async (topic, payload, options) => {
    memory.retains(topic)
    await broker.publish(topic, payload, { ...options, retain: true })
  }

  const clear = async (unwanted: readonly string[], signal?: AbortSignal): Promise<void> => {
    for (let at = 0; at < unwanted.length; at += clearedAtOnce) {
      const some = unwanted.slice(at, at + clearedAtOnce)
      await Promise.all(some.map((topic) => broker.publish(topic, '', { retain: true, ...(signal && { signal }) })))
      memory.cleared(some)
    }
  }

  const announce = async (topic: string): Promise<void> => {
    const payload = JSON.stringify(discoveryPayload(discoveryOf(settings, topics, memory)))
    if (payload !== announced) {
      await retain(topic, payload)
      announced = payload
    }
    await retain(topics.received, String(memory.value().received))
    if (last) await retain(topics.lastMessage, JSON.stringify(last))
  }

  return {
    retain,
    async greet() {
      announced = ''
      await retain(topics.status, 'online')
      await clear(memory.value().retained.filter((topic) => !isWanted(topic)))
      if (home !== null) await announce(home)
    },
    async heard(message) {
      memory.received(message)
      last = lastMessagePayload(message, settings.include_text)
      if (home !== null) await announce(home)
    },
    async leave(reason, signal) {
      await retain(topics.status, 'offline', { signal })
      const kept = reason === 'disabled' ? [] : lasting
      await clear(
        memory.value().retained.filter((topic) => !kept.includes(topic)),
        signal,
      )
    },
  }
}

function discoveryOf({ device_name: deviceName, allow_sending }: Settings, topics: Topics, memory: Memory) {
  const { id: deviceId, conversations, gone } = memory.value()
  const noMore = [...gone, ...conversations.map(({ id }) => id)]
  const writable = allow_sending ? { conversations, gone } : { conversations: [], gone: noMore }
  return { deviceId, deviceName, topics, ...writable }
}

/** Keeps what the broker says of us true: whether we are there, and for Home Assistant what there is and what came last. */
import type { InboundMessage } from '../../plugin-api/index.ts'
import type { Broker } from './broker.ts'
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
  /** After each connection. */
  greet(): Promise<void>
  heard(message: InboundMessage): Promise<void>
}

export function createAnnouncer({ settings, topics, memory, broker }: AnnouncerDeps): Announcer {
  let last: Payload | undefined
  let announced = ''
  const retained = (topic: string, payload: string) => broker.publish(topic, payload, { retain: true })
  const home = settings.home_assistant ? discoveryTopic(settings.discovery_prefix, memory.value().id) : null

  const withdraw = async (): Promise<void> => {
    const { announcedAt } = memory.value()
    if (announcedAt === null || announcedAt === home) return
    await retained(announcedAt, '')
    memory.announced(null)
  }

  const announce = async (topic: string): Promise<void> => {
    const payload = JSON.stringify(discoveryPayload(discoveryOf(settings, topics, memory)))
    if (payload !== announced) {
      await retained(topic, payload)
      announced = payload
      memory.announced(topic)
    }
    await retained(topics.received, String(memory.value().received))
    if (last) await retained(topics.lastMessage, JSON.stringify(last))
  }

  return {
    async greet() {
      announced = ''
      await retained(topics.status, 'online')
      await withdraw()
      if (home !== null) await announce(home)
    },
    async heard(message) {
      memory.received(message)
      last = lastMessagePayload(message, settings.include_text)
      if (home !== null) await announce(home)
    },
  }
}

function discoveryOf({ device_name: deviceName, allow_sending }: Settings, topics: Topics, memory: Memory) {
  const { id: deviceId, conversations, gone } = memory.value()
  const noMore = [...gone, ...conversations.map(({ id }) => id)]
  const writable = allow_sending ? { conversations, gone } : { conversations: [], gone: noMore }
  return { deviceId, deviceName, topics, ...writable }
}

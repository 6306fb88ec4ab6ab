/** Builds the message of Home Assistant's MQTT discovery that describes us as one device with all its entities. */
import type { KnownConversation } from './memory.ts'
import type { Topics } from './topics.ts'

export interface Discovery {
  /** Never changes, and differs on every Mac. */
  deviceId: string
  deviceName: string
  topics: Topics
  /** Conversations that can be written to. */
  conversations: readonly KnownConversation[]
  /** Ids of conversations that could be written to before. */
  gone: readonly string[]
}

export const discoveryTopic = (prefix: string, deviceId: string): string => `${prefix}/device/${deviceId}/config`

/** Builds the payload; an empty one removes the device. */
export function discoveryPayload(discovery: Discovery): Record<string, unknown> {
  const { deviceId, deviceName, topics } = discovery
  return {
    device: { identifiers: [deviceId], name: deviceName, manufacturer: 'Local Messaging Relay' },
    origin: { name: 'Local Messaging Relay' },
    availability: [{ topic: topics.status }],
    qos: 1,
    components: { ...entities(discovery), ...notifiers(discovery) },
  }
}

const entities = ({ deviceId, topics }: Discovery) => ({
  last_message: {
    platform: 'sensor',
    unique_id: `${deviceId}_last_message`,
    name: 'Last message',
    icon: 'mdi:message-text',
    state_topic: topics.lastMessage,
    value_template: '{{ value_json.state }}',
    json_attributes_topic: topics.lastMessage,
  },
  received: {
    platform: 'sensor',
    unique_id: `${deviceId}_received`,
    name: 'Messages received',
    icon: 'mdi:counter',
    state_class: 'total_increasing',
    state_topic: topics.received,
  },
  message: {
    platform: 'event',
    unique_id: `${deviceId}_message`,
    name: 'Message',
    icon: 'mdi:message-arrow-left',
    event_types: ['message'],
    state_topic: topics.message('+'),
  },
})

/** A component with only a platform removes that component. */
function notifiers({ deviceId, topics, conversations, gone }: Discovery): Record<string, object> {
  const removed = gone.map((id) => [nameOf(id), { platform: 'notify' }])
  const there = conversations
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ id, name }) => [
      nameOf(id),
      {
        platform: 'notify',
        unique_id: `${deviceId}_send_${id}`,
        name: `Write to ${name}`,
        icon: 'mdi:message-arrow-right',
        command_topic: topics.send(id),
      },
    ])
  return Object.fromEntries([...removed, ...there])
}

const nameOf = (conversationId: string): string => `send_${conversationId.replaceAll('-', '_')}`

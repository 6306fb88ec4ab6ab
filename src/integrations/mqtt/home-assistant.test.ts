import { expect, test } from 'vitest'
import { type Discovery, discoveryPayload, discoveryTopic } from './home-assistant.ts'
import { topicsBelow } from './topics.ts'

const discovery: Discovery = {
  deviceId: 'relay_0123456789ab',
  deviceName: 'Messages',
  topics: topicsBelow('home/messages'),
  conversations: [
    { id: '7d4f8a52-7f0f-8f00-8000-000000000002', name: 'Hiking' },
    { id: '7d4f8a52-7f0f-8f00-8000-000000000001', name: 'Anna' },
  ],
  gone: [],
}

type Component = Record<string, unknown>
const componentsOf = (changes: Partial<Discovery> = {}) =>
  discoveryPayload({ ...discovery, ...changes }).components as Record<string, Component>

const isTopic = (value: unknown) => typeof value === 'string' && /^[^#+]+$/.test(value)
const isFilter = (value: unknown) => typeof value === 'string' && /^[^#]+$/.test(value)
const isText = (value: unknown) => typeof value === 'string' && value !== ''
const common = { unique_id: isText, name: isText, icon: (value: unknown) => /^mdi:[a-z-]+$/.test(String(value)) }

/** The documented options of each platform that are required or that we use. */
const platforms: Record<string, { required: string[]; options: Record<string, (value: unknown) => boolean> }> = {
  sensor: {
    required: ['state_topic', 'unique_id'],
    options: {
      ...common,
      state_topic: isFilter,
      value_template: (value) => /^\{\{ value_json\.\w+ \}\}$/.test(String(value)),
      json_attributes_topic: isFilter,
      state_class: (value) => ['measurement', 'total', 'total_increasing'].includes(String(value)),
    },
  },
  event: {
    required: ['state_topic', 'event_types', 'unique_id'],
    options: { ...common, state_topic: isFilter, event_types: (value) => Array.isArray(value) && value.every(isText) },
  },
  notify: { required: ['command_topic', 'unique_id'], options: { ...common, command_topic: isTopic } },
}

function problemsOf({ platform, ...options }: Component): string[] {
  const known = platforms[String(platform)] ?? expect.fail(`unknown platform ${platform}`)
  const missing = known.required.filter((name) => !(name in options))
  const wrong = Object.entries(options).filter(([name, value]) => !known.options[name]?.(value))
  return [...missing, ...wrong.map(([name]) => name)]
}

test('every component has what its platform requires, and no option that it does not know', () => {
  const components = componentsOf()
  expect(Object.entries(components).flatMap(([id, one]) => problemsOf(one).map((what) => `${id}.${what}`))).toEqual([])
  expect(Object.keys(components).every((id) => /^[a-zA-Z0-9_-]+$/.test(id))).toBe(true)
  const ids = Object.values(components).map(({ unique_id }) => unique_id)
  expect(new Set(ids).size).toBe(ids.length)
})

test('describes one device with the topic of its availability', () => {
  const { device, origin, availability } = discoveryPayload(discovery)
  expect(device).toMatchObject({ identifiers: ['relay_0123456789ab'], name: 'Messages' })
  expect(origin).toHaveProperty('name')
  expect(availability).toEqual([{ topic: 'home/messages/status' }])
  expect(discoveryTopic('homeassistant', 'relay_0123456789ab')).toBe('homeassistant/device/relay_0123456789ab/config')
})

test('each conversation has a notifier that sends into it', () => {
  const notifiers = Object.values(componentsOf()).filter(({ platform }) => platform === 'notify')
  expect(notifiers.map(({ name, command_topic }) => [name, command_topic])).toEqual([
    ['Write to Anna', 'home/messages/conversations/7d4f8a52-7f0f-8f00-8000-000000000001/send'],
    ['Write to Hiking', 'home/messages/conversations/7d4f8a52-7f0f-8f00-8000-000000000002/send'],
  ])
})

test('a conversation that no longer exists is removed', () => {
  const [anna] = discovery.conversations
  const components = componentsOf({ conversations: [], gone: [anna?.id ?? ''] })
  expect(components.send_7d4f8a52_7f0f_8f00_8000_000000000002).toEqual({ platform: 'notify' })
})

test('the same conversations in another order yield the same message', () => {
  const conversations = discovery.conversations.toReversed()
  expect(JSON.stringify(discoveryPayload({ ...discovery, conversations }))).toBe(
    JSON.stringify(discoveryPayload(discovery)),
  )
})

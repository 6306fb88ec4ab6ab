import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Announcer } from './announcer.ts'
import { Memory } from './memory.ts'
import { type Settings, settingsSchema } from './settings.ts'
import { topicsBelow } from './topics.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'announcer-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const defaults = Object.fromEntries(
  Object.entries(settingsSchema.properties).flatMap(([name, property]) =>
    'default' in property ? [[name, property.default]] : [],
  ),
)

/** Returns what one connection of one start publishes, by topic. */
async function greeting(settings: Partial<Settings>): Promise<Record<string, string>> {
  const published: Record<string, string> = {}
  const announcer = new Announcer({
    settings: { ...defaults, ...settings } as unknown as Settings,
    topics: topicsBelow('messages'),
    memory: new Memory(join(folder, 'memory.json')),
    broker: {
      async publish(topic, payload) {
        published[topic.replace(/relay_\w+/, 'relay')] = payload
      },
    },
  })
  await announcer.announce()
  return published
}

test('publishes for Home Assistant only when that is enabled', async () => {
  expect(Object.keys(await greeting({}))).toEqual(['messages/status'])
  expect(Object.keys(await greeting({ home_assistant: true }))).toEqual([
    'messages/status',
    'homeassistant/device/relay/config',
    'messages/received',
  ])
})

test('removes the device once when it is no longer wanted', async () => {
  await greeting({ home_assistant: true })
  expect(await greeting({})).toEqual({
    'messages/status': 'online',
    'homeassistant/device/relay/config': '',
    'messages/received': '',
  })
  expect(await greeting({})).toEqual({ 'messages/status': 'online' })
})

test('remembers what is retained, and clears it when it is no longer wanted', async () => {
  const memory = new Memory(join(folder, 'memory.json'))
  for (const topic of ['messages/last_message', 'old/last_message', 'old/conversations/a/message'])
    memory.noteRetained(topic)
  expect(await greeting({})).toEqual({
    'messages/status': 'online',
    'messages/last_message': '',
    'old/last_message': '',
    'old/conversations/a/message': '',
  })
  expect(await greeting({})).toEqual({ 'messages/status': 'online' })
})

test('moves the device when the prefix changes', async () => {
  await greeting({ home_assistant: true })
  const moved = await greeting({ home_assistant: true, discovery_prefix: 'ha' })
  expect(moved['homeassistant/device/relay/config']).toBe('')
  expect(moved['ha/device/relay/config']).toContain('"components"')
})

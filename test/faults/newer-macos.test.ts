import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { play, scenarios } from '../../simulator/scenarios/scenarios.ts'
import { runHere } from '../../src/cli/test-run-here.ts'
import { unusedPort } from '../../src/cli/test-unused-port.ts'
import { mcpClient } from '../harness/mcp-client.ts'
import { type RelaySetup, relaySetup } from '../harness/relay-setup.ts'
import { launchWeb } from '../harness/web-process.ts'

let relay: RelaySetup
let port: number

beforeAll(async () => {
  port = await unusedPort()
  relay = await relaySetup({ mac: { macos: 27 }, config: { web: { port } } })
})
afterAll(() => relay?.[Symbol.asyncDispose]())

const playing = (name: string) =>
  play(relay.mac.home, scenarios.get(name) ?? expect.fail(name), { pause: (ms) => wait(ms / 50) })
const lastDelivered = (count: number) => relay.receiver.delivered.slice(-count).map(({ body }) => body)

const relayed = ['TimeCapsule', 'TimeCapsule', 'words in a row of an unknown type']
const line = 'Something changed in the conversation.'

test('kinds of content that no macOS had before reach plugins, assistants and exports in words', async () => {
  await playing('unknown-kinds')
  await relay.receives(...relayed)
  expect(lastDelivered(3).map(({ kind, text }) => [kind, text])).toEqual([
    ['app', 'TimeCapsule'],
    ['app', 'TimeCapsule'],
    ['text', 'words in a row of an unknown type'],
  ])

  const web = launchWeb(relay.mac.home, { port })
  await web.ready()
  const mcp = await mcpClient(relay.mac.home)
  try {
    const { structured: listed } = await mcp.call('list_conversations')
    const told: string[] = []
    for (const { guid } of listed.conversations)
      told.push((await mcp.call('get_messages', { conversation: guid })).text)
    for (const words of relayed) expect(told.join('\n')).toContain(words)
    expect(told.join('\n').split(line)).toHaveLength(3)
  } finally {
    await mcp[Symbol.asyncDispose]()
    await web.stop()
  }

  const to = join(relay.mac.home, 'export.jsonl')
  await runHere(relay.mac.home, ['export', '--format', 'jsonl', '--to', to])
  const exported = readFileSync(to, 'utf8')
  for (const words of [...relayed, line]) expect(exported).toContain(JSON.stringify(words))
})

test('a picture that Messages never joins to its message, or joins late, is delivered with its message', async () => {
  const before = relay.receiver.texts().length
  await playing('attachment-never-joined')
  await playing('attachment-join-late')
  await expect.poll(() => relay.receiver.texts().length).toBe(before + 4)
  for (const { attachments } of lastDelivered(4)) expect(attachments).toMatchObject([{ mime: 'image/jpeg' }])
})

test('a group that changes from RCS to iMessage stays one conversation', async () => {
  await playing('group-changes-service')
  await expect.poll(() => lastDelivered(3).map(({ group_name }) => group_name)).toEqual(['Rowing', 'Rowing', 'Rowing'])
  expect(new Set(lastDelivered(3).map(({ conversation_id }) => conversation_id)).size).toBe(1)
})

/** Runs an integration in the test's own process: starts it with settings and hands it one message. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import type { InboundMessage, IntegrationClass, OfficialContext } from '../../src/plugin-api/index.ts'

const message: InboundMessage = {
  delivery_id: '7d4f8a52-7f0f-8f00-8000-000000000001',
  attempt: 1,
  conversation_id: '7d4f8a52-7f0f-8f00-8000-000000000002',
  sender: 'Anna',
  is_group: false,
  group_name: null,
  text: 'hello',
  ts: '2026-01-02T03:04:05.000Z',
  kind: 'text',
  reply_to: null,
  attachments: [],
}

/** The plugin is stopped when the test is over. */
export async function pluginHere(Plugin: IntegrationClass<InboundMessage>, settings: Record<string, unknown>) {
  const data_dir = mkdtempSync(join(tmpdir(), 'plugin-'))
  const logged: string[] = []
  const log = (line: string) => void logged.push(line)
  const plugin_config = { ...defaultsOf(Plugin), ...settings }
  const plugin = new Plugin()
  onTestFinished(async () => {
    await plugin.stop()
    rmSync(data_dir, { recursive: true })
  })
  const ctx = { plugin_config, data_dir, log_info: log, log_warn: log, log_error: log, retry_now() {} }
  await plugin.start(ctx as unknown as OfficialContext)
  const deliver = (signal = new AbortController().signal, part: Partial<InboundMessage> = {}) =>
    plugin.on_inbound({ ...message, ...part }, { signal, progress() {} })
  return { deliver, logged }
}

function defaultsOf({ SETTINGS_SCHEMA }: IntegrationClass<InboundMessage>): Record<string, unknown> {
  const properties = Object.entries((SETTINGS_SCHEMA.properties ?? {}) as Record<string, object>)
  return Object.fromEntries(
    properties.flatMap(([name, property]) => ('default' in property ? [[name, property.default]] : [])),
  )
}

export const failure = (work: Promise<unknown>) =>
  work.then(
    () => expect.fail('it went'),
    (error: Error & { retryAfterS?: number | null }) => error,
  )

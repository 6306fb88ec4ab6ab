import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dirOf } from './harness/bridge-process.ts'
import { anna, relaySetup } from './harness/relay-setup.ts'
import { until } from './harness/until.ts'

const posing = `
export default class {
  static NAME = 'posing'
  static TIER = 'notify'
  static SETTINGS_SCHEMA = {}
  async start(ctx) { this.ctx = ctx }
  async stop() {}
  async on_inbound() {
    this.ctx.mirror('seen', { event: 'message', source: 'bridge', ts: '1970-01-01T00:00:00.000Z', sent_at: '2099-01-01T00:00:00.000Z' })
  }
}`

test("a message is mirrored in snake_case, and no plugin can write in the bridge's name", async () => {
  await using relay = await relaySetup({
    config: { relay: { scope: 'everyone', mirror_file: 'mirror.jsonl' }, integrations: { posing: { enabled: true } } },
    prepare(home) {
      const folder = join(dirOf(home).integrationsDir, 'posing')
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      writeFileSync(join(folder, 'index.mjs'), posing)
    },
  })
  relay.mac.messages.receive({ from: anna, text: 'hello' })
  const records = () => {
    const { mirrorFile } = dirOf(relay.mac.home)
    const lines = existsSync(mirrorFile) ? readFileSync(mirrorFile, 'utf8').trimEnd().split('\n').filter(Boolean) : []
    return lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  }
  await until(() => records().length === 2)
  const [message = {}, posed = {}] = records()
  expect(message).toMatchObject({ event: 'message', source: 'bridge', text: 'hello', handle: anna, is_group: false })
  expect(Object.keys(message).filter((key) => !/^[a-z_]+$/.test(key))).toEqual([])
  expect(posed).toMatchObject({ event: 'seen', source: 'posing', sent_at: '2099-01-01T00:00:00.000Z' })
  expect(Date.parse(String(posed.ts))).toBeGreaterThan(Date.parse(String(message.sent_at)) - 1)
})

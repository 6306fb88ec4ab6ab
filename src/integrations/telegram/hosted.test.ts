import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import type { ConversationKey } from '../../contract/ids.ts'
import type { Send } from '../../contract/send.ts'
import type { PluginOrder } from '../../plugins/calls/services.ts'
import { type TestHost, testHost, until } from '../../plugins/test-host.ts'
import { type BotApi, botApi, token } from './test-bot-api.ts'

const bundledDir = join(import.meta.dirname, '..')
const me = 42
let bench: TestHost
let api: BotApi
afterEach(async () => {
  await bench.stop()
  api.close()
})

it('shows a message and sends its answer from within its sandbox, even after a restart, and logs no content', async () => {
  api = await botApi()
  api.users.add(me)
  const orders: PluginOrder[] = []
  const send = async (order: PluginOrder) => {
    orders.push(order)
    return { id: 'one', state: 'sent', kind: 'text', error: null, created_at: new Date().toISOString() } as Send
  }
  const enabled = { telegram: { enabled: true, token, allowed_users: [me], api_root: api.root } }
  bench = await testHost({ bundledDir, settings: enabled, calls: { send } })
  bench.receive({ text: 'the secret', conversation: 'group:one' as ConversationKey })
  await until(() => bench.deliveries()[0]?.state === 'acked')
  expect(api.sent[0]?.fields.text).toBe('Anna\nthe secret')

  api.message(me, { text: 'first', reply_to_message: { message_id: 1, date: 1 } })
  await until(() => api.sent.at(-1)?.fields.text === '✓ Sent to Anna')
  bench.reconcile({ telegram: { ...enabled.telegram, enabled: false } })
  await until(() => bench.record('telegram')?.status === 'off')
  api.message(me, { text: 'second', reply_to_message: { message_id: 1, date: 1 } })
  bench.reconcile(enabled)
  await until(() => orders.length === 2)
  expect(orders).toMatchObject([
    { conversation: 'group:one', text: 'first', by: 'plugin:telegram' },
    { conversation: 'group:one', text: 'second', by: 'plugin:telegram' },
  ])
  const log = JSON.stringify(bench.logged)
  for (const secret of [token, 'the secret', 'first', 'Anna']) expect(log).not.toContain(secret)
})

it('the record reports a wrong token without repeating it', async () => {
  api = await botApi()
  const telegram = { enabled: true, token: '123:not-the-token', allowed_users: [me], api_root: api.root }
  bench = await testHost({ bundledDir, settings: { telegram } })
  // A busy machine may name a slow start before.
  await until(() => bench.record('telegram')?.last_error?.includes('@BotFather'))
  expect(JSON.stringify([bench.record('telegram'), bench.logged])).not.toContain('not-the-token')
})

import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import type { Send } from '../contract/send.ts'
import type { PluginOrder } from './calls/doors.ts'
import { testHost, until } from './test-host.ts'

const guide = readFileSync(fileURLToPath(new URL('../../docs/plugins.md', import.meta.url)), 'utf8')
const [, example = ''] = /```js\n([\s\S]*?)```/.exec(guide) ?? []

it('the plugin of the guide does what it says', async () => {
  const orders: PluginOrder[] = []
  const send = async (order: PluginOrder) => {
    orders.push(order)
    return { id: 'send', state: 'sent', error: null, created_at: '' } as unknown as Send
  }
  const attachmentBytes = () => ({ size: 3, bytes: Readable.from([Buffer.from('abc')]), close: () => {} })
  const settings = { echo: { enabled: true, greeting: 'Heard:' } }
  const bench = await testHost({ plugins: { echo: example }, settings, calls: { send, attachmentBytes } })
  onTestFinished(() => bench.stop())
  const attachments = [{ guid: 'a', name: 'cat.jpg', mime: 'image/jpeg', size: 3 }]
  bench.receive({ text: 'hello', attachments }, { text: null })
  await until(() => bench.deliveries().every(({ state }) => state !== 'pending'))
  expect(orders).toMatchObject([{ text: 'Heard: hello' }, { file: { name: 'cat.jpg' } }])
  expect(bench.deliveries().map(({ state, last_error }) => [state, last_error])).toEqual([
    ['acked', null],
    ['dead', 'there is nothing to repeat'],
  ])
  bench.sql(`INSERT INTO event (type, chat_guid, rowid_of_message, at_ms, payload) SELECT '', '', 0, 0,
    json_object('type', 'tapback_added', 'target_guid', guid, 'emoji', '👍') FROM delivery WHERE state = 'acked'`)
  await until(() => bench.logged.some(({ source, msg }) => source === 'echo' && msg === 'somebody reacted'))
})

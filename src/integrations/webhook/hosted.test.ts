import { createServer } from 'node:http'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import type { ConversationKey } from '../../contract/ids.ts'
import type { Send } from '../../contract/send.ts'
import type { PluginOrder } from '../../plugins/calls/services.ts'
import { type TestHost, testHost, until } from '../../plugins/test-host.ts'

const bundledDir = join(import.meta.dirname, '..')
let bench: TestHost
afterEach(() => bench.stop())

it('delivers from within its sandbox, and retries a failed delivery under the same id', async () => {
  const ids: unknown[] = []
  const server = createServer((request, response) => {
    ids.push(request.headers['webhook-id'])
    response.writeHead(ids.length === 1 ? 503 : 200, { 'retry-after': '0' }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  bench = await testHost({ bundledDir, settings: { webhook: { enabled: true, url: `http://127.0.0.1:${port}/` } } })
  bench.receive({ text: 'hello' })
  await until(() => bench.deliveries()[0]?.state === 'acked')
  expect(ids).toEqual([bench.deliveries()[0]?.id, bench.deliveries()[0]?.id])
  server.close()
  server.closeAllConnections()
})

it.each(['0', '-1', 'Thu, 01 Jan 2015 00:00:00 GMT'])(
  'retries with growing pauses when the receiver asks for none (Retry-After: %s), and logs each attempt',
  async (retryAfter) => {
    let requests = 0
    const server = createServer((_, response) => {
      requests++
      response.writeHead(503, { 'retry-after': retryAfter }).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    bench = await testHost({ bundledDir, settings: { webhook: { enabled: true, url: `http://127.0.0.1:${port}/` } } })
    bench.receive({ text: 'hello' })
    const warnings = () => bench.logged.filter(({ source, level }) => source === 'webhook' && level === 'warn')
    await until(() => warnings().length === 3)
    const said = warnings().map(({ msg }) =>
      /failed \((attempt \d)\): (.+)\. Next attempt in (\d) s\.$/.exec(msg)?.slice(1),
    )
    expect(said.map((words) => words?.slice(0, 2))).toEqual(
      [1, 2, 3].map((attempt) => [`attempt ${attempt}`, 'the receiver answered 503']),
    )
    const pauses = said.map((words) => Number(words?.[2]))
    expect(pauses).toEqual(pauses.toSorted())
    expect(pauses[2]).toBeGreaterThanOrEqual(3)
    expect(requests).toBeGreaterThanOrEqual(3)
    server.close()
    server.closeAllConnections()
  },
)

it('sends a reply of the receiver once, even when the answer is lost in a crash of the plugin', async () => {
  let answers = 0
  const server = createServer((_, response) => {
    answers++
    if (answers === 1) process.kill(bench.pids()[0]?.pid ?? 0, 'SIGKILL')
    else response.end('{"reply":{"text":"yes"}}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const orders: PluginOrder[] = []
  const send = async (order: PluginOrder) => {
    orders.push(order)
    return { id: 'one', state: 'sent', kind: 'text', error: null, created_at: new Date().toISOString() } as Send
  }
  const webhook = { enabled: true, url: `http://127.0.0.1:${port}/`, allow_replies: true }
  bench = await testHost({ bundledDir, settings: { webhook }, calls: { send } })
  bench.receive({ text: 'hello', conversation: 'group:one' as ConversationKey })
  await until(() => bench.deliveries()[0]?.state === 'acked')
  const key = `plugin:webhook:own:${bench.deliveries()[0]?.id}`
  expect(orders).toEqual([{ conversation: 'group:one', text: 'yes', by: 'plugin:webhook', idempotencyKey: key }])
  server.close()
  server.closeAllConnections()
})

it('is refused when its URL is not http or https', async () => {
  bench = await testHost({ bundledDir, settings: { webhook: { enabled: true, url: 'file:///etc/passwd' } } })
  await until(() => bench.record('webhook')?.status === 'failed')
  expect(bench.record('webhook')?.last_error).toContain('settings.url')
})

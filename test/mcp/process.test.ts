import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { type RunningService, startService } from '../../src/cli/test-service.ts'
import { unusedPort } from '../../src/cli/test-unused-port.ts'
import { tools } from '../../src/mcp/tools/index.ts'
import { configure, dirOf } from '../harness/bridge-process.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'mcp-home-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
})

interface Frame {
  id?: number | string
  result?: { tools?: { name: string }[]; serverInfo?: { name: string }; isError?: boolean }
  error?: { code: number; message?: string }
}

/** Writes frames as any program does, without a library. */
function rawMcp(env: NodeJS.ProcessEnv = {}) {
  const service = startService(home, ['mcp'], env)
  onTestFinished(() => void service.child.kill('SIGKILL'))
  const lines = createInterface({ input: service.child.stdout as NodeJS.ReadableStream })[Symbol.asyncIterator]()
  const say = (text: string) => service.child.stdin?.write(`${text}\n`)
  return {
    service,
    say,
    heard: async (): Promise<Frame> => JSON.parse((await lines.next()).value ?? '{}'),
    async ask(method: string, params: object = {}, id = 1): Promise<Frame> {
      say(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
      return JSON.parse((await lines.next()).value ?? '{}') as Frame
    },
  }
}

const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } }

async function greeted(env?: NodeJS.ProcessEnv) {
  const raw = rawMcp(env)
  expect((await raw.ask('initialize', hello)).result?.serverInfo?.name).toBe('local-messaging-relay')
  raw.say(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }))
  return raw
}

/** Checks that every line that it wrote is a frame. */
const isProtocol = ({ stdout }: RunningService) =>
  stdout()
    .split('\n')
    .filter(Boolean)
    .every((line) => JSON.parse(line).jsonrpc === '2.0')

test('tools are listed before anything is set up', async () => {
  const { ask, service } = await greeted()
  expect((await ask('tools/list', {}, 2)).result?.tools).toHaveLength(tools.length)
  expect(isProtocol(service)).toBe(true)
})

test('a call without a running service gets an error response', async () => {
  configure(home, { web: { port: await unusedPort() } })
  const { ask, service } = await greeted()
  const { result } = await ask('tools/call', { name: 'list_conversations', arguments: {} }, 3)
  expect(result?.isError).toBe(true)
  expect([isProtocol(service), service.stderr()]).toEqual([true, ''])
})

test('broken input is answered or skipped, and the process continues', async () => {
  const { say, ask, service } = await greeted()
  say('this is no JSON, but a secret')
  say('{"jsonrpc":"2.0","id":')
  say('[]')
  expect((await ask('tools/nothing', {}, 2)).error?.code).toBe(-32601)
  expect((await ask('tools/call', { name: 7 }, 3)).error?.code).toBe(-32602)
  expect((await ask('tools/call', { name: 'get_messages', arguments: 'no' }, 4)).error?.code).toBe(-32602)
  expect((await ask('tools/call', { name: 'get_messages', arguments: { conversation: 5 } }, 5)).result?.isError).toBe(
    true,
  )
  expect((await ask('ping', {}, 6)).result).toEqual({})
  expect(isProtocol(service)).toBe(true)
  expect(service.stderr()).not.toContain('secret')
})

test.each<[what: string, frame: string, id: number | string, code: number]>([
  ['broken JSON', '{"jsonrpc":"2.0","id":7,"method":}', 7, -32700],
  ['another version', '{"jsonrpc":"1.0","id":"seven","method":"ping"}', 'seven', -32600],
  ['no version', '{"id":8,"method":"ping"}', 8, -32600],
  ['a method that is no text', '{"jsonrpc":"2.0","id":9,"method":5}', 9, -32600],
  ['params that are a text', '{"jsonrpc":"2.0","id":10,"method":"ping","params":"no"}', 10, -32600],
  ['a batch', '[{"jsonrpc":"2.0","id":11,"method":"ping"}]', 11, -32600],
])('an invalid frame is answered under its id: %s', async (_what, frame, id, code) => {
  const { say, heard, ask, service } = await greeted()
  say(frame)
  expect(await heard()).toMatchObject({ id, error: { code } })
  expect((await ask('ping', {}, 99)).id).toBe(99)
  expect(isProtocol(service)).toBe(true)
})

test('a frame of twelve megabytes is refused under its id, wherever the id appears in it, and the process continues', async () => {
  const { say, heard, ask, service } = await greeted()
  const text = 'x'.repeat(12 * 1024 * 1024)
  const call = { method: 'tools/call', params: { name: 'send_message', id: 4, arguments: { to: '"id":5', text } } }
  say(JSON.stringify({ jsonrpc: '2.0', id: 2, ...call }))
  expect(await heard()).toMatchObject({ id: 2, error: { code: -32600, message: expect.stringContaining('1048576') } })
  say(JSON.stringify({ ...call, jsonrpc: '2.0', id: 'last' }))
  expect(await heard()).toMatchObject({ id: 'last', error: { code: -32600 } })
  say(text)
  expect((await ask('ping', {}, 3)).id).toBe(3)
  service.child.stdin?.end()
  expect(await once(service.child, 'exit')).toEqual([0, null])
  expect(service.stderr()).not.toContain('xxx')
})

test('each call reports a broken config.json', async () => {
  const { base, configFile } = dirOf(home)
  mkdirSync(base, { mode: 0o700 })
  writeFileSync(configFile, '{', { mode: 0o600 })
  const { ask, service } = await greeted()
  const { result } = await ask('tools/call', { name: 'list_whitelist', arguments: {} }, 2)
  expect(JSON.stringify(result)).toContain('config_invalid')
  expect(isProtocol(service)).toBe(true)
})

test.each(['SIGINT', 'SIGTERM'] as const)('%s ends the process cleanly', async (signal) => {
  const { service } = await greeted()
  expect(await service.end(signal)).toBe(0)
  expect([isProtocol(service), service.stderr()]).toEqual([true, ''])
})

test('closing standard input ends the process cleanly', async () => {
  const { service } = await greeted()
  service.child.stdin?.end()
  expect(await once(service.child, 'exit')).toEqual([0, null])
  expect(service.stderr()).toBe('')
})

test('the process ends cleanly when the program at the other end is gone', async () => {
  const { service, say } = await greeted()
  service.child.stdout?.destroy()
  say(JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/list' }))
  expect(await once(service.child, 'exit')).toEqual([0, null])
})

test.each([
  ['a level that there is not', [], { SERVICE_LOG_LEVEL: 'loud' }],
  ['an option that there is not', ['--nonsense'], {}],
])('a start that fails writes nothing to standard output: %s', async (_what, args, env) => {
  const service = startService(home, ['mcp', ...args], env)
  expect(await once(service.child, 'close')).toEqual([2, null])
  expect([service.stdout(), service.stderr()]).toEqual(['', expect.stringMatching(/\w/)])
})

import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it, onTestFinished } from 'vitest'
import { type TestHost, testHost, until } from '../test-host.ts'
import { findWall } from './wall.ts'

let bench: TestHost
afterEach(() => bench.stop())

const { missing } = await findWall()

it('the record lists the layers around a plugin, and why one is missing', async () => {
  bench = await testHost({ plugins: { probe: {}, idle: {} }, settings: { probe: { enabled: true } } })
  await until(() => bench.record()?.status === 'running')
  expect(bench.record()?.isolation).toEqual([
    { layer: 'process', held: true, reason: null },
    { layer: 'permissions', held: true, reason: null },
    { layer: 'os_sandbox', held: missing === null, reason: missing },
    { layer: 'egress', held: true, reason: null },
  ])
  expect(bench.record('idle')?.isolation).toEqual([])
})

it.skipIf(missing !== null)('a plugin sees only its own processes and an unprivileged user', async () => {
  const start = `ctx.log_info('pid ' + process.pid); ctx.log_info('user ' + process.getuid())`
  bench = await testHost({ plugins: { probe: { start } } })
  await until(() => bench.record()?.status === 'running')
  const said = bench.logged.filter(({ source }) => source === 'probe').map(({ msg }) => msg)
  expect(said).toEqual(['pid 2', 'user 65534'])
})

it('a plugin that takes memory outside its heap is ended for that reason, and its neighbour continues', async () => {
  const leak = `globalThis.held = []; setInterval(() => held.push(Buffer.alloc(20e6, 1)), 20)`
  bench = await testHost({ plugins: { probe: { start: leak }, other: {} } })
  await until(() => /took \d+ MB of memory, where 200 are allowed/.test(bench.record()?.last_error ?? ''))
  bench.receive({})
  await until(() => bench.calls('other').length === 1)
  expect(bench.record('other')).toMatchObject({ status: 'running', last_error: null })
})

it('the egress process is restarted when it dies', async () => {
  const server = createServer((_, response) => response.end('there')).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await until(() => server.listening)
  const { port } = server.address() as AddressInfo
  const schema = `{ properties: { url: { type: 'string', format: 'uri' } } }`
  const onInbound = `const answer = await fetch(this.ctx.plugin_config.url); this.ctx.log_info(await answer.text())`
  const url = `http://127.0.0.1:${port}/`
  bench = await testHost({ plugins: { probe: { schema, onInbound } }, settings: { probe: { enabled: true, url } } })
  const acked = (count: number) => bench.deliveries().filter(({ state }) => state === 'acked').length === count
  bench.receive({})
  await until(() => acked(1))
  for (const pid of egressProcesses()) process.kill(pid, 'SIGKILL')
  await until(() => bench.logged.some(({ msg }) => msg.includes('is opened again')))
  bench.receive({})
  await until(() => acked(2))
})

/** The egress processes of this test process. */
const egressProcesses = (): number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      try {
        const parent = /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
        return Number(parent) === process.pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('egress/main')
      } catch {
        return false
      }
    })

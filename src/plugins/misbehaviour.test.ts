import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import type { ConversationKey } from '../contract/ids.ts'
import { endlessLoop, type PluginCode, type TestHost, testHost, until } from './test-host.ts'

let bench: TestHost
afterEach(() => bench.stop())

const probing = async (probe: PluginCode): Promise<void> => {
  bench = await testHost({ plugins: { probe, other: {} } })
}
const in_ = (n: number) => ({ conversation: `dm:${n}` as ConversationKey })
const stateOf = (index: number, integration = 'probe') =>
  bench.deliveries().filter((_, at) => at % 2 === (integration === 'probe' ? 1 : 0))[index]?.state
const failedWith = (reason: RegExp) =>
  until(() => reason.test(bench.record()?.last_error ?? ''), `a failure for ${reason.source}`)
/** The plugin speaks the frame protocol itself and bypasses the runner. */
const rawFrame = `const raw = (value) => { const body = Buffer.from(JSON.stringify(value))
  const head = Buffer.alloc(4); head.writeUInt32BE(body.length); writeSync(3, Buffer.concat([head, body])) }`
const acknowledging = `\nconst acknowledging = (delivery_id) => ({ type: 'ack', delivery_id, status: 200, answered_ms: 1 })\n`
const writeSync = `import { writeSync } from 'node:fs'\n`

it('restarts a plugin after an uncaught exception, and names the reason', async () => {
  const start = `if (!existsSync(ctx.data_dir + '/once')) { writeFileSync(ctx.data_dir + '/once', '')
    setInterval(() => { if (existsSync(ctx.data_dir + '/now')) throw new Error('out of nowhere') }, 10) }`
  await probing({ start })
  await until(() => bench.record()?.status === 'running')
  writeFileSync(join(bench.dataDir, 'now'), '')
  await failedWith(/out of nowhere/)
  bench.receive({})
  await until(() => stateOf(0) === 'acked')
  expect(bench.record()).toMatchObject({ status: 'running', last_error: null })
})

it('retries after a pause a plugin that fails to start', async () => {
  await probing({ start: `if (!existsSync(ctx.data_dir + '/token')) throw new Error('no token')` })
  await failedWith(/no token/)
  expect(bench.record()?.status).toBe('waiting')
  writeFileSync(join(bench.dataDir, 'token'), '')
  await until(() => bench.record()?.status === 'running')
})

it('gives up a message on which the plugin dies three times, and delivers all others', async () => {
  await probing({ onInbound: `if (msg.text === 'poison') process.abort()` })
  bench.receive(...[1, 2, 3, 4].map(in_), { ...in_(5), text: 'poison' }, ...[6, 7, 8].map(in_))
  await until(() => bench.record()?.pending === 0)
  const rows = bench.deliveries().filter((_, at) => at % 2 === 1)
  expect(rows.map(({ state }) => state)).toEqual(Array.from({ length: 8 }, (_, n) => (n === 4 ? 'dead' : 'acked')))
  expect(rows[4]).toMatchObject({ crashes: 3, last_error: expect.stringContaining('died of it') })
})

it('repeats after a kill only what was in flight: same id, attempt 2', async () => {
  const onInbound = `if (msg.attempt === 1 && msg.text === 'hold') await new Promise(() => {})`
  await probing({ onInbound })
  bench.receive({ ...in_(1), text: 'done' })
  await until(() => stateOf(0) === 'acked')
  bench.receive({ ...in_(1), text: 'hold' }, { ...in_(2), text: 'hold' })
  await until(() => bench.calls().length === 3)
  process.kill(runnerPid(), 'SIGKILL')
  await until(() => [1, 2].every((n) => stateOf(n) === 'acked'))
  const calls = bench.calls()
  expect(calls.map(({ attempt }) => attempt)).toEqual([1, 1, 1, 2, 2])
  expect(new Set(calls.map(({ delivery_id }) => delivery_id)).size).toBe(3)
})

it('ends a plugin that does not answer without disturbing the others', async () => {
  await probing({ onInbound: `if (msg.attempt === 1) ${endlessLoop}` })
  // The reason is forgotten once the plugin runs again.
  const failed = failedWith(/did not answer/)
  bench.receive({})
  await until(() => stateOf(0, 'other') === 'acked')
  await failed
  await until(() => stateOf(0) === 'acked')
})

it('ends a plugin that sends a frame larger than allowed', async () => {
  await probing({
    top: `${writeSync}${rawFrame}`,
    start: `raw({ type: 'log', level: 'info', msg: 'x'.repeat(300_000) })`,
  })
  await failedWith(/where 262144 are allowed/)
})

it('ends a plugin that floods the bridge with frames', async () => {
  await probing({ start: `for (let n = 0; n < 5_000; n++) ctx.mirror('flood', { n })` })
  await failedWith(/flooded/)
  expect(bench.mirrored.length).toBeLessThan(100)
})

it('ignores acknowledgements of deliveries that were not handed over', async () => {
  const start = `for (const id of ['x', '00000000-0000-8000-8000-000000000000']) raw(acknowledging(id))`
  await probing({ top: `${writeSync}${rawFrame}${acknowledging}`, start, onInbound: `raw(acknowledging('y'))` })
  bench.receive({}, {})
  await until(() => [0, 1].every((n) => stateOf(n) === 'acked'))
  expect(bench.calls()).toHaveLength(2)
})

it('logs a bounded part of what a plugin prints', async () => {
  await probing({ start: `for (let n = 0; n < 20_000; n++) console.log('line ' + n + 'x'.repeat(3_000))` })
  bench.receive({})
  await until(() => stateOf(0) === 'acked')
  const lines = bench.logged.filter(({ source, msg }) => source === 'probe' && msg.startsWith('line'))
  expect(lines[0]?.msg).toHaveLength(2_048)
  expect(lines.length).toBeLessThan(20_000)
})

it('gives a plugin no access to other files, processes, databases or the environment', async () => {
  const attempts = {
    read: `readFileSync('/etc/hostname')`,
    neighbour: `readFileSync(ctx.data_dir + '/../other/acks.log')`,
    journal: `readFileSync(ctx.data_dir + '/../../state/journal.db')`,
    write: `writeFileSync(ctx.data_dir + '/../x', '')`,
    spawn: `process.getBuiltinModule('child_process').execFileSync('true')`,
    worker: `new (process.getBuiltinModule('worker_threads').Worker)('1', { eval: true })`,
    sqlite: `process.getBuiltinModule('node:sqlite').DatabaseSync.name`,
    eval: `new Function('return 1')()`,
  }
  const tries = Object.entries(attempts).map(
    ([name, code]) =>
      `try { ${code}; ctx.log_error('possible: ${name}') } catch { ctx.log_info('impossible: ${name}') }`,
  )
  // Bubblewrap sets PWD to the folder in which it starts.
  const environment = `delete process.env.PWD; ctx.log_info(Object.keys(process.env).sort().join())`
  const start = `${tries.join('\n')}\n${environment}`
  await probing({ top: `import { readFileSync } from 'node:fs'`, start })
  await until(() => bench.record()?.status === 'running')
  const said = bench.logged.filter(({ source }) => source === 'probe').map(({ msg }) => msg)
  expect(said).toEqual([...Object.keys(attempts).map((name) => `impossible: ${name}`), 'NODE_COMPILE_CACHE,TMPDIR,TZ'])
})

it('stops a plugin in time that does not finish its work, and repeats that work later', async () => {
  await probing({ onInbound: `await new Promise(() => {})` })
  bench.receive({})
  await until(() => bench.calls().length === 1)
  await bench.stop()
  const { serviceDir } = bench
  writeFileSync(join(serviceDir, 'integrations', 'probe', 'note'), '')
  bench = await testHost({ serviceDir, settings: { probe: { enabled: true } } })
  await until(() => bench.calls().length === 2)
  expect(bench.calls().map(({ attempt }) => attempt)).toEqual([1, 2])
})

const runnerPid = (): number => {
  const line = bench.pids().find(({ name }) => name === 'probe')
  if (line === undefined) throw new Error('The plugin does not run.')
  return line.pid
}

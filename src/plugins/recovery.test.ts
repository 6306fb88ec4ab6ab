import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { startOf } from './process-identity.ts'
import { bridgeWithWorkInFlight } from './test-bridge-process.ts'
import { pluginSource, type TestHost, testFolder, testHost, until, writePlugin } from './test-host.ts'

let bench: TestHost
afterEach(() => bench.stop())

const settings = { probe: { enabled: true } }
const acks = (dataDir: string) => readFileSync(join(dataDir, 'acks.log'), 'utf8')
it('settles what the plugin acknowledged but the bridge did not record, without a second call', async () => {
  bench = await testHost({ plugins: { probe: {} } })
  bench.receive({}, {})
  await until(() => bench.deliveries().every(({ state }) => state === 'acked'))
  bench.sql(`UPDATE delivery SET state = 'pending', attempts = 0, settled_at_ms = NULL`)
  const { serviceDir } = bench
  await bench.stop()
  bench = await testHost({ serviceDir, settings })
  await until(() => bench.deliveries().every(({ state }) => state === 'acked'))
  expect(bench.calls()).toHaveLength(2)
})

it('marks a delivery that an earlier process had begun as a repeat', async () => {
  bench = await testHost({ plugins: { probe: {} }, settings })
  bench.receive({})
  await until(() => bench.deliveries()[0]?.state === 'acked')
  const { serviceDir, dataDir } = bench
  const [delivery] = bench.deliveries()
  await bench.stop()
  bench = await testHost({ serviceDir, settings: {} })
  bench.sql(`UPDATE delivery SET state = 'pending', attempts = 0, settled_at_ms = NULL`)
  writeFileSync(join(dataDir, 'acks.log'), `+${delivery?.id}\n`)
  writeFileSync(join(dataDir, 'calls.log'), '')
  bench.reconcile(settings)
  await until(() => bench.deliveries()[0]?.state === 'acked')
  expect(bench.calls().map(({ attempt }) => attempt)).toEqual([2])
})

it('cuts off a line that was never finished', async () => {
  bench = await testHost({ plugins: { probe: {} }, settings })
  bench.receive({})
  await until(() => bench.deliveries()[0]?.state === 'acked')
  const { serviceDir, dataDir } = bench
  await bench.stop()
  appendFileSync(join(dataDir, 'acks.log'), '=0000-unfinis')
  bench = await testHost({ serviceDir, settings })
  bench.receive({})
  await until(() => bench.deliveries().every(({ state }) => state === 'acked'))
  expect(acks(dataDir)).not.toContain('unfinis')
})

it('lets work in flight end after the bridge was killed, and does not repeat it', async () => {
  const serviceDir = testFolder()
  const onInbound = `await until(() => existsSync(this.ctx.data_dir + '/release'))`
  writePlugin(join(serviceDir, 'integrations'), 'probe', pluginSource('probe', { onInbound }))
  const { bridge, runnerPid } = await bridgeWithWorkInFlight(serviceDir)
  bridge.kill('SIGKILL')
  writeFileSync(join(serviceDir, 'plugins', 'probe', 'release'), '')
  bench = await testHost({ serviceDir, settings })
  await until(() => bench.deliveries()[0]?.state === 'acked')
  expect(await startOf(runnerPid)).toBeUndefined()
  expect(bench.calls().map(({ attempt }) => attempt)).toEqual([1])
})

it('repeats as attempt 2 what did not end after the bridge was killed', async () => {
  const serviceDir = testFolder()
  const onInbound = `if (msg.attempt === 1) await new Promise(() => {})`
  writePlugin(join(serviceDir, 'integrations'), 'probe', pluginSource('probe', { onInbound }))
  const { bridge, runnerPid } = await bridgeWithWorkInFlight(serviceDir)
  bridge.kill('SIGKILL')
  bench = await testHost({ serviceDir, settings })
  await until(() => bench.deliveries()[0]?.state === 'acked')
  expect(await startOf(runnerPid)).toBeUndefined()
  expect(bench.calls().map(({ attempt }) => attempt)).toEqual([1, 2])
})

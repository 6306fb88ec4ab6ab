import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { pluginConsents } from '../store/plugin-consents.ts'
import { pluginSource, type TestHost, testFolder, testHost, until, writePlugin } from './test-host.ts'

let host: TestHost
afterEach(() => host.stop())

const asking = (...hosts: string[]) => {
  const network = hosts.map((name) => ({ host: name, port: 443, reason: 'to tell' }))
  return pluginSource('probe', {}).replace('static TIER', `static NETWORK = ${JSON.stringify(network)}\n  static TIER`)
}

const startWith = (serviceDir: string, source: string) => testHost({ serviceDir, plugins: { probe: source } })

it('an update that asks for more waits with its messages until the user allows it', async () => {
  const serviceDir = testFolder()
  host = await startWith(serviceDir, asking('a.example.com'))
  await until(() => host.record()?.status === 'running')
  await host.stop()

  host = await startWith(serviceDir, asking('a.example.com', 'b.example.com'))
  await until(() => host.record()?.status === 'waiting')
  expect(host.record()?.last_error).toContain('more than was allowed: the network: b.example.com:443')
  host.receive({ text: 'meanwhile' })
  expect(host.deliveries()).toMatchObject([{ state: 'pending' }])

  const consents = pluginConsents(join(serviceDir, 'state', 'consents'))
  consents.put('probe', { tier: 'official', network: ['a.example.com:443', 'b.example.com:443'] })
  host.reconcile({ probe: { enabled: true } })
  await until(() => host.calls().length === 1)
})

it('an update that asks for less keeps running', async () => {
  const serviceDir = testFolder()
  host = await startWith(serviceDir, asking('a.example.com'))
  await host.stop()
  writePlugin(join(serviceDir, 'integrations'), 'probe', asking())
  host = await startWith(serviceDir, asking())
  await until(() => host.record()?.status === 'running')
})

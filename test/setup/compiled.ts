/**
 * Compiles our own code around plugins once before all tests, as a Mac has it after its first start, instead of in each
 * of their processes.
 */
import { cpSync, existsSync, globSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { messageOf } from '../../src/base/errors.ts'
import { egressCache } from '../../src/plugins/cache-folders.ts'
import { cacheOf, compiledFolder, foreign } from '../../src/plugins/test-compiled.ts'
import { pluginSource, writePlugin } from '../../src/plugins/test-host.ts'
import { dirOf } from '../harness/bridge-process.ts'
import { nodeTable } from '../harness/node-table.ts'
import { anna, type RelaySetup, relaySetup } from '../harness/relay-setup.ts'
import { until } from '../harness/until.ts'
import { isOlder } from './older.ts'

const sources = ['src/{plugins,plugin-api,domain,contract,integrations}/**/*.ts']

/** Bundled plugins that tests start in processes, with settings by which each of them reaches nobody. */
const bundled = {
  email: { enabled: true, smtp_host: '127.0.0.1', smtp_port: 9, from: 'a@example.com', to: ['b@example.com'] },
  mqtt: { enabled: true, url: 'mqtt://127.0.0.1:9' },
  nats: { enabled: true, servers: ['nats://127.0.0.1:9'] },
  ntfy: { enabled: true, server: 'http://127.0.0.1:9', topic: 'tests' },
  telegram: { enabled: true, api_root: 'http://127.0.0.1:9', token: '1:a', allowed_users: [1] },
  webhook: { enabled: true, url: 'http://127.0.0.1:9' },
}

/** A process writes what it has compiled once the plugin has started, or when it ends. */
const isCompiled = (cache: string): boolean => globSync('*/*', { cwd: cache }).length > 0

/** If plugins do not start within this time on a busy machine, the tests compile for themselves, which is slower. */
const patience = { withinMs: 120_000 }

export default async function compile(): Promise<void> {
  // The service starts from its sources here, which an older Node cannot.
  if (!nodeTable.isSupported(process.versions.node, nodeTable.forSources)) return
  if (!isOlder(compiledFolder, { sources })) return
  rmSync(compiledFolder, { recursive: true, force: true })
  await using relay = await relaySetup({
    config: { integrations: { ...bundled, [foreign]: { enabled: true } } },
    prepare: (home) => void writePlugin(join(dirOf(home).base, 'integrations'), foreign, pluginSource(foreign, {})),
  })
  try {
    keep(await compiledBy(relay))
  } catch (error) {
    process.stderr.write(`The code around plugins was not compiled before the tests: ${messageOf(error)}\n`)
  }
}

/** Returns where each process has kept what it compiled. */
async function compiledBy({ mac, bridge }: RelaySetup): Promise<ReadonlyMap<string, string>> {
  mac.messages.receive({ from: anna, text: 'hello' })
  const { base, pluginDir } = dirOf(mac.home)
  await until(() => existsSync(join(pluginDir(foreign), 'calls.log')), patience)
  const caches = new Map([...Object.keys(bundled), foreign].map((name) => [name, cacheOf(base, name)]))
  caches.set('egress', egressCache(base))
  await until(() => [...caches.values()].every(isCompiled), patience)
  await bridge.stop()
  return caches
}

/** A sandboxed plugin runs as another user, and Node keeps a separate compile cache for each user. */
function keep(caches: ReadonlyMap<string, string>): void {
  const usersOf = (cache: string) => globSync('*/', { cwd: cache })
  const users = new Set([...caches.values()].flatMap(usersOf))
  mkdirSync(compiledFolder, { recursive: true, mode: 0o700 })
  for (const [name, cache] of caches)
    for (const from of usersOf(cache))
      for (const to of users) cpSync(join(cache, from), join(compiledFolder, name, to), { recursive: true })
}

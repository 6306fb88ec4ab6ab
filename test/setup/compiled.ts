/**
 * Compiles our own code around plugins once before all tests, as a Mac has it after its first start, instead of in each
 * of their processes.
 */
import { cpSync, existsSync, globSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { cachesFolder } from '../../src/plugins/cache-folders.ts'
import { compiledFolder } from '../../src/plugins/test-compiled.ts'
import { pluginSource, writePlugin } from '../../src/plugins/test-host.ts'
import { dirOf } from '../harness/bridge-process.ts'
import { anna, relaySetup } from '../harness/relay-setup.ts'
import { until } from '../harness/until.ts'
import { isOlder } from './older.ts'

const sources = ['src/{plugins,plugin-api,domain,contract,integrations}/**/*.ts']

export default async function compile(): Promise<void> {
  if (!isOlder(compiledFolder, { sources })) return
  rmSync(compiledFolder, { recursive: true, force: true })
  await using relay = await relaySetup({
    config: { integrations: { webhook: { enabled: true, url: 'http://127.0.0.1:9' }, probe: { enabled: true } } },
    prepare: (home) => void writePlugin(join(dirOf(home).base, 'integrations'), 'probe', pluginSource('probe', {})),
  })
  relay.mac.messages.receive({ from: anna, text: 'hello' })
  await until(() => existsSync(join(dirOf(relay.mac.home).pluginDir('probe'), 'calls.log')))
  await relay.bridge.stop()
  keep(cachesFolder(dirOf(relay.mac.home).base))
}

/** A sandboxed plugin runs as another user, and Node keeps a separate compile cache for each user. */
function keep(caches: string): void {
  const users = globSync('*/*/', { cwd: caches })
  mkdirSync(compiledFolder, { recursive: true, mode: 0o700 })
  for (const from of users)
    for (const to of users)
      cpSync(join(caches, from), join(compiledFolder, to.split('/')[1] ?? ''), { recursive: true })
}

/**
 * For tests: a service in which our own code around plugins is already compiled, as it is after the first start on a
 * Mac.
 */
import { cpSync, existsSync, mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cachesFolder, egressCache, pluginCache } from './cache-folders.ts'

/** Holds the compiled code of all such processes in one folder; test/setup/compiled.ts fills it before all tests. */
export const compiledFolder = fileURLToPath(new URL('../../test/dist/compiled', import.meta.url))
const bundledDir = fileURLToPath(new URL('../integrations', import.meta.url))

/** Prepares the plugins of these names, whether they are bundled or in the folder of the service. */
export function layCompiled(serviceDir: string, plugins: readonly string[]): void {
  if (plugins.length === 0 || !existsSync(compiledFolder)) return
  const entries = plugins.map((name) => {
    const bundled = join(bundledDir, name, 'index.ts')
    return existsSync(bundled) ? bundled : join(realpathSync(serviceDir), 'integrations', name, 'index.mjs')
  })
  mkdirSync(cachesFolder(serviceDir), { recursive: true, mode: 0o700 })
  for (const folder of [egressCache(serviceDir), ...entries.map((entry) => pluginCache(serviceDir, entry))])
    cpSync(compiledFolder, folder, { recursive: true })
}

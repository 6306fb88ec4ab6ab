/**
 * Prepares for tests a service in which our own code around plugins is already compiled, as it is after the first start
 * on a Mac.
 */
import { cpSync, existsSync, mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cachesFolder, egressCache, pluginCache } from './cache-folders.ts'

/**
 * Holds the compiled code of the egress process, of each bundled plugin and of a plugin of a test, in a folder each;
 * test/setup/compiled.ts fills it before all tests.
 */
export const compiledFolder = fileURLToPath(new URL('../../test/dist/compiled', import.meta.url))
const bundledDir = fileURLToPath(new URL('../integrations', import.meta.url))

/** Any plugin that is not bundled runs the same code of ours as this one. */
export const foreign = 'probe'

/** Returns the folder in which a process looks for compiled code, by the name under which it is kept. */
export function cacheOf(serviceDir: string, name: string): string {
  const entry = bundledEntry(name) ?? join(realpathSync(serviceDir), 'integrations', name, 'index.mjs')
  return pluginCache(serviceDir, entry)
}

function bundledEntry(name: string): string | undefined {
  const entry = join(bundledDir, name, 'index.ts')
  return existsSync(entry) ? entry : undefined
}

/** Prepares the plugins of these names, whether they are bundled or in the folder of the service. */
export function layCompiled(serviceDir: string, plugins: readonly string[]): void {
  if (plugins.length === 0 || !existsSync(compiledFolder)) return
  mkdirSync(cachesFolder(serviceDir), { recursive: true, mode: 0o700 })
  lay('egress', egressCache(serviceDir))
  for (const name of plugins) lay(bundledEntry(name) === undefined ? foreign : name, cacheOf(serviceDir, name))
}

function lay(name: string, cache: string): void {
  const compiled = join(compiledFolder, name)
  if (existsSync(compiled)) cpSync(compiled, cache, { recursive: true })
}

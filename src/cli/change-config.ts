/** Changes config.json on behalf of a command. */
import type { Config } from '../contract/config.ts'
import { saveConfig } from '../store/config-file.ts'
import { loadConfig } from '../store/config-in-force.ts'
import { prepareServiceDir, type ServiceDir, serviceDir } from '../store/service-dir.ts'
import { readEnvironment } from './environment.ts'

/** Returns the base directory, which is created where it is missing. */
export function preparedServiceDir(): ServiceDir {
  const dir = serviceDir(readEnvironment().base)
  prepareServiceDir(dir)
  return dir
}

/** Refuses while config.json cannot be used, because half of it would be lost. */
export function changeConfig(dir: ServiceDir, patchOf: (config: Config) => Parameters<typeof saveConfig>[1]): void {
  const { config, problem, rev } = loadConfig(dir)
  if (problem !== undefined) throw problem
  saveConfig(dir.configFile, patchOf(config), { ifRev: rev })
}

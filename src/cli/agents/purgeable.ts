/** Refuses to remove a folder that SERVICE_DIR may name by mistake. */
import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { names } from '../../contract/names.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { serviceDir } from '../../store/service-dir.ts'
import type { Environment } from '../environment.ts'

/** Throws `unsafe_file` where nothing shows that the folder is ours. */
export function requirePurgeable({ home, base }: Pick<Environment, 'home' | 'base'>): void {
  if (!existsSync(base)) return
  const { stateDir, configFile } = serviceDir(base)
  const isOurs = basename(base) === names.baseDirectory || (existsSync(stateDir) && existsSync(configFile))
  if (isOurs && !`${home}/`.startsWith(`${base}/`)) return
  throw new ServiceError('unsafe_file', `${base} holds more than this service, as it seems.`, { folder: base })
}

/** Where the code of each plugin process is kept compiled. */
import { createHash } from 'node:crypto'
import { join } from 'node:path'

export const cachesFolder = (serviceDir: string): string => join(serviceDir, 'cache', 'plugins')

export const egressCache = (serviceDir: string): string => join(cachesFolder(serviceDir), 'egress')

export const pluginCache = (serviceDir: string, entry: string): string =>
  join(cachesFolder(serviceDir), createHash('sha256').update(entry).digest('hex').slice(0, 16))

/** Where the code of each plugin process is kept compiled. */
import { createHash } from 'node:crypto'
import { type Dirent, lstatSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { prepareFolder } from '../store/owned-file.ts'

export const cachesFolder = (serviceDir: string): string => join(serviceDir, 'cache', 'plugins')

export const egressCache = (serviceDir: string): string => join(cachesFolder(serviceDir), 'egress')

export const pluginCache = (serviceDir: string, entry: string): string =>
  join(cachesFolder(serviceDir), createHash('sha256').update(entry).digest('hex').slice(0, 16))

/**
 * Creates the folder. One that holds anything besides plain files, or is none, is made anew: a process would follow a link in it, and
 * wait for ever at a pipe.
 */
export function preparePluginCache(folder: string): void {
  prepareFolder(dirname(folder))
  if (!isSound(folder)) rmSync(folder, { recursive: true, force: true })
  prepareFolder(folder)
}

function isSound(folder: string): boolean {
  const stats = lstatSync(folder, { throwIfNoEntry: false })
  return stats === undefined || (stats.isDirectory() && entriesBelow(folder).every(isPlain))
}

const isPlain = (entry: Dirent): boolean =>
  entry.isDirectory() || (entry.isFile() && lstatSync(join(entry.parentPath, entry.name)).nlink === 1)

const entriesBelow = (folder: string): Dirent[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry, ...entriesBelow(join(folder, entry.name))] : [entry],
  )

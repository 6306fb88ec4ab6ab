/** Names and prepares the folders that hold the compiled code of each plugin process. */
import { createHash } from 'node:crypto'
import { type Dirent, lstatSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { prepareFolder } from '../store/owned-file.ts'

export const cachesFolder = (serviceDir: string): string => join(serviceDir, 'cache', 'plugins')

export const egressCache = (serviceDir: string): string => join(cachesFolder(serviceDir), 'egress')

export const pluginCache = (serviceDir: string, entry: string): string =>
  join(cachesFolder(serviceDir), createHash('sha256').update(entry).digest('hex').slice(0, 16))

/**
 * Creates the folder. A folder that holds anything besides plain files, or a path that is no folder, is replaced: a
 * process would follow a link in it, and would block forever on a pipe.
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

/** A file may vanish while it is looked at: a process that ends still renames what it compiled into place. */
const isPlain = (entry: Dirent): boolean =>
  entry.isDirectory() || (entry.isFile() && linkCount(join(entry.parentPath, entry.name)) <= 1)

const linkCount = (file: string): number => lstatSync(file, { throwIfNoEntry: false })?.nlink ?? 0

const entriesBelow = (folder: string): Dirent[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry, ...entriesBelow(join(folder, entry.name))] : [entry],
  )

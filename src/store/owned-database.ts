/**
 * Opens our SQLite databases after checking that neither they nor the files that SQLite keeps beside them are links to
 * another place.
 */
import { existsSync, statSync } from 'node:fs'
import { DatabaseSync, type DatabaseSyncOptions } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { inspectOwned } from './owned-file.ts'

/** The suffixes that SQLite appends to the name of a database for the files beside it. */
export const companions = ['-wal', '-shm', '-journal']

/** Throws `unsafe_file`: SQLite itself would follow a link, and would wait forever on a pipe. */
export function openOwnedDatabase(path: string, options: DatabaseSyncOptions): DatabaseSync {
  requireOwnedDatabase(path)
  return new DatabaseSync(path, options)
}

function requireOwnedDatabase(path: string): void {
  for (const each of [path, ...companions.map((suffix) => path + suffix)]) inspectOwned(each)
}

/**
 * Opens a database for reading without leaving a trace: even a read-only connection to one in WAL mode creates the
 * files beside it when they are missing. Returns undefined when there is no database, or when its last changes could
 * only be read by writing an index for them.
 */
export function openWithoutTrace(path: string, timeout: number): DatabaseSync | undefined {
  if (!existsSync(path)) return undefined
  requireOwnedDatabase(path)
  const isInUse = existsSync(`${path}-shm`)
  const hasChanges = (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0
  if (hasChanges && !isInUse) return undefined
  const url = pathToFileURL(path)
  url.searchParams.set(isInUse ? 'readonly_shm' : 'immutable', '1')
  return new DatabaseSync(url, { readOnly: true, timeout })
}

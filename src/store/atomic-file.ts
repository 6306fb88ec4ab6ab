/** Replaces a file as a whole: after a crash at any point it holds the old content or the new, never a part. */
import { randomUUID } from 'node:crypto'
import {
  closeSync,
  constants,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { inspectOwned, openOwned } from './owned-file.ts'

const temporaryName = /^\..+\.[0-9a-f-]{36}\.tmp$/
const abandonedAfterMs = 60_000

export function writeAtomically(path: string, data: string | Uint8Array): void {
  inspectOwned(path)
  const temporary = writeTemporary(path, data)
  try {
    renameSync(temporary, path)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
  syncFolder(dirname(path))
}

/** Writes the bytes durably beside the path, under a unique name; the caller then moves the file into place. */
function writeTemporary(path: string, data: string | Uint8Array): string {
  const temporary = join(dirname(path), `.${basename(path)}.${randomUUID()}.tmp`)
  const fd = openOwned(temporary, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL)
  try {
    writeFileSync(fd, data)
    fsyncSync(fd)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  } finally {
    closeSync(fd)
  }
  return temporary
}

/** Syncs the folder, since a rename is durable only once its folder is. */
export function syncFolder(folder: string): void {
  const fd = openSync(folder, constants.O_RDONLY)
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

/** Removes half-written files that killed processes left behind. */
export function sweepTemporaries(folder: string, nowMs = Date.now()): void {
  for (const name of readdirSync(folder).filter((name) => temporaryName.test(name))) {
    const path = join(folder, name)
    const stats = lstatSync(path, { throwIfNoEntry: false })
    if (stats && nowMs - stats.mtimeMs > abandonedAfterMs) rmSync(path, { force: true })
  }
}

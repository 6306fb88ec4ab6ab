/** state/install.key: 32 random bytes that tell this installation from any other. Made once, never changed. */
import { randomBytes } from 'node:crypto'
import { closeSync, constants, linkSync, readFileSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { syncFolder, writeTemporary } from './atomic-file.ts'
import { hasErrno, openOwned } from './owned-file.ts'
import { setAside } from './set-aside.ts'

const keyBytes = 32

/** Of several processes that find none, all return the key of the first. A damaged one is set aside and reported. */
export function installKey(path: string, onQuarantine?: (path: string) => void): Buffer {
  const key = readKey(path) ?? createKey(path)
  if (key.length === keyBytes) return key
  onQuarantine?.(setAside(path))
  return createKey(path)
}

function readKey(path: string): Buffer | undefined {
  let fd: number | undefined
  try {
    fd = openOwned(path, constants.O_RDONLY)
    return readFileSync(fd)
  } catch (error) {
    if (hasErrno(error, 'ENOENT')) return undefined
    throw error
  } finally {
    if (fd !== undefined) closeSync(fd)
  }
}

function createKey(path: string): Buffer {
  const key = randomBytes(keyBytes)
  const temporary = writeTemporary(path, key)
  try {
    // Unlike a rename, a link fails when somebody else was faster.
    linkSync(temporary, path)
    syncFolder(dirname(path))
    return key
  } catch (error) {
    const theirs = hasErrno(error, 'EEXIST') ? readKey(path) : undefined
    if (theirs) return theirs
    throw error
  } finally {
    rmSync(temporary, { force: true })
  }
}

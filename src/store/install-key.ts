/**
 * Keeps state/install.key: 32 random bytes that distinguish this installation from any other. The key is made once and
 * never changes.
 */
import { randomBytes } from 'node:crypto'
import { dirname, join } from 'node:path'
import { writeAtomically } from './atomic-file.ts'
import { withLock } from './file-lock.ts'
import { readOwned } from './owned-file.ts'
import { setAside } from './set-aside.ts'

const keyBytes = 32

/** When several processes find no key, all return the key of the first one. A damaged key is set aside and reported. */
export function installKey(path: string, onQuarantine?: (path: string) => void): Buffer {
  const key = readOwned(path)
  if (key?.length === keyBytes) return key
  return withLock(join(dirname(path), 'open.lock'), () => {
    const present = readOwned(path)
    if (present?.length === keyBytes) return present
    if (present !== undefined) onQuarantine?.(setAside(path))
    const made = randomBytes(keyBytes)
    writeAtomically(path, made)
    return made
  })
}

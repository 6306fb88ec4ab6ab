/**
 * Overwrites a file of fixed length in place: once it exists, a full disk can neither prevent a rewrite nor leave the
 * file empty.
 */
import { closeSync, constants, fstatSync, ftruncateSync, lstatSync, writeSync } from 'node:fs'
import { openOwned } from './owned-file.ts'

export interface InPlaceFile {
  /** Writes the whole content with a single write; throws when that fails. */
  write(text: string): void
  close(): void
}

const openFlags = constants.O_WRONLY | constants.O_CREAT

/** Every text must be exactly `sizeBytes` long. */
export function openInPlace(path: string, sizeBytes: number): InPlaceFile {
  let open: { fd: number; inode: number } | undefined

  function reopenIfReplaced(): number {
    if (open && lstatSync(path, { throwIfNoEntry: false })?.ino === open.inode) return open.fd
    close()
    const fd = openOwned(path, openFlags)
    open = { fd, inode: fstatSync(fd).ino }
    return fd
  }

  function close(): void {
    if (open) closeSync(open.fd)
    open = undefined
  }

  return {
    write(text) {
      const bytes = Buffer.from(text)
      if (bytes.length !== sizeBytes) throw new RangeError(`${bytes.length} bytes for a file of ${sizeBytes}`)
      const fd = reopenIfReplaced()
      if (writeSync(fd, bytes, 0, sizeBytes, 0) < sizeBytes) throw new Error(`${path} could be written in part only`)
      if (fstatSync(fd).size > sizeBytes) ftruncateSync(fd, sizeBytes)
    },
    close,
  }
}

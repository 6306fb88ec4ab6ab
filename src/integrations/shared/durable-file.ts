/**
 * Writes files that are on the disk when the call returns. They are opened for synchronous writes, because a plugin may
 * not call fsync.
 */
import { closeSync, constants, openSync, renameSync, writeFileSync } from 'node:fs'

const { O_WRONLY, O_CREAT, O_TRUNC, O_APPEND, O_DSYNC, O_NOFOLLOW } = constants

/** Leaves the old content or the new one in the file, never a part of it. */
export function replaceFile(path: string, content: string): void {
  writeThrough(`${path}.new`, content, O_TRUNC)
  renameSync(`${path}.new`, path)
}

export const appendToFile = (path: string, content: string): void => writeThrough(path, content, O_APPEND)

function writeThrough(path: string, content: string, how: number): void {
  const file = openSync(path, O_WRONLY | O_CREAT | O_DSYNC | O_NOFOLLOW | how, 0o600)
  try {
    writeFileSync(file, content)
  } finally {
    closeSync(file)
  }
}

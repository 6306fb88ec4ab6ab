/** Files that are on the disk when a call returns: written through, because a plugin may not call fsync. */
import { closeSync, constants, openSync, renameSync, writeFileSync } from 'node:fs'

const { O_WRONLY, O_CREAT, O_TRUNC, O_APPEND, O_DSYNC, O_NOFOLLOW } = constants

/** The old content or the new one, never half of it. */
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

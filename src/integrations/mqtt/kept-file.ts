/** A small JSON file in the plugin's own folder that a crash leaves intact: with the old content or the new one. */
import { closeSync, constants, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'

export interface KeptFile<T> {
  value(): T
  /** Returns once the value is on the disk. */
  keep(value: T): void
}

/** Starts with the empty value when the file cannot be read. */
export function keptFile<T extends object>(path: string, empty: T): KeptFile<T> {
  let value = { ...empty, ...readIn(path) }
  return {
    value: () => value,
    keep(next) {
      value = next
      writeSynced(`${path}.new`, JSON.stringify(next))
      renameSync(`${path}.new`, path)
    },
  }
}

const { O_WRONLY, O_CREAT, O_TRUNC, O_SYNC, O_NOFOLLOW } = constants

/** A plugin may not call fsync; in a file that is opened with O_SYNC, a write is on the disk when it returns. */
function writeSynced(path: string, text: string): void {
  const file = openSync(path, O_WRONLY | O_CREAT | O_TRUNC | O_SYNC | O_NOFOLLOW, 0o600)
  try {
    writeFileSync(file, text)
  } finally {
    closeSync(file)
  }
}

function readIn(path: string): object {
  try {
    const read: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return typeof read === 'object' && read !== null ? read : {}
  } catch {
    return {}
  }
}

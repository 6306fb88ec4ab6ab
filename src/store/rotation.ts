/** Rotates `file` to `file.1`, `file.1` to `file.2` and so on, without copying; the oldest is removed. */
import { renameSync, rmSync } from 'node:fs'
import { hasErrno } from '../base/errors.ts'

/** `keep` counts all files, the one being written included. */
export function rotate(path: string, keep: number): void {
  const names = rotatedNames(path, keep)
  rmSync(names.at(-1) ?? path, { force: true })
  for (let n = names.length - 1; n > 0; n--) renameIfPresent(names[n - 1], names[n])
}

/** The file being written, followed by the rotated ones, newest first. */
export const rotatedNames = (path: string, keep: number): string[] =>
  Array.from({ length: keep }, (_, n) => (n === 0 ? path : `${path}.${n}`))

function renameIfPresent(from: string | undefined, to: string | undefined): void {
  if (from === undefined || to === undefined) return
  try {
    renameSync(from, to)
  } catch (error) {
    if (!hasErrno(error, 'ENOENT')) throw error
  }
}

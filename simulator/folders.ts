/** Creates folders in a simulated home, but never the home itself: one that is gone stays gone. */
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { hasErrno } from '../src/base/errors.ts'

/** Throws ENOENT where the folder above it is missing. */
export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder)
  } catch (error) {
    if (!hasErrno(error, 'EEXIST')) throw error
  }
}

/** Creates it and the folders above it, up to one that has to be there. */
export function makeFolders(folder: string, below: string): void {
  if (folder === below) return
  makeFolders(dirname(folder), below)
  makeFolder(folder)
}

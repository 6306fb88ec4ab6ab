/** Measures how much space is free on the disk that holds our files, and how much of it the log takes. */
import { statfsSync, statSync } from 'node:fs'
import { keptLogFiles } from './log-file.ts'
import { rotatedNames } from './rotation.ts'

export function freeBytes(folder: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return null
  }
}

export const logBytes = (logFile: string): number =>
  rotatedNames(logFile, keptLogFiles).reduce(
    (sum, name) => sum + (statSync(name, { throwIfNoEntry: false })?.size ?? 0),
    0,
  )

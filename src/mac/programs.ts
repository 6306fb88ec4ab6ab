/** Finds the programs that we use on this machine through PATH. */
import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'

const programNames = [
  'sips',
  'afconvert',
  'ffmpeg',
  'osascript',
  'osacompile',
  'open',
  'launchctl',
  'sw_vers',
  'codesign',
  'security',
  'openssl',
] as const
export type ProgramName = (typeof programNames)[number]
/** Path of each program; missing programs are left out. */
export type Programs = Readonly<Partial<Record<ProgramName, string>>>

export function findPrograms(path: string): Programs {
  // With a relative entry the working directory would decide what runs.
  const folders = path.split(delimiter).filter(isAbsolute)
  const found = programNames.map((name) => [name, folders.map((folder) => join(folder, name)).find(canRun)] as const)
  return Object.fromEntries(found.filter(([, place]) => place !== undefined))
}

function canRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}

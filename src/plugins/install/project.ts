/**
 * The folder in which npm keeps plugins: our package.json that lists them, and the files from which they were
 * installed.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { writeAtomically } from '../../store/atomic-file.ts'

/** The folder of those files, as package.json refers to it. */
export const packagesFolder = (base: string): string => join(base, 'packages')

export const projectFile = (base: string): string => join(base, 'package.json')

export function prepareProject(base: string): void {
  const file = projectFile(base)
  if (existsSync(file)) return
  writeAtomically(file, `${JSON.stringify({ name: 'service-plugins', private: true }, null, 2)}\n`)
}

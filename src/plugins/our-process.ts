/**
 * Builds the command and environment of a process that runs our own code: under the permission flags, with nothing of
 * our environment.
 */
import { dirname, join } from 'node:path'
import type { CommandLine, Confinement } from './isolation/confinement.ts'
import { permissionFlags } from './isolation/permission-flags.ts'
import { nodeProgram } from './node-program.ts'

const ourFolder = import.meta.dirname
const extension = import.meta.filename.endsWith('.ts') ? '.ts' : '.js'

/** The files that such a process imports, and the package.json files that tell Node how to read them. */
const ourCode = [
  ...['plugins', 'plugin-api', 'outgoing', 'domain', 'base'].map((room) => join(ourFolder, '..', room)),
  ...packageFilesAbove(ourFolder),
]

export interface OurProcess extends Confinement {
  /** The path of the program below this folder, without its extension. */
  entry: string
  args?: readonly string[]
}

/** Adds read access to our own code to a confinement. */
export const withOurCode = (confinement: Confinement): Confinement => ({
  ...confinement,
  read: [...new Set([...ourCode, ...confinement.read, ...confinement.read.flatMap(packageFilesAbove)])],
})

export function ourCommand({ entry, args = [], ...confinement }: OurProcess): CommandLine {
  const program = join(ourFolder, `${entry}${extension}`)
  return [nodeProgram, ...permissionFlags(confinement), program, ...args]
}

/** Passes nothing of our environment on: no HOME, no PATH, no secret of a shell. */
export const ourEnvironment = (cacheDir: string): Record<string, string> => ({
  // Also saves the process the type stripper while we run from sources: 18 MB.
  NODE_COMPILE_CACHE: cacheDir,
})

function packageFilesAbove(path: string): string[] {
  const above = dirname(path)
  return above === path ? [] : [join(above, 'package.json'), ...packageFilesAbove(above)]
}

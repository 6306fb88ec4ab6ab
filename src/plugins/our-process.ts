/** How a process of our own code is started: under the permission flags, with nothing of our environment. */
import { dirname, join } from 'node:path'
import type { CommandLine, Confinement } from './isolation/confinement.ts'
import { permissionFlags } from './isolation/permission-flags.ts'
import { nodeProgram } from './node-program.ts'

const ourFolder = import.meta.dirname
const extension = import.meta.filename.endsWith('.ts') ? '.ts' : '.js'

/** What such a process imports, and the package.json files that say how to read it. */
const ourCode = [
  ...['plugins', 'plugin-api', 'domain'].map((room) => join(ourFolder, '..', room)),
  ...packageFilesAbove(ourFolder),
]

export interface OurProcess extends Confinement {
  /** Below this folder, without its ending. */
  entry: string
  args?: readonly string[]
}

/** The same confinement with what our own code needs. */
export const withOurCode = (confinement: Confinement): Confinement => ({
  ...confinement,
  read: [...new Set([...ourCode, ...confinement.read, ...confinement.read.flatMap(packageFilesAbove)])],
})

export function ourCommand({ entry, args = [], ...confinement }: OurProcess): CommandLine {
  const program = join(ourFolder, `${entry}${extension}`)
  return [nodeProgram, ...permissionFlags(confinement), program, ...args]
}

/** Nothing of ours: no HOME, no PATH, no secret of a shell. */
export const ourEnvironment = (cacheDir: string): Record<string, string> => ({
  // Also spares the process the type stripper while we run from sources: 18 MB.
  NODE_COMPILE_CACHE: cacheDir,
})

function packageFilesAbove(path: string): string[] {
  const above = dirname(path)
  return above === path ? [] : [join(above, 'package.json'), ...packageFilesAbove(above)]
}

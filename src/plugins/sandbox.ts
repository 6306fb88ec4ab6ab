/** Describes what a plugin's process may touch, and builds the command and the environment that start it. */
import { dirname } from 'node:path'
import type { CommandLine, Confinement } from './isolation/confinement.ts'
import type { Wall } from './isolation/wall.ts'
import { ourCommand, ourEnvironment, withOurCode } from './our-process.ts'

export interface Sandbox {
  /** Folders and files that the plugin needs of itself and its packages. */
  readable: readonly string[]
  dataDir: string
  /** Holds only the compiled code of this plugin: a process that may write it decides what runs. */
  cacheDir: string
  /** The egress socket of the plugin; without one it has no network at all. */
  egressSocket?: string | undefined
  /** The program that runs in the sandbox; the runner by default. */
  entry?: string
}

const heapMb = 128

export function sandboxCommand(sandbox: Sandbox, wall: Wall): CommandLine {
  const { egressSocket, entry = 'runner/main' } = sandbox
  const confinement = confinementOf(sandbox)
  return wall.around(
    confinement,
    ourCommand({ ...confinement, entry, args: egressSocket === undefined ? [] : [egressSocket] }),
  )
}

const confinementOf = ({ readable, dataDir, cacheDir, egressSocket }: Sandbox): Confinement =>
  withOurCode({
    read: readable,
    write: [dataDir, cacheDir],
    egressSocket: egressSocket && dirname(egressSocket),
    heapMb,
  })

export const sandboxEnvironment = ({ dataDir, cacheDir }: Sandbox): Record<string, string> => ({
  TMPDIR: dataDir,
  // In the sandbox of the system, the files from which a process reads its time zone are missing.
  TZ: Intl.DateTimeFormat().resolvedOptions().timeZone,
  ...ourEnvironment(cacheDir),
})

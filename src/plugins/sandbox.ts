/** What a plugin's process may touch: the command and the environment it is started with. */
import { dirname } from 'node:path'
import type { CommandLine, Confinement } from './isolation/confinement.ts'
import type { Wall } from './isolation/wall.ts'
import { ourCommand, ourEnvironment, withOurCode } from './our-process.ts'

export interface Sandbox {
  /** Folders and files that the plugin needs of itself and its packages. */
  readable: readonly string[]
  dataDir: string
  /** For the compiled code of this plugin alone: whoever may write it decides what runs. */
  cacheDir: string
  /** The socket of its way out; without one it has no network at all. */
  door?: string | undefined
  /** What runs in it; the runner by default. */
  entry?: string
}

const heapMb = 128

export function sandboxCommand(sandbox: Sandbox, wall: Wall): CommandLine {
  const { door, entry = 'runner/main' } = sandbox
  const confinement = confinementOf(sandbox)
  return wall.around(confinement, ourCommand({ ...confinement, entry, args: door === undefined ? [] : [door] }))
}

const confinementOf = ({ readable, dataDir, cacheDir, door }: Sandbox): Confinement =>
  withOurCode({ read: readable, write: [dataDir, cacheDir], door: door && dirname(door), heapMb })

export const sandboxEnvironment = ({ dataDir, cacheDir }: Sandbox): Record<string, string> => ({
  TMPDIR: dataDir,
  // Behind the wall the files are not there by which a process finds that out.
  TZ: Intl.DateTimeFormat().resolvedOptions().timeZone,
  ...ourEnvironment(cacheDir),
})

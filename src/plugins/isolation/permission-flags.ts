/** The layer that Node brings along: its permission model, and what besides would get around it. */
import type { Confinement } from './confinement.ts'

/** Before Node 25 the permission model knows no network. */
export const hasNetworkPermission = Number(process.versions.node.split('.')[0]) >= 25

export const permissionFlags = ({ read, write, door, heapMb }: Confinement): string[] => [
  '--permission',
  ...[...new Set([...read, ...write])].map((path) => `--allow-fs-read=${path}`),
  ...write.map((path) => `--allow-fs-write=${path}`),
  // All or nothing: where it goes then is the matter of the sandbox around it and of the door.
  ...(hasNetworkPermission && door !== undefined ? ['--allow-net'] : []),
  // chat.db could be read through it whatever the file permissions above say.
  '--no-experimental-sqlite',
  '--disable-sigusr1',
  '--no-addons',
  '--disable-proto=delete',
  '--disallow-code-generation-from-strings',
  `--max-old-space-size=${heapMb}`,
  '--disable-warning=ExperimentalWarning',
  '--disable-warning=SecurityWarning',
]

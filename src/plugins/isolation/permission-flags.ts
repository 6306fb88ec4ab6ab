/** Builds the flags of the layer that Node includes: its permission model, and the flags that close ways around it. */
import { lightFlags } from '../../base/light-flags.ts'
import type { Confinement } from './confinement.ts'

/** Before Node 25 the permission model does not cover the network. */
export const hasNetworkPermission = Number(process.versions.node.split('.')[0]) >= 25

export const permissionFlags = ({ read, write, egressSocket, heapMb }: Confinement): string[] => [
  '--permission',
  ...[...new Set([...read, ...write])].map((path) => `--allow-fs-read=${path}`),
  ...write.map((path) => `--allow-fs-write=${path}`),
  // The flag allows all connections or none: the OS sandbox and the egress socket decide where they may lead.
  ...(hasNetworkPermission && egressSocket !== undefined ? ['--allow-net'] : []),
  // SQLite could read chat.db regardless of the file permissions above.
  '--no-experimental-sqlite',
  '--disable-sigusr1',
  '--no-addons',
  '--disable-proto=delete',
  '--disallow-code-generation-from-strings',
  `--max-old-space-size=${heapMb}`,
  ...lightFlags,
  '--disable-warning=ExperimentalWarning',
  '--disable-warning=SecurityWarning',
]

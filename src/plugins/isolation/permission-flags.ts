/** Builds the flags of the layer that Node includes: its permission model, and the flags that close ways around it. */
import type { Confinement } from './confinement.ts'

/** Before Node 25 the permission model does not cover the network. */
export const hasNetworkPermission = Number(process.versions.node.split('.')[0]) >= 25

/** Keep the processes of plugins small: there may be many, and they are idle most of the time. All exist since Node 22. */
const lightFlags = [
  // Most allocations die at once, so that a nursery of one megabyte is enough; V8 would let it grow to sixteen or more, and
  // keep a second one of the same size.
  '--max-semi-space-size=1',
  // Smaller code, fewer copies of it, more compact heaps: forty megabytes less for the whole service, and no page is slower.
  '--optimize-for-size',
  // One thread for compilers and collector instead of four, each of which keeps what it once allocated.
  '--v8-pool-size=1',
  // The middle compiler takes ten megabytes of a process once and never gives them back; the last compiler still compiles
  // what computes much.
  '--no-maglev',
]

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

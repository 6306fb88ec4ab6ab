/** Builds the OS sandbox on Linux: namespaces that contain only what the confinement names. */
import { dirname } from 'node:path'
import type { CommandLine, Confinement } from './confinement.ts'

export interface BubblewrapOptions {
  /** The path of bwrap. */
  program: string
  /** The program itself and the libraries that it is linked with. */
  binaries: readonly string[]
  /** False in containers that hide parts of /proc, where nobody can mount another; Node works without it. */
  hasProc: boolean
}

/** The user id of nobody: the plugin is not root even within the sandbox. */
const nobody = '65534'

export function bubblewrapped(
  { program, binaries, hasProc }: BubblewrapOptions,
  { read, write, egressSocket }: Confinement,
  [inner, ...args]: CommandLine,
): CommandLine {
  const readable = [...binaries, ...read, ...(egressSocket === undefined ? [] : [egressSocket])].map((path) => [
    '--ro-bind-try',
    path,
  ])
  const binds = [...readable, ...write.map((path) => ['--bind', path])] as [string, string][]
  return [
    program,
    // Unshares every namespace that there is: no network, no other processes, no host name.
    '--unshare-all',
    // The parent is the shell of the lifeline, which has a single thread and lives until deliveries in flight have had
    // their time.
    '--die-with-parent',
    '--uid',
    nobody,
    '--gid',
    nobody,
    '--hostname',
    'plugin',
    '--cap-drop',
    'ALL',
    // Mounted read-only: otherwise a process of root could change the kernel's settings there, although it is nobody
    // within.
    ...(hasProc ? ['--proc', '/proc', '--remount-ro', '/proc'] : []),
    ...['/dev/null', '/dev/urandom'].flatMap((device) => ['--dev-bind', device, device]),
    // A folder comes before what lies in it, because the inner rule is the one that counts.
    ...binds.toSorted(([, a], [, b]) => a.length - b.length).flatMap(([rule, path]) => [rule, path, path]),
    // The root that holds the folders together lies in memory: nothing may be written there.
    '--remount-ro',
    '/',
    '--chdir',
    write[0] ?? dirname(inner),
    '--',
    inner,
    ...args,
  ]
}

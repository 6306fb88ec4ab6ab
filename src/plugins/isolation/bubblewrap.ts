/** The wall on Linux: namespaces in which there is nothing but what the description names. */
import { dirname } from 'node:path'
import type { CommandLine, Confinement } from './confinement.ts'

export interface BubblewrapOptions {
  /** The path of bwrap. */
  program: string
  /** The program itself and the libraries that it is linked with. */
  binaries: readonly string[]
  /** Containers that hide parts of /proc let nobody mount another; Node does without. */
  hasProc: boolean
}

/** Nobody: not even within the sandbox the plugin is root. */
const nobody = '65534'

export function bubblewrapped(
  { program, binaries, hasProc }: BubblewrapOptions,
  { read, write, door }: Confinement,
  [inner, ...args]: CommandLine,
): CommandLine {
  const readable = [...binaries, ...read, ...(door === undefined ? [] : [door])].map((path) => ['--ro-bind-try', path])
  const binds = [...readable, ...write.map((path) => ['--bind', path])] as [string, string][]
  return [
    program,
    // No network, no other processes, no host name: each namespace that there is.
    '--unshare-all',
    // The parent is the shell of the lifeline, which has a single thread and lives until what is in flight has had its time.
    '--die-with-parent',
    ...['--uid', nobody, '--gid', nobody, '--hostname', 'plugin', '--cap-drop', 'ALL'],
    // Read-only: to a process of root, nobody within, the kernel's settings there are its own.
    ...(hasProc ? ['--proc', '/proc', '--remount-ro', '/proc'] : []),
    ...['/dev/null', '/dev/urandom'].flatMap((device) => ['--dev-bind', device, device]),
    // A folder before what lies in it: the inner rule is the one that counts.
    ...binds.toSorted(([, a], [, b]) => a.length - b.length).flatMap(([rule, path]) => [rule, path, path]),
    // What holds the folders together is memory: nothing may be written there.
    ...['--remount-ro', '/', '--chdir', write[0] ?? dirname(inner)],
    ...['--', inner, ...args],
  ]
}

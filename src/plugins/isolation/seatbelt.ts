/**
 * Builds the OS sandbox on macOS: a profile for sandbox-exec that denies everything except what the confinement names.
 */
import type { CommandLine, Confinement } from './confinement.ts'

export const sandboxExec = '/usr/bin/sandbox-exec'

export interface SeatbeltOptions {
  /** The program itself and the libraries that it is linked with, by their real paths. */
  binaries: readonly string[]
  /** Returns whether a path of the confinement is a folder. */
  isFolder(path: string): boolean
}

/** Expects real paths, because Seatbelt compares those: /private/tmp, never /tmp. */
export function seatbeltProfile(
  { binaries, isFolder }: SeatbeltOptions,
  { read, write, egressSocket }: Confinement,
): string {
  const place = (path: string) => `(${isFolder(path) ? 'subpath' : 'literal'} ${quoted(path)})`
  const places = (paths: readonly string[]) => [...new Set(paths)].map(place).join(' ')
  const program = binaries[0] ?? ''
  return [
    '(version 1)',
    '(deny default)',
    // Allows the program that sandbox-exec becomes; without process-fork it starts no other.
    `(allow process-exec (literal ${quoted(program)}))`,
    '(allow process-info* (target self))',
    '(allow signal (target self))',
    '(allow sysctl-read)',
    // Node walks up from every module that it loads; this does not allow it to read contents or list folders.
    '(allow file-read-metadata)',
    '(allow file-read-data (literal "/"))',
    `(allow file-read* file-map-executable ${[...systemCode, ...binaries.map((path) => `(literal ${quoted(path)})`)].join(' ')})`,
    '(allow file-read* (literal "/dev/null") (literal "/dev/random") (literal "/dev/urandom"))',
    '(allow file-write-data (literal "/dev/null"))',
    `(allow file-read* ${places([...read, ...write])})`,
    `(allow file-write* ${places(write)})`,
    ...(egressSocket === undefined
      ? []
      : [
          '(allow system-socket (socket-domain AF_UNIX))',
          `(allow network-outbound (remote unix-socket (subpath ${quoted(egressSocket)})))`,
          `(allow file-read* file-write-data (subpath ${quoted(egressSocket)}))`,
        ]),
    '',
  ].join('\n')
}

export const seatbelted = (options: SeatbeltOptions, confinement: Confinement, command: CommandLine): CommandLine => [
  sandboxExec,
  '-p',
  seatbeltProfile(options, confinement),
  ...command,
]

/** The folders in which macOS keeps its libraries, and the cache that holds most of them. */
const systemCode = [
  '/usr/lib',
  '/System/Library',
  '/System/Cryptexes',
  '/System/Volumes/Preboot/Cryptexes',
  '/private/var/db/dyld',
].map((path) => `(subpath "${path}")`)

/** Quotes a path so that Scheme reads it back unchanged. */
const quoted = (path: string): string => `"${path.replace(/[\\"]/g, '\\$&')}"`

/** Describes once what a process may touch; the rules of every layer are built from it. */

export interface Confinement {
  /** Files and folders that may be read; those that do not exist are left out. */
  read: readonly string[]
  /** Folders that may be written. */
  write: readonly string[]
  /** The folder of the egress socket, its only way out; without one the process has no network at all. */
  egressSocket?: string | undefined
  heapMb: number
}

/** A program and its arguments. */
export type CommandLine = readonly [string, ...string[]]

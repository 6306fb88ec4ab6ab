/** What a process may touch, in one description: the rules of every layer are made of it. */

export interface Confinement {
  /** Files and folders; those that do not exist are left out. */
  read: readonly string[]
  /** Folders. */
  write: readonly string[]
  /** The folder of the socket that is its only way out; without one it has no network at all. */
  door?: string | undefined
  heapMb: number
}

/** A program and its arguments. */
export type CommandLine = readonly [string, ...string[]]

/** Names the files in which the processes of a soak tell what they keep; SOAK_KEPT has their folder. */
import { join } from 'node:path'

/** Holds the bytes that are left of this process after its last collection of garbage. */
export const keptFile = (folder: string, pid: number): string => join(folder, String(pid))

/** Holds the name of the heap snapshot that each process is to take, if one is wanted. */
export const wantedFile = (folder: string): string => join(folder, 'wanted')

export const snapshotFile = (folder: string, pid: number, name: string): string =>
  join(folder, `${pid}-${name}.heapsnapshot`)

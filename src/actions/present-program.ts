/** Identifies the program that runs this process, as it was at the start; macOS grants its permissions to that file. */
import { statSync } from 'node:fs'
import type { Grant } from '../store/setup-note.ts'

/** Undefined where the file does not exist. */
export function programNow(program: string): { inode: number } | undefined {
  const stats = statSync(program, { throwIfNoEntry: false })
  return stats && { inode: stats.ino }
}

/** An upgrade replaces or removes the file while this process keeps running. */
const inodeAtStart = programNow(process.execPath)?.inode ?? 0

/** `requirement` is that of the program, where it was signed on this Mac. */
export const presentProgram = (nowMs: number, requirement?: string): Grant => ({
  program: process.execPath,
  inode: inodeAtStart,
  node: process.versions.node,
  ...(requirement !== undefined && { requirement }),
  at: new Date(nowMs).toISOString(),
})

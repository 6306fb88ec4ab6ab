/** The program that runs this process, as it was when it started; macOS gives its permissions to that file. */
import { statSync } from 'node:fs'
import type { Grant } from '../store/setup-note.ts'

/** Undefined where nothing is. */
export function programNow(program: string): { inode: number } | undefined {
  const stats = statSync(program, { throwIfNoEntry: false })
  return stats && { inode: stats.ino }
}

/** An upgrade puts another file in its place, or takes it away, while this process goes on. */
const inodeAtStart = programNow(process.execPath)?.inode ?? 0

export const presentProgram = (nowMs: number): Grant => ({
  ...{ program: process.execPath, inode: inodeAtStart, node: process.versions.node },
  at: new Date(nowMs).toISOString(),
})

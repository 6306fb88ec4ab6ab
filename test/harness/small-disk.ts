/** Gives a folder its own file system that is small enough to be filled. */
import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'

export interface SmallDisk extends Disposable {
  /** Fills the disk until nothing more can be written. */
  fill(): void
  empty(): void
}

const chunk = Buffer.alloc(4_096)

/** Mounts a file system in memory, which requires root. */
export function smallDisk(folder: string, sizeMb = 4): SmallDisk {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMb}m,mode=0700`, 'tmpfs', folder], { stdio: 'inherit' })
  const ballast = join(folder, 'ballast')
  return {
    fill() {
      const file = openSync(ballast, 'a')
      try {
        for (;;) writeSync(file, chunk)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      } finally {
        closeSync(file)
      }
    },
    empty: () => rmSync(ballast, { force: true }),
    [Symbol.dispose]: () => void execFileSync('umount', ['--lazy', folder]),
  }
}

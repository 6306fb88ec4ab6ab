/** Appends whole lines to a file that other processes append to, rotate or remove at the same time. */
import { closeSync, constants, fstatSync, readSync, type Stats, statSync, writeSync } from 'node:fs'
import { openOwned } from './owned-file.ts'

export interface AppendFile {
  /** Of the file that the path names now, opened anew if that is another one than before. */
  stats(): Stats
  /** One write; throws when not all of it could be written. */
  append(line: string): void
  close(): void
}

const lineFeed = 0x0a
const appendFlags = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT

export function openAppendFile(path: string): AppendFile {
  let open: { fd: number; stats: Stats } | undefined
  /** The file ends within a line: a crash or a full disk cut it short. */
  let torn = false

  function reopenIfReplaced(): { fd: number; stats: Stats } {
    const stats = statSync(path, { throwIfNoEntry: false })
    if (open && stats && stats.ino === open.stats.ino && stats.dev === open.stats.dev) {
      open.stats = stats
      return open
    }
    close()
    const fd = openOwned(path, appendFlags)
    open = { fd, stats: fstatSync(fd) }
    torn = endsWithinLine(fd, open.stats.size)
    return open
  }

  function close(): void {
    if (open) closeSync(open.fd)
    open = undefined
  }

  return {
    stats: () => reopenIfReplaced().stats,
    append(line) {
      const { fd } = reopenIfReplaced()
      const bytes = Buffer.from(torn ? `\n${line}` : line)
      const written = writeSync(fd, bytes)
      torn = written === 0 ? torn : bytes[written - 1] !== lineFeed
      if (written < bytes.length)
        throw new Error(`only ${written} of ${bytes.length} bytes could be written to ${path}`)
    },
    close,
  }
}

function endsWithinLine(fd: number, sizeBytes: number): boolean {
  if (sizeBytes === 0) return false
  const last = Buffer.alloc(1)
  readSync(fd, last, 0, 1, sizeBytes - 1)
  return last[0] !== lineFeed
}

/** Appends whole lines to a file that other processes append to, rotate or remove at the same time. */
import { closeSync, constants, fstatSync, lstatSync, readSync, type Stats, writeSync } from 'node:fs'
import { openOwned } from './owned-file.ts'

export interface AppendFile {
  /** Stats of the file that the path names now; opens it again if it was replaced. */
  stats(): Stats
  /** Appends with a single write; throws when only part of the line could be written. */
  append(line: string): void
  close(): void
}

const lineFeed = 0x0a
const appendFlags = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT

/** `open` can be replaced for a file in a folder that the user chose. */
export function openAppendFile(path: string, open = openOwned): AppendFile {
  let current: { fd: number; stats: Stats } | undefined
  /** True when the file ends in the middle of a line, because a crash or a full disk cut it short. */
  let torn = false

  function reopenIfReplaced(): { fd: number; stats: Stats } {
    const stats = lstatSync(path, { throwIfNoEntry: false })
    if (current && stats && stats.ino === current.stats.ino && stats.dev === current.stats.dev) {
      current.stats = stats
      return current
    }
    close()
    const fd = open(path, appendFlags)
    current = { fd, stats: fstatSync(fd) }
    torn = endsWithinLine(fd, current.stats.size)
    return current
  }

  function close(): void {
    if (current) closeSync(current.fd)
    current = undefined
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

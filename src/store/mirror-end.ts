/**
 * Finds when the newest message in the debug mirror was sent. It reads the end of the file, and only after the file has
 * changed.
 */
import { closeSync, constants, fstatSync, readSync } from 'node:fs'
import { isObject } from '../base/json-object.ts'
import { openInAnyFolder } from './owned-file.ts'

const tailBytes = 64 * 1024

/** Returns Unix milliseconds, or undefined when there is no message near the end or no mirror. */
export function mirrorEnd(): (path: string) => number | undefined {
  let known: { stamp: string; sentAtMs: number | undefined } | undefined
  return (path) => {
    const fd = openOrNone(path)
    if (fd === undefined) return undefined
    try {
      const { ino, size, mtimeMs } = fstatSync(fd)
      const stamp = `${path} ${ino} ${size} ${mtimeMs}`
      if (known?.stamp !== stamp) known = { stamp, sentAtMs: newestIn(linesAtEnd(fd, size)) }
      return known.sentAtMs
    } finally {
      closeSync(fd)
    }
  }
}

function openOrNone(path: string): number | undefined {
  try {
    return openInAnyFolder(path, constants.O_RDONLY)
  } catch {
    // The mirror is only a copy for debugging; without it, the caller uses the journal.
    return undefined
  }
}

function linesAtEnd(fd: number, size: number): string[] {
  const bytes = Buffer.alloc(Math.min(tailBytes, size))
  const length = readSync(fd, bytes, 0, bytes.length, size - bytes.length)
  return bytes.toString('utf8', 0, length).split('\n')
}

/** Skips lines of plugins, which write into the mirror as well, and the first line, which may be cut. */
function newestIn(lines: string[]): number | undefined {
  for (const line of lines.toReversed()) {
    const sentAtMs = sentAtOf(line)
    if (sentAtMs !== undefined) return sentAtMs
  }
  return undefined
}

function sentAtOf(line: string): number | undefined {
  if (!line.includes('"event":"message"')) return undefined
  try {
    const entry: unknown = JSON.parse(line)
    if (!isObject(entry) || entry.source !== 'bridge') return undefined
    const sentAtMs = Date.parse(String(entry.sent_at))
    return Number.isNaN(sentAtMs) ? undefined : sentAtMs
  } catch {
    return undefined
  }
}

/**
 * Opens the file of an attachment, and makes sure that it is the file that was found, even if names or links changed
 * since.
 */
import {
  closeSync,
  constants,
  createReadStream,
  fstatSync,
  lstatSync,
  openSync,
  type ReadStream,
  readSync,
  realpathSync,
} from 'node:fs'
import { headBytes } from '../domain/files/media-type.ts'

export interface OpenFile {
  path: string
  /** Bytes. */
  size: number
  /** Changes whenever the file does. */
  identity: string
  /** The first bytes, from which its type is recognised. */
  head: Uint8Array
  /** Both ends are inclusive. The file is closed when the stream ends or is destroyed. */
  stream(range?: { start: number; end: number }): ReadStream
  /** Closes a file that nobody has begun to stream. */
  close(): void
}

/**
 * `path` must be real, with its links resolved. Returns undefined for anything but a file, or if it is gone or was
 * replaced.
 */
export function openFile(path: string): OpenFile | undefined {
  let fd: number | undefined
  try {
    // O_NONBLOCK: opening a pipe would otherwise wait until somebody writes to it.
    fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    const opened = inspect(fd, path)
    if (opened === undefined) closeSync(fd)
    return opened
  } catch {
    if (fd !== undefined) closeSync(fd)
    return undefined
  }
}

function inspect(fd: number, path: string): OpenFile | undefined {
  const stats = fstatSync(fd, { bigint: true })
  if (!stats.isFile()) return undefined
  // A folder on the path may have been replaced by a link while the file was being opened.
  const named = lstatSync(path, { bigint: true })
  if (realpathSync(path) !== path || named.ino !== stats.ino || named.dev !== stats.dev) return undefined
  const head = Buffer.alloc(headBytes)
  const length = readSync(fd, head, 0, headBytes, 0)
  const size = Number(stats.size)
  // Never streams more than the announced size, even if the file grows meanwhile.
  const whole = { start: 0, end: size === 0 ? Number.POSITIVE_INFINITY : size - 1 }
  return {
    path,
    size,
    identity: [stats.size, stats.mtimeNs, stats.ino].map((part) => part.toString(36)).join('-'),
    head: head.subarray(0, length),
    stream: ({ start, end } = whole) => createReadStream(path, { fd, start, end }),
    close: () => closeSync(fd),
  }
}

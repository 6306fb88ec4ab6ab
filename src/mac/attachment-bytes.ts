/** Opens the file of an attachment: the very file that was looked at, wherever names and links may lead by then. */
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
  /** Another one after any change of the file. */
  identity: string
  /** The first bytes, which tell its type. */
  head: Uint8Array
  /** Both ends included; the file is closed when the stream is at its end or destroyed. */
  stream(range?: { start: number; end: number }): ReadStream
  /** Of a file that nobody has begun to stream. */
  close(): void
}

/** `path` has to be real, with its links resolved. Undefined for what is no file, or is gone or another one by now. */
export function openFile(path: string): OpenFile | undefined {
  let fd: number | undefined
  try {
    // Without waiting: opening a pipe would last until somebody writes to it.
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
  // A folder on the way may have become a link while it was opened.
  const named = lstatSync(path, { bigint: true })
  if (realpathSync(path) !== path || named.ino !== stats.ino || named.dev !== stats.dev) return undefined
  const head = Buffer.alloc(headBytes)
  const length = readSync(fd, head, 0, headBytes, 0)
  const size = Number(stats.size)
  // No more than was promised, should it grow meanwhile.
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

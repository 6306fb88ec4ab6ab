/** Opens the file of an attachment: the very file that was looked at, wherever names and links may lead by then. */
import { constants } from 'node:fs'
import { type FileHandle, lstat, open, realpath } from 'node:fs/promises'
import { headBytes } from '../domain/files/media-type.ts'

export interface OpenFile {
  handle: FileHandle
  path: string
  /** Bytes. */
  size: number
  /** Another one after any change of the file. */
  identity: string
  /** The first bytes, which tell its type. */
  head: Uint8Array
}

/** `path` has to be real, with its links resolved. Undefined for what is no file, or is gone or another one by now. */
export async function openFile(path: string): Promise<OpenFile | undefined> {
  // Without waiting: opening a pipe would last until somebody writes to it.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
  const handle = await open(path, flags).catch(() => undefined)
  if (handle === undefined) return undefined
  try {
    const opened = await inspect(handle, path)
    if (opened === undefined) await handle.close()
    return opened
  } catch {
    await handle.close()
    return undefined
  }
}

async function inspect(handle: FileHandle, path: string): Promise<OpenFile | undefined> {
  const stats = await handle.stat({ bigint: true })
  if (!stats.isFile()) return undefined
  // A folder on the way may have become a link while it was opened.
  const named = await lstat(path, { bigint: true })
  if ((await realpath(path)) !== path || named.ino !== stats.ino || named.dev !== stats.dev) return undefined
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0)
  const identity = [stats.size, stats.mtimeNs, stats.ino].map((part) => part.toString(36)).join('-')
  return { handle, path, size: Number(stats.size), identity, head: buffer.subarray(0, bytesRead) }
}

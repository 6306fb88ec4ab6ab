/** Reads whole lines from a file that grows, starting anywhere in it. */
import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { hasErrno } from '../base/errors.ts'
import { requireOwned } from './owned-file.ts'

export interface LineReader {
  readonly inode: number
  modifiedMs(): Promise<number>
  /** Returns whole lines since the last call; an unfinished line is kept until it ends. */
  readLines(): Promise<string[]>
  close(): Promise<void>
}

const chunkBytes = 256 * 1024
const lineFeed = 0x0a

/** Returns undefined when there is no file. Reading starts at the first whole line within `lastBytes` of the end. */
export async function openLineReader(
  path: string,
  lastBytes = Number.POSITIVE_INFINITY,
): Promise<LineReader | undefined> {
  const handle = await openIfPresent(path)
  return handle && lineReader(handle, lastBytes)
}

async function lineReader(handle: FileHandle, lastBytes: number): Promise<LineReader> {
  const { ino, size } = await handle.stat()
  // Starts one byte earlier: a line feed there means that a whole line begins at the next byte.
  let position = Math.max(0, size - lastBytes - 1)
  let rest: Buffer = Buffer.alloc(0)
  let midLine = position > 0

  async function readChunk(): Promise<Buffer> {
    // The file is shorter than before, so someone has emptied it in place.
    if ((await handle.stat()).size < position) {
      position = 0
      rest = Buffer.alloc(0)
      midLine = false
    }
    const chunk = Buffer.alloc(chunkBytes)
    const { bytesRead } = await handle.read(chunk, 0, chunkBytes, position)
    position += bytesRead
    return chunk.subarray(0, bytesRead)
  }

  async function readLines(): Promise<string[]> {
    const lines: string[] = []
    for (let chunk = await readChunk(); chunk.length > 0; chunk = await readChunk()) {
      const bytes = Buffer.concat([rest, chunk])
      const end = bytes.lastIndexOf(lineFeed) + 1
      rest = bytes.subarray(end)
      if (end > 0) lines.push(...bytes.toString('utf8', 0, end - 1).split('\n'))
    }
    if (!midLine || lines.length === 0) return lines
    midLine = false
    return lines.slice(1)
  }

  return {
    inode: ino,
    modifiedMs: async () => (await handle.stat()).mtimeMs,
    readLines,
    close: () => handle.close(),
  }
}

async function openIfPresent(path: string): Promise<FileHandle | undefined> {
  let handle: FileHandle | undefined
  try {
    // Opens without blocking, since opening a pipe would block until somebody writes to it.
    handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    requireOwned(path, await handle.stat())
    return handle
  } catch (error) {
    await handle?.close()
    if (hasErrno(error, 'ENOENT')) return undefined
    throw error
  }
}

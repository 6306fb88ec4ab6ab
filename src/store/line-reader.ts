/** Reads whole lines from a file that grows, from any place in it. */
import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { hasErrno, requireOwned } from './owned-file.ts'

export interface LineReader {
  readonly inode: number
  modifiedMs(): Promise<number>
  /** Whole lines since the last call; an unfinished one waits for its end. */
  readLines(): Promise<string[]>
  close(): Promise<void>
}

const chunkBytes = 256 * 1024
const lineFeed = 0x0a

/** Undefined when there is no file. `lastBytes` starts at the first whole line within so many bytes of the end. */
export async function openLineReader(
  path: string,
  lastBytes = Number.POSITIVE_INFINITY,
): Promise<LineReader | undefined> {
  const handle = await openIfPresent(path)
  return handle && lineReader(handle, lastBytes)
}

async function lineReader(handle: FileHandle, lastBytes: number): Promise<LineReader> {
  const { ino, size } = await handle.stat()
  // One byte earlier: whether it is a line feed decides whether a whole line begins there.
  let position = Math.max(0, size - lastBytes - 1)
  let rest: Buffer = Buffer.alloc(0)
  let midLine = position > 0

  async function readChunk(): Promise<Buffer> {
    // Shorter than before: someone has emptied it in place.
    if ((await handle.stat()).size < position) [position, rest] = [0, Buffer.alloc(0)]
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
    // Without waiting: opening a pipe would last until somebody writes to it.
    handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    requireOwned(path, await handle.stat())
    return handle
  } catch (error) {
    await handle?.close()
    if (hasErrno(error, 'ENOENT')) return undefined
    throw error
  }
}

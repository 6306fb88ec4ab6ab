/** Keeps uploads/: files to be sent, stored under generated names until Messages has taken them. */
import { createHash, randomUUID } from 'node:crypto'
import { constants, readdirSync, rmSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { ServiceError } from '../domain/service-error.ts'
import { prepareFolder } from './owned-file.ts'

export interface Upload {
  path: string
  /** The hash in hex. */
  sha256: string
  bytes: number
}

export interface Uploads {
  /** Throws `too_large`, or the error of `bytes`; either way nothing is left behind. */
  keep(bytes: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Upload>
  /** Removes the file unless it is needed. */
  release(path: string): void
}

const half = '.part'
const fresh = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW
const privately = 0o600

/**
 * The folder belongs to one process: whatever an earlier one, perhaps killed, has left there is removed at once, unless
 * it is needed. `needed` returns the paths that a send may still need.
 */
export function openUploads({ folder, needed }: { folder: string; needed: () => ReadonlySet<string> }): Uploads {
  prepareFolder(folder)
  const remove = (path: string) => rmSync(path, { force: true })
  const release = (path: string) => {
    if (!needed().has(path)) remove(path)
  }
  for (const name of readdirSync(folder)) release(join(folder, name))

  return {
    async keep(bytes, maxBytes) {
      const path = join(folder, randomUUID())
      const unfinished = `${path}${half}`
      try {
        const written = await writeAll(unfinished, bytes, maxBytes)
        await rename(unfinished, path)
        return { path, ...written }
      } catch (error) {
        remove(unfinished)
        throw error
      }
    },
    release,
  }
}

async function writeAll(path: string, bytes: AsyncIterable<Uint8Array>, maxBytes: number) {
  const file = await open(path, fresh, privately)
  const hash = createHash('sha256')
  let length = 0
  try {
    for await (const chunk of bytes) {
      length += chunk.length
      if (length > maxBytes) throw tooLarge(maxBytes)
      hash.update(chunk)
      await file.appendFile(chunk)
    }
    await file.sync()
    return { sha256: hash.digest('hex'), bytes: length }
  } finally {
    await file.close()
  }
}

const tooLarge = (maxBytes: number): ServiceError =>
  new ServiceError('too_large', 'The file is too large.', { limit: 'send.max_file_mb', max_bytes: maxBytes })

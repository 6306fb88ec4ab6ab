/** uploads/: files that somebody sends, under names of our own, until Messages has them. */
import { createHash, randomUUID } from 'node:crypto'
import { constants, lstatSync, readdirSync, rmSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { ServiceError } from '../domain/service-error.ts'
import { prepareFolder } from './owned-file.ts'

export interface Upload {
  path: string
  /** In hex. */
  sha256: string
  bytes: number
}

export interface Uploads {
  /** Throws `too_large`, and what the bytes throw; then nothing is left behind. */
  keep(bytes: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Upload>
  /** Removes it, unless it is needed. */
  release(path: string): void
  /** Removes what a process that was killed has left, unless it is needed. */
  sweep(nowMs?: number): void
}

const half = '.part'
const fresh = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW
const privately = 0o600
/** Another process may be receiving it, or have received it and not yet said that it is needed. */
const abandonedAfterMs = 600_000

/** `needed` gives the paths that a send may still need. */
export function openUploads({ folder, needed }: { folder: string; needed: () => ReadonlySet<string> }): Uploads {
  prepareFolder(folder)
  const remove = (path: string) => rmSync(path, { force: true })

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
    release(path) {
      if (!needed().has(path)) remove(path)
    },
    sweep(nowMs = Date.now()) {
      const kept = needed()
      for (const name of readdirSync(folder)) {
        const path = join(folder, name)
        const age = nowMs - (lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? nowMs)
        if (age > abandonedAfterMs && !kept.has(path)) remove(path)
      }
    },
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

/** Copies what belongs in a backup while the service runs: each file and database as it is at one moment. */
import { createHash } from 'node:crypto'
import { constants, createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { hasErrno } from '../base/errors.ts'
import { requirePlainFile } from '../store/owned-file.ts'
import type { ServiceDir } from '../store/service-dir.ts'
import { copySqlite } from '../store/sqlite-copy.ts'
import { type Content, contentsOf } from './contents.ts'
import type { BackedUpFile } from './manifest.ts'

/** Copies into a private folder. */
export async function takeSnapshot(dir: ServiceDir, folder: string): Promise<BackedUpFile[]> {
  const files: BackedUpFile[] = []
  for (const content of contentsOf(dir)) {
    const copy = join(folder, content.path)
    await mkdir(dirname(copy), { recursive: true, mode: 0o700 })
    if (await copied(dir, content, copy)) files.push(await described(content, copy))
  }
  return files
}

/** Returns false for a file that was removed in the meantime. */
async function copied({ base }: ServiceDir, { path, isDatabase }: Content, to: string): Promise<boolean> {
  try {
    if (isDatabase) copySqlite(join(base, path), to)
    else await copyPlainFile(join(base, path), to)
    return true
  } catch (error) {
    if (hasErrno(error, 'ENOENT')) return false
    throw error
  }
}

/** Plugins keep writing in their own folders, where one could put a link to a file that it may not read. */
async function copyPlainFile(from: string, to: string): Promise<void> {
  await using source = await open(from, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  const stats = await source.stat()
  requirePlainFile(from, stats)
  const target = createWriteStream(to, { flags: 'wx', mode: stats.mode & 0o700 })
  await pipeline(source.createReadStream({ autoClose: false }), target)
}

async function described({ path, isDatabase }: Content, copy: string): Promise<BackedUpFile> {
  const { size, mode } = await stat(copy)
  return { path, size, sha256: await sha256Of(copy), database: isDatabase, executable: (mode & 0o100) !== 0 }
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

/**
 * Keeps cache/media: thumbnails and converted sound. Each entry is created once however many request it, is either
 * whole or missing, and the total size is bounded.
 */
import { createHash, randomUUID } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { chmod, lstat, lutimes, open, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { hasErrno } from '../base/errors.ts'
import { sweepTemporaries } from './atomic-file.ts'
import { prepareFolder } from './owned-file.ts'

export interface MediaCache {
  /**
   * Returns the real path of the entry. When there is none, `make` writes it; a failure of `make` is remembered for a
   * while.
   */
  entry(name: string, make: (path: string) => Promise<void>): Promise<string>
}

interface CacheOptions {
  folder: string
  maxBytes?: number
  nowMs?: () => number
}

interface Failure {
  error: unknown
  untilMs: number
}

const defaultMaxBytes = 500 * 1024 * 1024
const failureLastsMs = 5 * 60_000
const keptFailures = 500
const fileMode = 0o600

export function openMediaCache({
  folder: named,
  maxBytes = defaultMaxBytes,
  nowMs = Date.now,
}: CacheOptions): MediaCache {
  prepareFolder(named)
  const folder = realpathSync(named)
  // Nobody writes here yet, so every half-written file was left by a process that was killed.
  sweepTemporaries(folder, Number.POSITIVE_INFINITY)
  const shelf = shelfOf(folder, maxBytes)
  const underWay = new Map<string, Promise<string>>()
  const failures = new Map<string, Failure>()

  async function find(file: string, make: (path: string) => Promise<void>): Promise<string> {
    if (await shelf.touch(file, nowMs())) return join(folder, file)
    const failure = failures.get(file)
    if (failure && nowMs() < failure.untilMs) throw failure.error
    try {
      await shelf.add(file, await written(join(folder, file), make))
      failures.delete(file)
    } catch (error) {
      remember(failures, file, { error, untilMs: nowMs() + failureLastsMs })
      throw error
    }
    return join(folder, file)
  }

  return {
    entry(name, make) {
      const file = createHash('sha256').update(name).digest('hex')
      const known = underWay.get(file)
      if (known) return known
      const finding = find(file, make).finally(() => underWay.delete(file))
      underWay.set(file, finding)
      return finding
    },
  }
}

/** Returns the size of the written file in bytes. */
async function written(path: string, make: (path: string) => Promise<void>): Promise<number> {
  const temporary = join(dirname(path), `.${basename(path)}.${randomUUID()}.tmp`)
  try {
    await make(temporary)
    await chmod(temporary, fileMode)
    const handle = await open(temporary)
    const { size } = await handle.stat()
    await handle.sync().finally(() => handle.close())
    await rename(temporary, path)
    return size
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
}

function remember(failures: Map<string, Failure>, file: string, failure: Failure): void {
  failures.delete(file)
  failures.set(file, failure)
  const [oldest] = failures.keys()
  if (failures.size > keptFailures && oldest !== undefined) failures.delete(oldest)
}

/** Tracks the existing files, least recently used first. */
function shelfOf(folder: string, maxBytes: number) {
  const sizes = new Map<string, number>()
  let total = 0
  const listed = list(folder).then((files) => {
    for (const { file, size } of files) put(file, size)
  })

  function put(file: string, size: number): void {
    forget(file)
    sizes.set(file, size)
    total += size
  }
  function forget(file: string): void {
    total -= sizes.get(file) ?? 0
    sizes.delete(file)
  }
  async function makeRoom(newest: string): Promise<void> {
    for (const file of sizes.keys()) {
      if (total <= maxBytes || file === newest) return
      forget(file)
      await rm(join(folder, file), { force: true })
    }
  }

  return {
    /** Returns false when there is no such entry. */
    async touch(file: string, nowMs: number): Promise<boolean> {
      await listed
      const size = sizes.get(file)
      if (size === undefined) return false
      try {
        // The time is stored in the file, so that the order outlives the process.
        await lutimes(join(folder, file), nowMs / 1000, nowMs / 1000)
        put(file, size)
        return true
      } catch (error) {
        if (!hasErrno(error, 'ENOENT')) throw error
        forget(file)
        return false
      }
    },
    async add(file: string, size: number): Promise<void> {
      put(file, size)
      await makeRoom(file)
    },
  }
}

const entryName = /^[0-9a-f]{64}$/

async function list(folder: string): Promise<{ file: string; size: number }[]> {
  const names = await readdir(folder).catch(() => [])
  const files: { file: string; size: number; usedMs: number }[] = []
  for (const file of names.filter((name) => entryName.test(name))) {
    const stats = await lstat(join(folder, file)).catch(() => undefined)
    if (stats?.isFile() && stats.nlink === 1) files.push({ file, size: stats.size, usedMs: stats.mtimeMs })
    // Anything else with the name of an entry was not written here, and the entry can be recreated.
    else await rm(join(folder, file), { recursive: true, force: true })
  }
  return files.sort((a, b) => a.usedMs - b.usedMs)
}

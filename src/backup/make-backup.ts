/** Makes a backup, and reports success only after it was read back and found whole. */
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ServiceError } from '../domain/service-error.ts'
import { putBeside } from '../store/put-beside.ts'
import type { ServiceDir } from '../store/service-dir.ts'
import { writeArchive } from './archive.ts'
import { leftOut } from './contents.ts'
import { type Manifest, newManifest } from './manifest.ts'
import { takeSnapshot } from './snapshot.ts'
import { unpack } from './unpack.ts'

export interface Wanted {
  path: string
  passphrase: string | undefined
  /** Allows replacing an existing file. */
  force: boolean
  release: string
  nowMs: number
  signal: AbortSignal
}

export function makeBackup(dir: ServiceDir, wanted: Wanted): Promise<Manifest> {
  const { path, passphrase, force, signal } = wanted
  const mayReplace = async (there: string) => force && (await stat(there)).isFile()
  return putBeside(path, { mayReplace }, (temporary) =>
    inScratch(async (folder) => {
      const manifest = await snapshotIn(join(folder, 'taken'), dir, wanted)
      await writeArchive(temporary, { manifest, folder: join(folder, 'taken'), passphrase, signal })
      const into = join(folder, 'read-back')
      return unpack(temporary, { into, passphrase: async () => passphrase ?? '', signal })
    }),
  )
}

async function snapshotIn(folder: string, dir: ServiceDir, { release, nowMs }: Wanted): Promise<Manifest> {
  const files = await takeSnapshot(dir, folder)
  if (files.length === 0) throw new ServiceError('invalid_request', `There is nothing to back up in ${dir.base}.`)
  return newManifest({ release, made_at: new Date(nowMs).toISOString(), files, left_out: leftOut })
}

/** Checks that a backup is whole and could be restored by this release. */
export const verifyBackup = (
  path: string,
  { passphrase, signal }: { passphrase(): Promise<string>; signal: AbortSignal },
): Promise<Manifest> => inScratch((folder) => unpack(path, { into: join(folder, 'read-back'), passphrase, signal }))

/** Runs `work` with a private folder that is removed afterwards. */
async function inScratch<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'service-backup-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Stages files to be sent where Messages' sandbox may read them: below its own attachments. */
import { randomUUID } from 'node:crypto'
import { constants, copyFile, link, lstat, mkdir, readdir, rm } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { safeFileName } from '../../domain/files/file-name.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { messagesPaths } from '../../mac/messages-paths.ts'

export interface StagedFiles {
  /** The folder that holds all staged files. */
  readonly folder: string
  /** Stages a file under a safe form of its name, and returns its path. */
  stage(path: string, name: string): Promise<string>
  /** Does nothing for files that are not ours or no longer exist. */
  discard(stagedPath: string): Promise<void>
  /** Decides by the path only. */
  isOurs(path: string): boolean
  /** Discards files that were staged before a moment and that nobody needs. */
  sweep(old: { beforeMs: number; isNeeded: (path: string) => boolean }): Promise<void>
}

const folderName = 'LocalMessagingRelay'
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

export function stageFiles({ home }: { home: string }): StagedFiles {
  const { attachments } = messagesPaths(home)
  const folder = join(attachments, folderName)
  const isOurs = (path: string) => {
    const [place = '', name = '', ...deeper] = resolve(path)
      .slice(folder.length + 1)
      .split(sep)
    return resolve(path).startsWith(folder + sep) && uuid.test(place) && name !== '' && deeper.length === 0
  }
  const remove = (place: string) => rm(place, { recursive: true, force: true })

  return {
    folder,
    isOurs,
    async stage(path, name) {
      await mkdir(attachments, { recursive: true })
      await ownFolder(folder)
      const place = join(folder, randomUUID())
      await mkdir(place, { mode: 0o700 })
      try {
        return await layOut(path, join(place, safeFileName(name)))
      } catch (error) {
        await remove(place)
        throw error
      }
    },
    async discard(stagedPath) {
      if (isOurs(stagedPath) && (await isFolder(folder))) await remove(dirname(resolve(stagedPath)))
    },
    async sweep({ beforeMs, isNeeded }) {
      if (!(await isFolder(folder))) return
      const places = (await readdir(folder)).filter((name) => uuid.test(name)).map((name) => join(folder, name))
      const old = { beforeMs, isNeeded }
      // The other process may sweep at the same time.
      for (const place of places) if (await isForgotten(place, old).catch(() => false)) await remove(place)
    },
  }
}

/** Creates a hard link where possible, otherwise a copy that shares the disk's blocks. */
async function layOut(path: string, to: string): Promise<string> {
  await mustBeFile(path)
  await link(path, to).catch(() => copyFile(path, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE))
  await mustBeFile(to)
  return to
}

async function mustBeFile(path: string): Promise<void> {
  if (!(await lstat(path)).isFile()) throw new ServiceError('file_unreadable', 'What is to be sent is no file.')
}

/** Refuses a folder that leads elsewhere, since outgoing files would be written there. */
async function ownFolder(folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  if (!(await isFolder(folder))) throw new ServiceError('unsafe_file', 'The folder of files to send leads elsewhere.')
}

const isFolder = (path: string): Promise<boolean> =>
  lstat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )

type Old = Parameters<StagedFiles['sweep']>[0]

async function isForgotten(place: string, { beforeMs, isNeeded }: Old): Promise<boolean> {
  const found = await lstat(place)
  if (!found.isDirectory() || found.mtimeMs >= beforeMs) return false
  return !(await readdir(place)).some((name) => isNeeded(join(place, name)))
}

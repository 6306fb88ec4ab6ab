/**
 * Writes something under a temporary name and renames it once it is whole, so that nobody ever sees a half-written
 * file.
 */
import { randomUUID } from 'node:crypto'
import { open, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { ServiceError } from '../domain/service-error.ts'
import { syncFolder } from './atomic-file.ts'

/**
 * Throws `file_exists` when something exists there that `mayReplace` does not permit to replace, and `cannot_write`
 * when there is no room.
 */
export async function putBeside<T>(
  path: string,
  { mayReplace }: { mayReplace(path: string): Promise<boolean> },
  write: (temporary: string) => Promise<T>,
): Promise<T> {
  if ((await stat(dirname(path)).catch(() => undefined))?.isDirectory() !== true)
    throw new ServiceError('cannot_write', `There is no folder ${dirname(path)}.`)
  if (!(await isFree(path, mayReplace))) throw new ServiceError('file_exists', `${path} is there already.`)
  const temporary = join(dirname(path), `.${basename(path)}.${randomUUID()}.tmp`)
  try {
    const result = await write(temporary)
    await putInPlace(temporary, path)
    return result
  } catch (error) {
    throw explained(error, path)
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
}

const isFree = async (path: string, mayReplace: (path: string) => Promise<boolean>): Promise<boolean> =>
  (await stat(path).catch(() => undefined)) === undefined || mayReplace(path)

async function putInPlace(temporary: string, path: string): Promise<void> {
  const handle = await open(temporary)
  const isFolder = (await handle.stat()).isDirectory()
  await handle.sync().finally(() => handle.close())
  // Renaming a folder does not replace one that is not empty.
  const former = `${temporary}-former`
  const hasFormer = isFolder && (await stat(path).catch(() => undefined)) !== undefined
  if (hasFormer) await rename(path, former)
  try {
    await rename(temporary, path)
  } catch (error) {
    if (hasFormer) await rename(former, path)
    throw error
  }
  syncFolder(dirname(path))
  if (hasFormer) await rm(former, { recursive: true })
}

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  EFBIG: 'the file would become too large for this disk',
  EACCES: 'the folder may not be written to',
  EPERM: 'the folder may not be written to',
  EROFS: 'the disk is read-only',
}

function explained(error: unknown, path: string): unknown {
  const reason = error instanceof Error && 'code' in error ? reasons[String(error.code)] : undefined
  return reason === undefined
    ? error
    : new ServiceError('cannot_write', `${path} was not written: ${reason}.`, {}, { cause: error })
}

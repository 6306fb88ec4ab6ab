/**
 * Locates the file of an attachment and reports whether it is there. Never touches files outside the two folders of
 * Messages.
 */
import { realpathSync, type Stats, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import { messagesPaths } from './messages-paths.ts'

/** `arriving`: Messages is still downloading it; `missing`: it was removed, or never downloaded. */
type AttachmentState = 'ready' | 'arriving' | 'missing'

export interface AttachmentFile {
  state: AttachmentState
  /** Real path with links resolved; present only when `ready`. */
  path?: string
  /** Bytes; present only when `ready`. */
  size?: number
}

interface StoredFile {
  /** `attachment.filename`, which may begin with `~/`. */
  filename: string | null
  transferState: number
}

const firstTransferState = 0
const finished = 5

export type LocateAttachment = (stored: StoredFile) => AttachmentFile

/** An existing file counts as ready, whatever the database says about its transfer. */
export function attachmentLocator(home: string): LocateAttachment {
  const { attachments, stickers } = messagesPaths(home)
  return ({ filename, transferState }) => {
    const file = filename === null ? undefined : findInside(expandHome(filename, home), [attachments, stickers])
    if (file) return { state: 'ready', ...file }
    const underWay = transferState >= firstTransferState && transferState < finished
    return { state: underWay ? 'arriving' : 'missing' }
  }
}

const expandHome = (filename: string, home: string): string =>
  filename.startsWith('~/') ? join(home, filename.slice(2)) : filename

function findInside(path: string, folders: readonly string[]): { path: string; size: number } | undefined {
  try {
    const real = realpathSync.native(path)
    const stats: Stats = statSync(real)
    return stats.isFile() && folders.some((folder) => isBelow(real, folder))
      ? { path: real, size: stats.size }
      : undefined
  } catch {
    // A file that is missing and one that we may not read are the same to the caller.
    return undefined
  }
}

/** Any leading part of a real path is real as well, so the folder itself rarely has to be resolved. */
function isBelow(real: string, folder: string): boolean {
  try {
    return real.startsWith(folder + sep) || real.startsWith(realpathSync.native(folder) + sep)
  } catch {
    return false
  }
}

/** Where the file of an attachment lies, and whether it is there. Nothing outside the two folders of such files is ever touched. */
import { realpathSync, type Stats, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import { messagesPaths } from './messages-paths.ts'

/** `arriving`: Messages is still fetching it; `missing`: it was removed, or never fetched. */
type AttachmentState = 'ready' | 'arriving' | 'missing'

export interface AttachmentFile {
  state: AttachmentState
  /** Real path, links resolved; only when `ready`. */
  path?: string
  /** Bytes; only when `ready`. */
  size?: number
}

interface StoredFile {
  /** `attachment.filename`, which may begin with `~/`. */
  filename: string | null
  transferState: number
}

const firstTransferState = 0
const finished = 5

/** The file's existence counts for more than what the database says of the transfer. */
export function locateAttachment({ filename, transferState }: StoredFile, home: string): AttachmentFile {
  const { attachments, stickers } = messagesPaths(home)
  const file = filename === null ? undefined : findInside(expandHome(filename, home), [attachments, stickers])
  if (file) return { state: 'ready', ...file }
  const underWay = transferState >= firstTransferState && transferState < finished
  return { state: underWay ? 'arriving' : 'missing' }
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
    // Not there, or not ours to read: the same for whoever asks for it.
    return undefined
  }
}

/** What a real path begins with is a real path, too: mostly the folder need not be asked for its own. */
function isBelow(real: string, folder: string): boolean {
  try {
    return real.startsWith(folder + sep) || real.startsWith(realpathSync.native(folder) + sep)
  } catch {
    return false
  }
}

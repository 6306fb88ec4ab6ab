/**
 * Reports changes in Messages' folder. It may go deaf, and an event may come before its commit, so callers poll as
 * well.
 */
import { type FSWatcher, watch } from 'node:fs'

export interface DirectoryWatch {
  /** Whether the folder is being watched; after a failure the next `arm` tries again. */
  readonly isArmed: boolean
  /** Starts watching, or does nothing when it already does. */
  arm(): void
  close(): void
}

/**
 * Watches the folder and not its files: SQLite deletes and re-creates the WAL, and a watch on a deleted file stays
 * silent for ever.
 */
export function watchDirectory(folder: string, onStir: (file: string | null) => void): DirectoryWatch {
  let watcher: FSWatcher | undefined
  const close = () => {
    watcher?.close()
    watcher = undefined
  }
  return {
    get isArmed() {
      return watcher !== undefined
    },
    arm() {
      if (watcher !== undefined) return
      try {
        watcher = watch(folder, { persistent: false }, (_event, file) => onStir(file))
        watcher.on('error', close)
      } catch {
        watcher = undefined
      }
    },
    close,
  }
}

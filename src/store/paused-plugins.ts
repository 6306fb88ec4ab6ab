/**
 * Keeps state/paused/: which plugins are handed nothing for now, an empty file for each, so that two processes never
 * overwrite each other's changes.
 */
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { hasErrno } from '../base/errors.ts'
import { writeAtomically } from './atomic-file.ts'
import { prepareFolder } from './owned-file.ts'

export interface PausedPlugins {
  /** The names of the plugins that are paused. */
  all(): ReadonlySet<string>
  set(name: string, paused: boolean): void
}

export function pausedPlugins(folder: string): PausedPlugins {
  return {
    all: () => new Set(filesIn(folder).map(decodeURIComponent)),
    set(name, paused) {
      const file = join(folder, encodeURIComponent(name))
      if (!paused) return rmSync(file, { force: true })
      prepareFolder(folder)
      writeAtomically(file, '')
    },
  }
}

/** Files that are about to be renamed have a name of their own, which no plugin has. */
function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => !name.startsWith('.'))
  } catch (error) {
    if (hasErrno(error, 'ENOENT')) return []
    throw error
  }
}

/** Keeps state/pages/: the data that plugins store for the page, one file for each plugin, at most 64 KB. */

import { join } from 'node:path'
import { objectIn } from '../../base/json-object.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { writeAtomically } from '../atomic-file.ts'
import { prepareFolder, readOwned } from '../owned-file.ts'

export interface PageStorage {
  /** Returns null for a key that was never set. */
  get(plugin: string, key: string): unknown
  /** Null removes the key. Throws `too_large`. */
  set(plugin: string, entry: { key: string; value: unknown }): void
}

const mostBytes = 64 * 1024

export function pageStorage(folder: string): PageStorage {
  const fileOf = (plugin: string) => join(folder, `${encodeURIComponent(plugin)}.json`)
  return {
    get(plugin, key) {
      const kept = read(fileOf(plugin))
      return Object.hasOwn(kept, key) ? kept[key] : null
    },
    set(plugin, { key, value }) {
      const { [key]: _, ...rest } = read(fileOf(plugin))
      const text = JSON.stringify(value === null ? rest : { ...rest, [key]: value })
      if (Buffer.byteLength(text) > mostBytes)
        throw new ServiceError('too_large', 'A plugin keeps 64 KB for the page at most.', { max_bytes: mostBytes })
      prepareFolder(folder)
      writeAtomically(fileOf(plugin), `${text}\n`)
    },
  }
}

/** A file that is missing or torn counts as empty. */
function read(path: string): Record<string, unknown> {
  try {
    const kept: unknown = JSON.parse(String(readOwned(path)))
    return objectIn(kept)
  } catch {
    return {}
  }
}

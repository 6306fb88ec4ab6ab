/**
 * Keeps state/consents/: what each plugin was allowed, in one file each, so that two processes never overwrite each
 * other's changes.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Consent } from '../domain/plugin-consent.ts'
import { writeAtomically } from './atomic-file.ts'
import { prepareFolder, readOwned } from './owned-file.ts'

export interface PluginConsents {
  /** Returns undefined when nobody was asked yet. */
  of(name: string): Consent | undefined
  put(name: string, consent: Consent): void
  remove(name: string): void
}

export function pluginConsents(folder: string): PluginConsents {
  const fileOf = (name: string) => join(folder, `${encodeURIComponent(name)}.json`)
  return {
    of(name) {
      const bytes = readOwned(fileOf(name))
      return bytes === undefined ? undefined : (JSON.parse(bytes.toString('utf8')) as Consent)
    },
    put(name, consent) {
      prepareFolder(folder)
      writeAtomically(fileOf(name), `${JSON.stringify(consent)}\n`)
    },
    remove: (name) => rmSync(fileOf(name), { force: true }),
  }
}

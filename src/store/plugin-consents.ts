/** state/consents/: what was allowed to each plugin, one file each, so that two processes never lose one another's. */
import { closeSync, constants, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Consent } from '../domain/plugin-consent.ts'
import { writeAtomically } from './atomic-file.ts'
import { hasErrno, openOwned, prepareFolder } from './owned-file.ts'

export interface PluginConsents {
  /** Undefined where nobody was asked yet. */
  of(name: string): Consent | undefined
  put(name: string, consent: Consent): void
  remove(name: string): void
}

export function pluginConsents(folder: string): PluginConsents {
  const fileOf = (name: string) => join(folder, `${encodeURIComponent(name)}.json`)
  return {
    of: (name) => read(fileOf(name)),
    put(name, consent) {
      prepareFolder(folder)
      writeAtomically(fileOf(name), `${JSON.stringify(consent)}\n`)
    },
    remove: (name) => rmSync(fileOf(name), { force: true }),
  }
}

function read(path: string): Consent | undefined {
  let fd: number | undefined
  try {
    fd = openOwned(path, constants.O_RDONLY)
    return JSON.parse(readFileSync(fd, 'utf8')) as Consent
  } catch (error) {
    if (hasErrno(error, 'ENOENT')) return undefined
    throw error
  } finally {
    if (fd !== undefined) closeSync(fd)
  }
}

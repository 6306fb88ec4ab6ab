/**
 * state/consents/: what each plugin was allowed, in one file each, so that two processes never overwrite each other's
 * changes.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Consent } from '../domain/plugin-consent.ts'
import { writeAtomically } from './atomic-file.ts'
import { prepareFolder, readOwned } from './owned-file.ts'

/** Permission to be part of the page, and when it was granted. */
export interface PageTrust {
  granted_at: string
}

export interface PluginConsents {
  /** Returns undefined when nobody was asked yet. */
  of(name: string): Consent | undefined
  put(name: string, consent: Consent): void
  pageTrust(name: string): PageTrust | undefined
  /** Undefined revokes the trust. */
  setPageTrust(name: string, trust: PageTrust | undefined): void
  remove(name: string): void
}

export function pluginConsents(folder: string): PluginConsents {
  const fileOf = (name: string) => join(folder, `${encodeURIComponent(name)}.json`)
  const trustFileOf = (name: string) => join(folder, `${encodeURIComponent(name)}.page.json`)
  const write = (path: string, value: unknown) => {
    prepareFolder(folder)
    writeAtomically(path, `${JSON.stringify(value)}\n`)
  }
  const forget = (path: string) => rmSync(path, { force: true })
  return {
    of: (name) => read<Consent>(fileOf(name)),
    put: (name, consent) => write(fileOf(name), consent),
    pageTrust: (name) => read<PageTrust>(trustFileOf(name)),
    setPageTrust: (name, trust) => (trust ? write(trustFileOf(name), trust) : forget(trustFileOf(name))),
    remove(name) {
      for (const path of [fileOf(name), trustFileOf(name)]) forget(path)
    },
  }
}

function read<T>(path: string): T | undefined {
  const bytes = readOwned(path)
  return bytes === undefined ? undefined : (JSON.parse(bytes.toString('utf8')) as T)
}

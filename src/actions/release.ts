/** Reads the release from package.json, and the date of the build. */
import { readFileSync, statSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { fileURLToPath } from 'node:url'

export function release(): string {
  const { version } = JSON.parse(readFileSync(findPackageJSON(import.meta.url) ?? '', 'utf8')) as { version: string }
  return version
}

/** The day on which this was compiled; `source` when it runs from its sources. */
export function build(): string {
  const file = fileURLToPath(import.meta.url)
  return file.endsWith('.ts') ? 'source' : statSync(file).mtime.toISOString().slice(0, 10)
}

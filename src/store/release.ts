/** Reads the release from package.json, and the date of the build. */
import { readFileSync, statSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { extname } from 'node:path'

const extension = extname(import.meta.filename)

/** A file that the package has, too: this module is a part of a larger file there. */
const program = new URL(`../cli/main${extension}`, import.meta.url)

export function release(): string {
  const { version } = JSON.parse(readFileSync(findPackageJSON(program) ?? '', 'utf8')) as { version: string }
  return version
}

/** The day on which this was compiled; `source` when it runs from its sources. */
export function build(): string {
  return extension === '.ts' ? 'source' : statSync(program).mtime.toISOString().slice(0, 10)
}

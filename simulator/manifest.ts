// `.simulator.json` in the home folder, which describes this Mac for later runs.

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { asMacosVersion, type MacosVersion } from './schema/macos-version.ts'

export interface Self {
  name: string
  /** The number in E.164. */
  phone: string
  email: string
}

export interface Manifest {
  macos: MacosVersion
  seed: number
  self: Self
}

export const manifestPath = (home: string): string => join(home, '.simulator.json')

export const writeManifest = (home: string, manifest: Manifest): void =>
  writeFileSync(manifestPath(home), `${JSON.stringify(manifest, null, 2)}\n`)

export function readManifest(home: string): Manifest {
  if (!existsSync(manifestPath(home)))
    throw new Error(
      `${home} is not a simulated Mac: it has no .simulator.json. Create one with \`service sim create\`.`,
    )
  const { macos, seed, self } = JSON.parse(readFileSync(manifestPath(home), 'utf8')) as Manifest
  return { macos: asMacosVersion(macos), seed, self }
}

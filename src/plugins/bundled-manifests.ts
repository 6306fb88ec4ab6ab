/**
 * Reads the manifests of the bundled plugins from a file beside them. The plugins are ours, so no start has to run them
 * to learn their manifests.
 */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Candidate } from './discover.ts'
import type { Manifest } from './plugin-contract.ts'

/** Holds the manifests by folder. `npm run docs` writes the file, and a test compares it with the classes. */
export const manifestsFile = 'manifests.json'

/** Returns undefined for a plugin that is not bundled and where no manifest is written. */
export function writtenManifest({ origin, folder, label }: Candidate): Manifest | undefined {
  if (origin !== 'bundled') return undefined
  try {
    const manifests = JSON.parse(readFileSync(join(dirname(folder), manifestsFile), 'utf8'))
    return (manifests as Record<string, Manifest>)[label]
  } catch {
    return undefined
  }
}

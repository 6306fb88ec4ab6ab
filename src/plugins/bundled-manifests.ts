/** What the bundled plugins say of themselves, written down beside them: they are ours, so that no start has to ask them. */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Candidate } from './discover.ts'
import type { Manifest } from './plugin-contract.ts'

/** `npm run docs` writes it, a test holds it to the classes. By folder. */
export const manifestsFile = 'manifests.json'

/** Undefined for what is not bundled, and where nothing is written down. */
export function writtenManifest({ origin, folder, label }: Candidate): Manifest | undefined {
  if (origin !== 'bundled') return undefined
  try {
    const manifests = JSON.parse(readFileSync(join(dirname(folder), manifestsFile), 'utf8'))
    return (manifests as Record<string, Manifest>)[label]
  } catch {
    return undefined
  }
}

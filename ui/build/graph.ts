/** Collects a part of the page with everything that it loads before it runs, from the manifest of the build. */
import type { Manifest } from 'vite'

export function graphOf(manifest: Manifest, key: string, seen = new Set<string>()): Set<string> {
  if (seen.has(key)) return seen
  seen.add(key)
  for (const next of manifest[key]?.imports ?? []) graphOf(manifest, next, seen)
  return seen
}

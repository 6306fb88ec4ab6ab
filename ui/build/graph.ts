/** A part of the page with everything that it loads before it runs, as the build has written it down. */
import type { Manifest } from 'vite'

export function graphOf(manifest: Manifest, key: string, seen = new Set<string>()): Set<string> {
  if (seen.has(key)) return seen
  seen.add(key)
  for (const next of manifest[key]?.imports ?? []) graphOf(manifest, next, seen)
  return seen
}

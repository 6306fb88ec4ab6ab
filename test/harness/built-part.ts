/** Finds the file into which a part of the page was built, by its source below ui/: most files have no name of their own. */
import { readFileSync } from 'node:fs'

const manifest = new URL('../../ui/dist/.vite/manifest.json', import.meta.url)

/** Returns the path of its address. */
export function builtPart(source: string): string {
  const files = JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, { file: string }>
  const built = files[source]
  if (built === undefined) throw new Error(`Nothing was built of ${source}.`)
  return `/app/${built.file}`
}

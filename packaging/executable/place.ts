/** Locates the files that belong to the executable: they are beside it, as in the package. */
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

export const library: string = join(dirname(process.execPath), 'lib')

/** Returns what `import.meta` contains in a module of the package. */
export function place(module: string) {
  const filename = join(library, 'dist', module)
  return { filename, dirname: dirname(filename), url: pathToFileURL(filename).href }
}

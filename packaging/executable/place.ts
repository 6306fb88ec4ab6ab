/** Where the files lie that belong to the executable: beside it, as the package has them. */
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

export const library: string = join(dirname(process.execPath), 'lib')

/** What `import.meta` says in a module of the package. */
export function place(module: string) {
  const filename = join(library, 'dist', module)
  return { filename, dirname: dirname(filename), url: pathToFileURL(filename).href }
}

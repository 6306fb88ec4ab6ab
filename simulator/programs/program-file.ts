/** Finds the file of a program: beside this one, or where tests have made one file of it and all that it imports. */
import { extname, join } from 'node:path'

/** Sources end in .ts, published files in .js. */
const extension = extname(import.meta.filename)

/** Sources are compiled at each start unless the result is cached. */
export const isSource = extension === '.ts'

/** The folder with the bundles, which tests name: they start programs some thousand times. A built package has its own. */
export const bundled = isSource ? process.env.SIMULATOR_BUNDLE : undefined

export const programFile = (name: string): string =>
  bundled === undefined ? join(import.meta.dirname, `${name}${extension}`) : join(bundled, `${name}.js`)

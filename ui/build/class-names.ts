/**
 * Names a class after its own name and its file: all classes of a file end alike, which compresses better than the
 * default, where each ends with its line.
 */
import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const ui = fileURLToPath(new URL('..', import.meta.url))

export const classNameOf = (name: string, file: string): string =>
  `${name}_${hashOf(relative(ui, file.split('?')[0] ?? ''))}`

const hashOf = (path: string): string => createHash('sha256').update(path).digest('hex').slice(0, 5)

/** Checks whether a build product is missing or older than one of its sources. */
import { globSync, statSync } from 'node:fs'

interface Sources {
  sources: string[]
  exclude?: string[]
}

const changedAt = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0

export const isOlder = (made: string, { sources, exclude = [] }: Sources): boolean =>
  globSync(sources, { exclude }).some((source) => changedAt(source) > changedAt(made))

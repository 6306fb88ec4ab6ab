/**
 * Declares types for bin/supported-node.mjs, which stays plain JavaScript because Node releases without type support
 * read it.
 */

interface Range {
  from: readonly [major: number, minor: number]
  before?: number
}

interface NodeTable {
  forPackage: readonly Range[]
  forSources: readonly Range[]
  inWords(ranges: readonly Range[]): string
  inRange(ranges: readonly Range[]): string
  isSupported(release: string, ranges: readonly Range[]): boolean
}

export const nodeTable = (await import(new URL('../../bin/supported-node.mjs', import.meta.url).href)) as NodeTable

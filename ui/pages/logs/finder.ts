/** Searches a line for words, or for a regular expression written between slashes. */

export interface Finder {
  finds(text: string): boolean
  /** Start and end of each match. */
  placesIn(text: string): readonly (readonly [start: number, end: number])[]
}

interface Read {
  expression: RegExp
  /** Why the text is searched literally. */
  problem?: string
}

/** Returns undefined when there is nothing to search for; an invalid expression is searched literally. */
export function finderOf(text: string): Finder | undefined {
  const expression = readIn(text)?.expression
  if (expression === undefined) return undefined
  const one = new RegExp(expression.source, 'iu')
  return {
    finds: (line) => one.test(line),
    placesIn: (line) =>
      [...line.matchAll(expression)]
        .filter(([found]) => found !== '')
        .map(({ 0: found, index }) => [index, index + found.length] as const),
  }
}

/** The problem of the expression in the browser's words. */
export const problemIn = (text: string): string | undefined => readIn(text)?.problem

function readIn(text: string): Read | undefined {
  if (text === '') return undefined
  const [, pattern] = /^\/(.+)\/$/.exec(text) ?? []
  if (pattern === undefined) return { expression: asItStands(text) }
  try {
    return { expression: new RegExp(pattern, 'giu') }
  } catch (error) {
    const why = error instanceof Error ? error.message : ''
    return { expression: asItStands(text), problem: why.slice(why.lastIndexOf(': ') + 1).trim() }
  }
}

const asItStands = (text: string): RegExp => new RegExp(text.replaceAll(/[\^$\\.*+?()[\]{}|/]/g, '\\$&'), 'giu')

/** Searches a line for words, or for a regular expression written between slashes. */

export interface Finder {
  finds(text: string): boolean
  /** Start and end of each match. */
  matchesIn(text: string): readonly (readonly [start: number, end: number])[]
}

interface ParsedQuery {
  expression: RegExp
  /** Why the text is searched literally. */
  problem?: string
}

/** Returns undefined when there is nothing to search for; an invalid expression is searched literally. */
export function finderOf(text: string): Finder | undefined {
  const expression = parseQuery(text)?.expression
  if (expression === undefined) return undefined
  const one = new RegExp(expression.source, 'iu')
  return {
    finds: (line) => one.test(line),
    matchesIn: (line) =>
      [...line.matchAll(expression)]
        .filter(([found]) => found !== '')
        .map(({ 0: found, index }) => [index, index + found.length] as const),
  }
}

/** The problem of the expression in the browser's words. */
export const problemIn = (text: string): string | undefined => parseQuery(text)?.problem

function parseQuery(text: string): ParsedQuery | undefined {
  if (text === '') return undefined
  const [, pattern] = /^\/(.+)\/$/.exec(text) ?? []
  if (pattern === undefined) return { expression: literalPattern(text) }
  try {
    return { expression: new RegExp(pattern, 'giu') }
  } catch (error) {
    const why = error instanceof Error ? error.message : ''
    return { expression: literalPattern(text), problem: why.slice(why.lastIndexOf(': ') + 1).trim() }
  }
}

const literalPattern = (text: string): RegExp => new RegExp(text.replaceAll(/[\^$\\.*+?()[\]{}|/]/g, '\\$&'), 'giu')

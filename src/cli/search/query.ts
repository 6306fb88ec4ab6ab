/** Builds one query of the search language from what was typed. */

export interface SearchOptions {
  words: readonly string[]
  from?: string
  in?: string
}

/** The conditions come first, so that an OR among the words does not include them. */
export const queryOf = ({ words, from, in: where }: SearchOptions): string =>
  [condition('from', from), condition('in', where), ...words].filter(Boolean).join(' ')

/** Removes quotes, because the language has no quotes within quotes. */
const condition = (name: string, value: string | undefined): string =>
  value === undefined ? '' : `${name}:"${value.replaceAll(/["“”„]/g, '')}"`

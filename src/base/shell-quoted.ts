/** Quotes one word for shells of the Bourne family (sh, bash, zsh). */
export const shellQuoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`

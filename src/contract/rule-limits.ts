/** What conditions of a rule may hold: without schemas, for the browser too. */

/** UTF-16 code units. */
export const longestConditions = 4_000

/** The limits of a rule's conditions; without schemas, so that the browser can load them. */

/** UTF-16 code units. */
export const longestConditions = 4_000

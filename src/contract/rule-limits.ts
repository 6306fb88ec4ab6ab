/** Declares the limits of a rule's conditions; has no schemas, so that the browser can load it. */

/** UTF-16 code units. */
export const longestConditions = 4_000

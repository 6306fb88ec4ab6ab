/** Declares limits that the page knows, too; has no schemas, so that the browser can load it. */

/** The greatest length of a text to send. */
export const longestText = 20_000

/** The greatest length of the conditions of a rule, in UTF-16 code units. */
export const longestConditions = 4_000

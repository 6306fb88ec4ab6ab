/** Declares the greatest length of a text to send; has no schemas, so that the browser can load it. */

export const longestText = 20_000

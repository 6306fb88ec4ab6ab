/** The greatest length of a text to send; without schemas, so that the browser can load it. */

export const longestText = 20_000

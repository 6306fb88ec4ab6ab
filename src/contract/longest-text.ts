/** How long a text may be that is sent: without schemas, for the browser too. */

export const longestText = 20_000

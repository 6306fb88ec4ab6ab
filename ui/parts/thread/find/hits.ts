/** Chooses the match that is shown first. Matches are sorted newest first. */

export interface Hit {
  rowid: number
  ts: string
}

/** The nearest match that is not below the reading position, or the oldest when all are below it. */
export function nearestHit(hits: readonly Hit[], readTo: string | undefined): Hit | undefined {
  if (readTo === undefined) return hits[0]
  const moment = Date.parse(readTo)
  return hits.find(({ ts }) => Date.parse(ts) <= moment) ?? hits.at(-1)
}

/** The query in the search language: the words, limited to this conversation. */
export const queryIn = (guid: string, words: string): string => `in:"${guid.replaceAll('"', '')}" ${words}`

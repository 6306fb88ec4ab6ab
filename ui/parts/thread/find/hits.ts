/** Which of the messages that were found is shown, and which comes next. The newest is the first. */

export interface Hit {
  rowid: number
  ts: string
}

/** The nearest that does not lie below where one reads; the oldest where all of them do. */
export function nearestHit(hits: readonly Hit[], readTo: string | undefined): Hit | undefined {
  if (readTo === undefined) return hits[0]
  const moment = Date.parse(readTo)
  return hits.find(({ ts }) => Date.parse(ts) <= moment) ?? hits.at(-1)
}

/** In the search language: the words, in this conversation alone. */
export const queryIn = (guid: string, words: string): string => `in:"${guid.replaceAll('"', '')}" ${words}`

/** Which documents of the index no longer say what Messages has. */

interface Looked {
  /** A number that changes with what is looked at. */
  look: number
}

export interface Differences {
  /** ROWIDs to be taken in anew: they look different, or are missing. */
  again: number[]
  /** ROWIDs whose messages are gone. */
  gone: number[]
}

export function differencesBetween(
  rows: readonly (Looked & { rowid: number })[],
  documents: readonly (Looked & { source: number })[],
): Differences {
  const indexed = new Map(documents.map(({ source, look }) => [source, look]))
  const again = rows.filter(({ rowid, look }) => indexed.get(rowid) !== look).map(({ rowid }) => rowid)
  for (const { rowid } of rows) indexed.delete(rowid)
  return { again, gone: [...indexed.keys()] }
}

/** Finds the documents of the index that no longer match the rows of Messages. */

interface Looked {
  /** A number that changes with the content of the row or document. */
  look: number
}

export interface Differences {
  /** ROWIDs to be indexed again: their content differs, or they are missing. */
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

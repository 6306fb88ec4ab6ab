/** Finds the documents of the index that no longer match the rows of Messages. */

interface Fingerprinted {
  /** A number that changes with the content of the row or document. */
  fingerprint: number
}

export interface Differences {
  /** ROWIDs to be indexed again: their content differs, or they are missing. */
  again: number[]
  /** ROWIDs whose messages are gone. */
  gone: number[]
}

export function differencesBetween(
  rows: readonly (Fingerprinted & { rowid: number })[],
  documents: readonly (Fingerprinted & { source: number })[],
): Differences {
  const indexed = new Map(documents.map(({ source, fingerprint }) => [source, fingerprint]))
  const again = rows.filter(({ rowid, fingerprint }) => indexed.get(rowid) !== fingerprint).map(({ rowid }) => rowid)
  for (const { rowid } of rows) indexed.delete(rowid)
  return { again, gone: [...indexed.keys()] }
}

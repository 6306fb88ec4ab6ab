/** Reads rows by their ROWIDs, with one request for those that lie close together. */
import type { StoredRow } from '../../contract/stored-row.ts'
import type { Relay } from '../wire/relay.ts'

/** ROWIDs this close together are read at once. */
const widestRange = 200

export async function readRows(
  relay: Pick<Relay, 'list_rows'>,
  rowids: readonly number[],
): Promise<Map<number, StoredRow>> {
  const wanted = [...new Set(rowids)].filter((rowid) => rowid > 0).toSorted((a, b) => a - b)
  const found = new Map<number, StoredRow>()
  for (let from = 0; from < wanted.length; ) {
    const first = wanted[from] as number
    let to = from
    while (to + 1 < wanted.length && (wanted[to + 1] as number) < first + widestRange) to++
    const range = { after_rowid: first - 1, before_rowid: (wanted[to] as number) + 1 }
    const { rows } = await relay.list_rows({ ...range, order: 'rowid', newest_first: false, limit: widestRange })
    for (const row of rows) found.set(row.rowid, row)
    from = to + 1
  }
  return found
}

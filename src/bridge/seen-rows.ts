/** Keeps the snapshots of the newest rows from when they were last compared, up to a limit, however fast rows come. */
import type { RowId } from '../contract/ids.ts'
import type { SeenRow } from '../domain/changes.ts'

export interface SeenRows {
  get(rowid: RowId): SeenRow | undefined
  values(): Iterable<SeenRow>
  /** Replaces the snapshots known for these rows. */
  put(rows: readonly SeenRow[]): void
  delete(rowid: RowId): void
  /** Drops rows that were sent before this time, and the oldest ones beyond the limit. */
  forgetBefore(sentAtMs: number): void
  forgetAll(): void
}

/** Trimming visits all rows, so it does not run for each new one. */
const mayExceedBy = 1.1

export function seenRows(first: readonly SeenRow[], most: number): SeenRows {
  let known = byRowid(first)
  const forgetBefore = (sentAtMs: number) => {
    const kept = [...known.values()].filter((row) => row.sentAtMs >= sentAtMs)
    known = byRowid(kept.sort((a, b) => a.sentAtMs - b.sentAtMs).slice(-most))
  }
  return {
    get: (rowid) => known.get(rowid),
    values: () => known.values(),
    put(rows) {
      for (const row of rows) known.set(row.rowid, row)
      if (known.size > most * mayExceedBy) forgetBefore(Number.NEGATIVE_INFINITY)
    },
    delete: (rowid) => known.delete(rowid),
    forgetBefore,
    forgetAll: () => known.clear(),
  }
}

const byRowid = (rows: readonly SeenRow[]): Map<RowId, SeenRow> => new Map(rows.map((row) => [row.rowid, row]))

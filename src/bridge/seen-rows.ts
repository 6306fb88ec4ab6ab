/** How rows looked when they were last compared: of the newest ones, at most so many, however fast they come. */
import type { RowId } from '../contract/ids.ts'
import type { Seen } from '../domain/changes.ts'

export interface SeenRows {
  get(rowid: RowId): Seen | undefined
  values(): Iterable<Seen>
  /** In the place of what was known of them. */
  put(rows: readonly Seen[]): void
  delete(rowid: RowId): void
  /** What was sent before, and what is too much, oldest first. */
  forgetBefore(sentAtMs: number): void
  forgetAll(): void
}

/** Cutting back takes a look at all of them: not for each row that comes. */
const mayExceedBy = 1.1

export function seenRows(first: readonly Seen[], most: number): SeenRows {
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

const byRowid = (rows: readonly Seen[]): Map<RowId, Seen> => new Map(rows.map((row) => [row.rowid, row]))

/** Keeps the snapshots of the newest rows from when they were last compared, up to a limit, however fast rows come. */
import type { RowId } from '../contract/ids.ts'
import type { SeenRow } from '../domain/changes.ts'

/** Trimming visits all rows, so it does not run for each new one. */
const mayExceedBy = 1.1

export class SeenRows {
  readonly #most: number
  #known: Map<RowId, SeenRow>

  constructor(first: readonly SeenRow[], most: number) {
    this.#most = most
    this.#known = byRowid(first)
  }

  get(rowid: RowId): SeenRow | undefined {
    return this.#known.get(rowid)
  }

  values(): Iterable<SeenRow> {
    return this.#known.values()
  }

  /** Replaces the snapshots known for these rows. */
  put(rows: readonly SeenRow[]): void {
    for (const row of rows) this.#known.set(row.rowid, row)
    if (this.#known.size > this.#most * mayExceedBy) this.forgetBefore(Number.NEGATIVE_INFINITY)
  }

  delete(rowid: RowId): void {
    this.#known.delete(rowid)
  }

  /** Drops rows that were sent before this time, and the oldest ones beyond the limit. */
  forgetBefore(sentAtMs: number): void {
    const kept = [...this.#known.values()].filter((row) => row.sentAtMs >= sentAtMs)
    this.#known = byRowid(kept.sort((a, b) => a.sentAtMs - b.sentAtMs).slice(-this.#most))
  }

  forgetAll(): void {
    this.#known.clear()
  }
}

const byRowid = (rows: readonly SeenRow[]): Map<RowId, SeenRow> => new Map(rows.map((row) => [row.rowid, row]))

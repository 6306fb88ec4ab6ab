/**
 * Keeps what tells whether one of the newest rows has changed since it was last compared, up to a limit, however fast
 * rows come. How a row looked is in the journal: there may be many rows, and few of them change.
 */
import type { RowId } from '../contract/ids.ts'
import type { RowSnapshot, SeenRow } from '../domain/changes.ts'

export interface KnownRow {
  rowid: RowId
  sentAtMs: number
  signature: string
  tapback: RowSnapshot['tapback']
}

/** Trimming visits all rows, so it does not run for each new one. */
const mayExceedBy = 1.1

export class SeenRows {
  readonly #most: number
  #known: Map<RowId, KnownRow>

  constructor(first: Iterable<SeenRow>, most: number) {
    this.#most = most
    this.#known = byRowid(Array.from(first, known))
  }

  get(rowid: RowId): KnownRow | undefined {
    return this.#known.get(rowid)
  }

  values(): Iterable<KnownRow> {
    return this.#known.values()
  }

  /** Replaces what is known of these rows. */
  put(rows: readonly SeenRow[]): void {
    for (const row of rows) this.#known.set(row.rowid, known(row))
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

const known = ({ rowid, sentAtMs, signature, snapshot: { tapback } }: SeenRow): KnownRow => ({
  rowid,
  sentAtMs,
  signature,
  tapback,
})

const byRowid = (rows: readonly KnownRow[]): Map<RowId, KnownRow> => new Map(rows.map((row) => [row.rowid, row]))

/** Remembers how rows of chat.db looked from one moment to the next, since Messages completes a row step by step. */
import type { RowId } from '../../contract/ids.ts'
import type { RowState } from '../../sending/decisions/send-state.ts'
import type { RowSince } from './rows-since.ts'

/** All times are milliseconds of a monotonic clock; undefined until it was seen so. */
export interface Sighting {
  firstMs: number
  withBodyMs: number | undefined
  withChatMs: number | undefined
  withFileMs: number | undefined
  /** Each state of the row when it was seen first. */
  states: { state: RowState; atMs: number }[]
  /** The paths of its file, one after another; null while there was none. */
  paths: (string | null)[]
  transferStates: number[]
  /** The time at which its text, or a mark of an edit or unsend, was first seen to differ. */
  changedMs: number | undefined
  /** The last snapshot of the row. */
  row: RowSince
}

export class Sightings {
  readonly #seen = new Map<RowId, Sighting>()

  see(rows: readonly RowSince[], atMs: number): void {
    for (const row of rows) {
      const before = this.#seen.get(row.rowid) ?? newSighting(row, atMs)
      this.#seen.set(row.rowid, seenAgain(before, row, atMs))
    }
  }

  /** Listed in ROWID order. */
  all(): Sighting[] {
    return [...this.#seen.values()].toSorted((a, b) => a.row.rowid - b.row.rowid)
  }
}

const newSighting = (row: RowSince, atMs: number): Sighting => ({
  firstMs: atMs,
  withBodyMs: undefined,
  withChatMs: undefined,
  withFileMs: undefined,
  states: [],
  paths: [],
  transferStates: [],
  changedMs: undefined,
  row,
})

function seenAgain(before: Sighting, row: RowSince, atMs: number): Sighting {
  const { state } = row.status
  const [file] = row.files
  return {
    ...before,
    row,
    changedMs: before.changedMs ?? (marksOf(row) === marksOf(before.row) ? undefined : atMs),
    withBodyMs: before.withBodyMs ?? (row.isBlank ? undefined : atMs),
    withChatMs: before.withChatMs ?? (row.chatGuid === null ? undefined : atMs),
    withFileMs: before.withFileMs ?? (file === undefined ? undefined : atMs),
    states: before.states.at(-1)?.state === state ? before.states : [...before.states, { state, atMs }],
    paths: file === undefined ? before.paths : withNews(before.paths, file.path),
    transferStates: file === undefined ? before.transferStates : withNews(before.transferStates, file.transferState),
  }
}

const withNews = <T>(before: readonly T[], now: T): T[] => (before.at(-1) === now ? [...before] : [...before, now])

const marksOf = ({ text, isEdited, isRetracted, isEmpty }: RowSince): string =>
  JSON.stringify([text, isEdited, isRetracted, isEmpty])

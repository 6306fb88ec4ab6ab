/**
 * Detects changes of rows that were already ingested: edits, unsends, receipts, tapbacks taken back, attachments that
 * arrive.
 */
import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { Clock } from '../base/clock.ts'
import type { MessageEvent } from '../contract/events.ts'
import type { MessageGuid, RowId } from '../contract/ids.ts'
import { changesBetween, disappearance, type SeenRow } from '../domain/changes.ts'
import type { RowSnapshots, Signature } from '../mac/row-snapshots.ts'
import type { SnapshotStore } from '../store/journal/snapshot-store.ts'
import { type SeenRows, seenRows } from './seen-rows.ts'

const minuteMs = 60_000
/** Rows this recent are compared after every write. */
const recentMs = 30 * minuteMs
/** Rows up to this age are compared every five minutes, for receipts and edits of older messages. */
const wideMs = 7 * 24 * 60 * minuteMs
const wideEveryMs = 5 * minuteMs
/** How many rows are compared at once, so that a flood does not hold up new rows. */
const sliceSize = 1_000
/** More rows than people write in a week; beyond it only newer ones are compared, so that memory stays bounded. */
const mostRows = 20_000
const sampleSize = 5
/**
 * After each comparison it pauses this many times as long as the comparison took, so that a flood cannot use up all the
 * time.
 */
const restFactor = 20

export interface OldRows {
  /** Reports that something was written to the database. */
  stirred(): void
  /** Remembers the snapshots of rows that were just ingested. Returns whether rows are to be ingested again. */
  meet(looks: RowSnapshots, rows: { afterRowid: RowId; upToRowid: RowId }): Promise<boolean>
  /** Whether there is something to compare, and it is time for it. */
  isDue(): boolean
  /** Compares the rows that may have changed. Returns whether rows are to be ingested again. */
  compare(looks: RowSnapshots, upToRowid: RowId): Promise<boolean>
  /** Returns some rows seen recently, by which a rebuilt database is recognised. */
  sample(): readonly { rowid: RowId; guid: MessageGuid }[]
  /** Forgets all rows, since none of them means anything after a rebuild. */
  forget(): void
}

export function oldRows(store: SnapshotStore, clock: Clock): OldRows {
  const seen = seenRows(store.since(clock.nowMs() - wideMs, mostRows), mostRows)
  let lately = [...seen.values()].slice(-sampleSize)
  /** Monotonic milliseconds of the last wide comparison. */
  let widestMs = Number.NEGATIVE_INFINITY
  let restUntilMs = 0
  /** Whether something was written since the last comparison of each width. */
  const stirredSince = { recent: false, wide: false }
  const isWideDue = () => stirredSince.wide && clock.monotonicMs() - widestMs >= wideEveryMs

  const compareSlice = (found: readonly Signature[], looks: RowSnapshots, range: Range): boolean => {
    const update = difference(found, { seen, looks, range, tookAsMine: store.wasIngestedAsMine })
    if (update.snapshots.length + update.gone.length === 0) return false
    store.update({ ...update, nowMs: clock.nowMs() })
    seen.put(update.snapshots)
    lately = [...lately, ...update.snapshots].slice(-sampleSize)
    for (const rowid of update.gone) seen.delete(rowid)
    return update.again.length > 0
  }

  return {
    stirred() {
      stirredSince.recent = true
      stirredSince.wide = true
    },
    // Snapshots are taken at once and not when comparing is due: a change in between would otherwise seem to be the
    // original state.
    async meet(looks, { afterRowid, upToRowid }) {
      const sinceMs = clock.nowMs() - wideMs
      let again = false
      for (let from = afterRowid; ; ) {
        const found = looks.signaturesAfter({ afterRowid: from, upToRowid, sinceMs, limit: sliceSize })
        again = compareSlice(found, looks, nowhere) || again
        if (found.length < sliceSize) return again
        from = found.at(-1)?.rowid ?? upToRowid
        await yieldToOthers()
      }
    },
    isDue: () => clock.monotonicMs() >= restUntilMs && (stirredSince.recent || isWideDue()),
    async compare(looks, upToRowid) {
      const startMs = clock.monotonicMs()
      const isWide = isWideDue()
      stirredSince.recent = false
      if (isWide) {
        stirredSince.wide = false
        widestMs = startMs
        seen.forgetBefore(clock.nowMs() - wideMs)
      }
      const sinceMs = clock.nowMs() - (isWide ? wideMs : recentMs)
      let again = false
      for (const { found, range } of slices(looks, sinceMs, upToRowid)) {
        again = compareSlice(found, looks, range) || again
        if (found.length === sliceSize) await yieldToOthers()
      }
      const endMs = clock.monotonicMs()
      restUntilMs = endMs + restFactor * (endMs - startMs)
      return again
    },
    sample: () => lately,
    forget() {
      seen.forgetAll()
      lately = []
    },
  }
}

/** Clocks of senders run ahead, and scheduled messages are dated when they will be sent. */
const farFutureMs = Date.UTC(2200, 0)

/** The dates after `fromMs` and up to `toMs`. */
interface Range {
  fromMs: number
  toMs: number
}

/** An empty range, in which no row can be missing. */
const nowhere: Range = { fromMs: 0, toMs: 0 }

/** Yields the window from now back to `sinceMs`, newest slice first; each slice covers its range without a gap. */
function* slices(looks: RowSnapshots, sinceMs: number, upToRowid: RowId) {
  let rows = 0
  for (let toMs = farFutureMs; toMs > sinceMs && rows < mostRows; ) {
    const found = looks.signatures({ sinceMs, toMs, upToRowid, limit: sliceSize })
    const oldestMs = found.length < sliceSize ? sinceMs : Math.min(found.at(-1)?.sentAtMs ?? sinceMs, toMs - 1)
    yield { found, range: { fromMs: oldestMs, toMs } }
    toMs = oldestMs
    rows += found.length
  }
}

interface Difference {
  snapshots: SeenRow[]
  gone: RowId[]
  events: MessageEvent[]
  again: SeenRow[]
}

interface Compared {
  seen: SeenRows
  looks: RowSnapshots
  range: Range
  /** Whether a row was mine when it was ingested; it may be another's by the time of its first snapshot here. */
  tookAsMine(guid: MessageGuid): boolean
}

/**
 * A tapback that is taken back is deleted, and sometimes a row that reports the removal comes as well; then its event
 * has already been written.
 */
function isTold({ snapshot: { tapback } }: SeenRow, rows: Iterable<SeenRow>): boolean {
  if (tapback === null || !tapback.added) return false
  for (const { snapshot } of rows) {
    const other = snapshot.tapback
    if (other?.added === false && other.targetGuid === tapback.targetGuid && other.emoji === tapback.emoji) return true
  }
  return false
}

function difference(found: readonly Signature[], { seen, looks, range, tookAsMine }: Compared): Difference {
  const result: Difference = { snapshots: [], gone: [], events: [], again: [] }
  for (const signature of found) {
    const before = seen.get(signature.rowid)
    if (before?.signature === signature.signature) continue
    const after = looks.of(signature)
    if (after === undefined) continue
    result.snapshots.push(after)
    if (before !== undefined) result.events.push(...changesBetween(before, after))
    // Messages writes some rows as the user's own and corrects them a moment later; those that turn out to be inbound
    // must not be lost.
    const wasMine = before === undefined ? tookAsMine(after.guid) : before.snapshot.isFromMe
    if (wasMine && !after.snapshot.isFromMe) result.again.push(after)
  }
  const there = new Set(found.map(({ rowid }) => rowid))
  for (const row of seen.values()) {
    if (row.sentAtMs <= range.fromMs || row.sentAtMs > range.toMs || there.has(row.rowid)) continue
    result.gone.push(row.rowid)
    if (!isTold(row, seen.values())) result.events.push(disappearance(row))
  }
  return result
}

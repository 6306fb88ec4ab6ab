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
import type { Position } from '../store/journal/position.ts'
import type { SnapshotStore } from '../store/journal/snapshot-store.ts'
import { type KnownRow, SeenRows } from './seen-rows.ts'

const minuteMs = 60_000
/** Rows this recent are compared after every write. */
const recentMs = 30 * minuteMs
/** Rows up to this age are compared every five minutes, for receipts and edits of older messages. */
const wideMs = 7 * 24 * 60 * minuteMs
const wideEveryMs = 5 * minuteMs

/** The date from which rows are compared. */
export const comparedSinceMs = (nowMs: number): number => nowMs - wideMs

/** Bounds the rows that are compared at once, so that a flood does not hold up new rows. */
const sliceSize = 1_000
/** More rows than people write in a week; beyond it only newer ones are compared, so that memory stays bounded. */
const mostRows = 20_000
const sampleSize = 5
/**
 * After each comparison it pauses this many times as long as the comparison took, so that a flood cannot use up all the
 * time.
 */
const restFactor = 20

interface OldRowsDeps {
  store: SnapshotStore
  snapshots: Omit<RowSnapshots, 'after'>
  clock: Clock
}

export class OldRows {
  readonly #deps: OldRowsDeps
  readonly #seen: SeenRows
  #lately: readonly Pick<SeenRow, 'rowid' | 'guid'>[]
  /** Whether something was written since the last comparison of each width. */
  readonly #changedSince = { recent: false, wide: false }
  /** Monotonic milliseconds of the last wide comparison. */
  #widestMs = Number.NEGATIVE_INFINITY
  #restUntilMs = 0

  constructor(deps: OldRowsDeps) {
    this.#deps = deps
    const sinceMs = comparedSinceMs(deps.clock.nowMs())
    this.#seen = new SeenRows(deps.store.since(sinceMs, mostRows), mostRows)
    this.#lately = [...deps.store.since(sinceMs, sampleSize)].reverse()
  }

  /** Reports that something was written to the database. */
  databaseChanged(): void {
    this.#changedSince.recent = true
    this.#changedSince.wide = true
  }

  /**
   * Remembers how rows looked when they were ingested, by the transaction that ingests them: a snapshot taken later could
   * hide a change, since it would seem to be the original state.
   */
  remember(snapshots: readonly SeenRow[]): Remembering {
    const difference: Difference = { snapshots: [], gone: [], events: [], again: [] }
    return {
      write: () => {
        for (const snapshot of snapshots) this.#addSnapshot(snapshot, difference)
        if (!isEmpty(difference)) this.#deps.store.put({ ...difference, nowMs: this.#deps.clock.nowMs() })
      },
      committed: () => this.#note(difference),
    }
  }

  /** Whether there is something to compare, and it is time for it. */
  isDue(): boolean {
    return this.#deps.clock.monotonicMs() >= this.#restUntilMs && (this.#changedSince.recent || this.#isWideDue())
  }

  /** Compares the rows up to the position that may have changed. Returns whether rows are to be ingested again. */
  async compare({ rowid: upToRowid, beganMs = 0 }: Pick<Position, 'rowid' | 'beganMs'>): Promise<boolean> {
    const { snapshots, clock } = this.#deps
    const startMs = clock.monotonicMs()
    const isWide = this.#isWideDue()
    this.#changedSince.recent = false
    if (isWide) {
      this.#changedSince.wide = false
      this.#widestMs = startMs
      this.#seen.forgetBefore(comparedSinceMs(clock.nowMs()))
    }
    const sinceMs = clock.nowMs() - (isWide ? wideMs : recentMs)
    let again = false
    for (const { signatures, range } of slices(snapshots, sinceMs, upToRowid)) {
      const difference = this.#differenceOf(signatures, { range, beganMs })
      this.#apply(difference)
      again ||= difference.again.length > 0
      if (signatures.length === sliceSize) await yieldToOthers()
    }
    const endMs = clock.monotonicMs()
    this.#restUntilMs = endMs + restFactor * (endMs - startMs)
    return again
  }

  /** Returns some rows seen recently, by which a rebuilt database is recognised. */
  sample(): readonly { rowid: RowId; guid: MessageGuid }[] {
    return this.#lately
  }

  /** Forgets all rows, since none of them means anything after a rebuild. */
  forget(): void {
    this.#seen.forgetAll()
    this.#lately = []
  }

  #isWideDue(): boolean {
    return this.#changedSince.wide && this.#deps.clock.monotonicMs() - this.#widestMs >= wideEveryMs
  }

  #apply(difference: Difference): void {
    if (isEmpty(difference)) return
    this.#deps.store.update({ ...difference, nowMs: this.#deps.clock.nowMs() })
    this.#note(difference)
  }

  #note({ snapshots, gone }: Difference): void {
    this.#seen.put(snapshots)
    const latest = snapshots.slice(-sampleSize).map(({ rowid, guid }) => ({ rowid, guid }))
    this.#lately = [...this.#lately, ...latest].slice(-sampleSize)
    for (const rowid of gone) this.#seen.delete(rowid)
  }

  #differenceOf(
    signatures: readonly Signature[],
    { range, beganMs }: { range: DateRange; beganMs: number },
  ): Difference {
    const difference: Difference = { snapshots: [], gone: [], events: [], again: [] }
    for (const signature of signatures) this.#addChange(signature, beganMs, difference)
    const there = new Set(signatures.map(({ rowid }) => rowid))
    for (const row of this.#seen.values()) {
      if (row.sentAtMs <= range.fromMs || row.sentAtMs > range.toMs || there.has(row.rowid)) continue
      difference.gone.push(row.rowid)
      const before = this.#deps.store.of(row.rowid)
      if (before !== undefined && !isRemovalReported(row, this.#seen.values()))
        difference.events.push(disappearance(before))
    }
    return difference
  }

  #addChange(signature: Signature, beganMs: number, difference: Difference): void {
    const before = this.#seen.get(signature.rowid)
    if (before?.signature === signature.signature) return
    const after = this.#deps.snapshots.of(signature)
    if (after === undefined) return
    if (before === undefined && this.#wasPassedOver(after, beganMs)) difference.again.push(after)
    this.#addSnapshot(after, difference)
  }

  /**
   * Whether a row appeared below the position, where nobody looks for new ones: after a rebuild Messages has given new
   * messages lower ROWIDs than old ones. Rows from before the relay began are no news.
   */
  #wasPassedOver({ guid, sentAtMs, snapshot }: SeenRow, beganMs: number): boolean {
    const { store, clock } = this.#deps
    const nowMs = clock.nowMs()
    const isRecent = sentAtMs > Math.max(nowMs - recentMs, beganMs) && sentAtMs <= nowMs
    return isRecent && !snapshot.isFromMe && !store.knows(guid)
  }

  #addSnapshot(after: SeenRow, { snapshots, events, again }: Difference): void {
    const known = this.#seen.get(after.rowid)
    if (known?.signature === after.signature) return
    const before = known && this.#deps.store.of(after.rowid)
    snapshots.push(after)
    if (before !== undefined) events.push(...changesBetween(before, after))
    // Messages writes some rows as the user's own and corrects them a moment later; those that turn out to be inbound
    // must not be lost. A row may have been corrected before its first snapshot here, if a crash came between.
    const wasMine = before === undefined ? this.#deps.store.wasIngestedAsMine(after.guid) : before.snapshot.isFromMe
    if (wasMine && !after.snapshot.isFromMe) again.push(after)
  }
}

interface Difference {
  snapshots: SeenRow[]
  gone: RowId[]
  events: MessageEvent[]
  again: SeenRow[]
}

const isEmpty = ({ snapshots, gone }: Difference): boolean => snapshots.length + gone.length === 0

export interface Remembering {
  /** Called within the transaction, once what it ingests is written. */
  write(): void
  /** Called once it is committed. */
  committed(): void
}

/** Clocks of senders run ahead, and scheduled messages are dated when they will be sent. */
const farFutureMs = Date.UTC(2200, 0)

/** The dates after `fromMs` and up to `toMs`. */
interface DateRange {
  fromMs: number
  toMs: number
}

/** Yields the window from now back to `sinceMs`, newest slice first; each slice covers its range without a gap. */
function* slices(snapshots: Pick<RowSnapshots, 'signatures'>, sinceMs: number, upToRowid: RowId) {
  let rows = 0
  for (let toMs = farFutureMs; toMs > sinceMs && rows < mostRows; ) {
    const signatures = snapshots.signatures({ sinceMs, toMs, upToRowid, limit: sliceSize })
    const oldestMs =
      signatures.length < sliceSize ? sinceMs : Math.min(signatures.at(-1)?.sentAtMs ?? sinceMs, toMs - 1)
    yield { signatures, range: { fromMs: oldestMs, toMs } }
    toMs = oldestMs
    rows += signatures.length
  }
}

/**
 * A tapback that is taken back is deleted, and sometimes a row that reports the removal comes as well; then its event
 * has already been written.
 */
function isRemovalReported({ tapback }: KnownRow, rows: Iterable<KnownRow>): boolean {
  if (tapback === null || !tapback.added) return false
  for (const { tapback: other } of rows) {
    if (other?.added === false && other.targetGuid === tapback.targetGuid && other.emoji === tapback.emoji) return true
  }
  return false
}

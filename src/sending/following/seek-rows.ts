/** Searches the rows written after each handover for the row of the message, and for ghosts of it. */
import type { RowId } from '../../contract/ids.ts'
import { handoverOfGhost } from '../decisions/ghost-row.ts'
import type { FollowedHandover, SendLedger } from '../ledger/ledger.ts'
import type { Outgoing, OutgoingRow } from '../messages/outgoing.ts'

interface RowSeekerDeps {
  ledger: SendLedger
  outgoing: Outgoing
  nowMs(): number
  ghostAfter: number
}

interface Sought {
  /** The handovers without a row. */
  handovers: readonly FollowedHandover[]
  /** Whether rows that were read before may have changed, or belong to another message by now. */
  isAnew: boolean
}

const pageSize = 500
/** Messages completes a row within moments; after this time the row is considered final. */
const completeAfterMs = 30_000

export class RowSeeker {
  readonly #deps: RowSeekerDeps
  /** Every row up to this ROWID was read once, whoever wrote it. */
  #scanned = 0 as RowId
  /** The owner's rows among them that Messages may not have completed, and since when they are known. */
  #incomplete = new Map<RowId, number>()

  constructor(deps: RowSeekerDeps) {
    this.#deps = deps
  }

  /** Returns whether all existing rows were read. */
  seek(sought: Sought): boolean {
    const { handovers } = sought
    if (handovers.length === 0) return true
    const { outgoing } = this.#deps
    // Read before the rows, so that a row that lands in between is left to the next call.
    const newest = outgoing.newestRowid()
    if (newest < this.#scanned) this.#startOver()
    const from = Math.max(this.#scanned, Math.min(...handovers.map(({ afterRowid }) => afterRowid))) as RowId
    const again = this.#incomplete.size === 0 ? [] : outgoing.sentAmong([...this.#incomplete.keys()])
    const unseen = outgoing.sentAfter(from, pageSize)
    const rows = [...again, ...unseen]
    for (const row of rows) this.#checkRow(row, sought)
    const areAll = unseen.length < pageSize
    const last = unseen.at(-1)?.rowid ?? newest
    this.#scanned = (areAll ? Math.max(newest, last) : last) as RowId
    this.#rememberIncomplete(rows)
    return areAll
  }

  #checkRow(row: OutgoingRow, { handovers, isAnew }: Sought): void {
    const { nowMs, ghostAfter } = this.#deps
    const sinceMs = this.#incomplete.get(row.rowid)
    if (isAnew || sinceMs === undefined) this.#claim(row, handovers)
    if (sinceMs !== undefined && nowMs() - sinceMs >= ghostAfter) this.#recordIfGhost(row, handovers)
  }

  #claim({ conversation, ...row }: OutgoingRow, handovers: readonly FollowedHandover[]): void {
    const { ledger, nowMs } = this.#deps
    if (conversation === null || !handovers.some(({ afterRowid }) => afterRowid < row.rowid)) return
    ledger.claim({ ...row, conversation, isFromMe: true }, nowMs())
  }

  #recordIfGhost(row: OutgoingRow, handovers: readonly FollowedHandover[]): void {
    const { ledger, nowMs } = this.#deps
    const handover = handoverOfGhost(row, handovers)
    if (handover !== undefined) ledger.recordGhost(handover.id, row, nowMs())
  }

  #rememberIncomplete(rows: readonly OutgoingRow[]): void {
    const nowMs = this.#deps.nowMs()
    const knownSinceMs = ({ rowid }: OutgoingRow) => this.#incomplete.get(rowid) ?? nowMs
    const incomplete = rows.filter(
      (row) => nowMs - row.sentAtMs <= completeAfterMs * 2 && nowMs - knownSinceMs(row) <= completeAfterMs,
    )
    this.#incomplete = new Map(incomplete.map((row) => [row.rowid, knownSinceMs(row)]))
  }

  /** Forgets everything after another database replaced this one, because its ROWIDs mean something else. */
  #startOver(): void {
    this.#scanned = 0 as RowId
    this.#incomplete = new Map()
  }
}

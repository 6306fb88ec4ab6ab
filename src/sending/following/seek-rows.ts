/** Searches the rows written after each handover for the row of the message, and for ghosts of it. */
import type { RowId } from '../../contract/ids.ts'
import { haunted } from '../decisions/ghost-row.ts'
import type { Followed, SendLedger } from '../ledger/ledger.ts'
import type { Outgoing, OutgoingRow } from '../messages/outgoing.ts'

interface SeekParts {
  ledger: SendLedger
  outgoing: Outgoing
  nowMs(): number
  ghostAfter: number
}

interface Sought {
  /** The handovers without a row. */
  handovers: readonly Followed[]
  /** Whether rows that were read before may have changed, or belong to another message by now. */
  isAnew: boolean
}

export interface RowSeeker {
  /** Returns whether all existing rows were read. */
  seek(sought: Sought): boolean
}

const pageSize = 500
/** Messages completes a row within moments; after this time the row is considered final. */
const completeAfterMs = 30_000

export function rowSeeker({ ledger, outgoing, nowMs, ghostAfter }: SeekParts): RowSeeker {
  /** Every row up to this ROWID was read once, whoever wrote it. */
  let scanned = 0 as RowId
  /** The owner's rows among them that Messages may not have completed, and since when they are known. */
  let open = new Map<RowId, number>()

  const isComplete = ({ rowid, sentAtMs }: OutgoingRow, now: number) =>
    now - sentAtMs > completeAfterMs * 2 || now - (open.get(rowid) ?? now) > completeAfterMs

  function look(row: OutgoingRow, { handovers, isAnew }: Sought): void {
    const sinceMs = open.get(row.rowid)
    if (isAnew || sinceMs === undefined) claim(row, handovers)
    if (sinceMs !== undefined && nowMs() - sinceMs >= ghostAfter) exorcise(row, handovers)
  }

  function claim({ conversation, ...row }: OutgoingRow, handovers: readonly Followed[]): void {
    if (conversation === null || !handovers.some(({ afterRowid }) => afterRowid < row.rowid)) return
    ledger.claim({ ...row, conversation, isFromMe: true }, nowMs())
  }

  function exorcise(row: OutgoingRow, handovers: readonly Followed[]): void {
    const handover = haunted(row, handovers)
    if (handover !== undefined) ledger.ghost(handover.id, row, nowMs())
  }

  /** Forgets everything after another database replaced this one, because its ROWIDs mean something else. */
  function startOver(): void {
    scanned = 0 as RowId
    open = new Map()
  }

  return {
    seek(sought) {
      const { handovers } = sought
      if (handovers.length === 0) return true
      // Read before the rows, so that a row that lands in between is left to the next call.
      const newest = outgoing.newestRowid()
      if (newest < scanned) startOver()
      const from = Math.max(scanned, Math.min(...handovers.map(({ afterRowid }) => afterRowid))) as RowId
      const again = open.size === 0 ? [] : outgoing.sentAmong([...open.keys()])
      const unseen = outgoing.sentAfter(from, pageSize)
      const rows = [...again, ...unseen]
      for (const row of rows) look(row, sought)
      const areAll = unseen.length < pageSize
      const last = unseen.at(-1)?.rowid ?? newest
      scanned = (areAll ? Math.max(newest, last) : last) as RowId
      const now = nowMs()
      const young = rows.filter((row) => !isComplete(row, now))
      open = new Map(young.map(({ rowid }) => [rowid, open.get(rowid) ?? now]))
      return areAll
    },
  }
}

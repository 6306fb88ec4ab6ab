/** Looks for the rows that handovers became among those that were written after them, and for ghosts of them. */
import type { RowId } from '../contract/ids.ts'
import { haunted } from '../domain/sending/ghost-row.ts'
import type { Outgoing, OutgoingRow } from '../mac/sending/outgoing.ts'
import type { Followed, SendLedger } from '../store/send-ledger/ledger.ts'

interface SeekParts {
  ledger: SendLedger
  outgoing: Outgoing
  nowMs(): number
  ghostAfter: number
}

interface Sought {
  /** Those without a row. */
  handovers: readonly Followed[]
  /** Whether rows that were looked at before may have changed, or may be another's by now. */
  isAnew: boolean
}

export interface RowSeeker {
  /** Returns whether all rows that there are were looked at. */
  seek(sought: Sought): boolean
}

const pageSize = 500
/** Messages completes a row within moments; after this it is taken for what it is. */
const completeAfterMs = 30_000

export function rowSeeker({ ledger, outgoing, nowMs, ghostAfter }: SeekParts): RowSeeker {
  /** Up to here every row was looked at once, whoever wrote it. */
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

  /** Another database took the place of this one: its ROWIDs mean something else. */
  function startOver(): void {
    scanned = 0 as RowId
    open = new Map()
  }

  return {
    seek(sought) {
      const { handovers } = sought
      if (handovers.length === 0) return true
      // Asked first: what lands between the two questions is for the next look.
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

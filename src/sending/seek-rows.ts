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
  /** Up to here no row needs another look. */
  let done = 0 as RowId
  /** Since when the rows after it are known. */
  let seenAtMs = new Map<RowId, number>()

  const isComplete = ({ rowid, sentAtMs }: OutgoingRow, now: number) =>
    now - sentAtMs > completeAfterMs * 2 || now - (seenAtMs.get(rowid) ?? now) > completeAfterMs

  function look(row: OutgoingRow, { handovers, isAnew }: Sought): void {
    const sinceMs = seenAtMs.get(row.rowid)
    seenAtMs.set(row.rowid, sinceMs ?? nowMs())
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
    done = 0 as RowId
    seenAtMs = new Map()
  }

  return {
    seek(sought) {
      const { handovers } = sought
      if (handovers.length === 0) return true
      // Asked first: what lands between the two questions is for the next look.
      const newest = outgoing.newestRowid()
      if (newest < done) startOver()
      const from = Math.max(done, Math.min(...handovers.map(({ afterRowid }) => afterRowid))) as RowId
      const rows = outgoing.sentAfter(from, pageSize)
      for (const row of rows) look(row, sought)
      const areAll = rows.length < pageSize
      const open = rows.find((row) => !isComplete(row, nowMs()))
      const upTo = areAll ? newest : (rows.at(-1)?.rowid ?? done)
      // What others wrote needs no look, so that it need not be read again either.
      done = (open === undefined ? upTo : open.rowid - 1) as RowId
      seenAtMs = new Map([...seenAtMs].filter(([rowid]) => rowid > done))
      return areAll
    },
  }
}

/** Watches the rows of handovers, and records in the ledger what Messages reports about them. */

import type { RowStatus } from '../decisions/row-status.ts'
import { fileRowStatus, rowStatus } from '../decisions/row-status.ts'
import { missingFileError } from '../decisions/send-state.ts'
import type { Timings } from '../deps.ts'
import type { FollowedHandover, SendLedger } from '../ledger/ledger.ts'
import type { Outgoing } from '../messages/outgoing.ts'
import type { StagedCopies } from '../staged-copies.ts'

interface WatchRowsDeps {
  ledger: SendLedger
  outgoing: Outgoing
  copies: StagedCopies
  nowMs(): number
  timings: Pick<Timings, 'fileWithin'>
}

export function watchRows(
  landed: readonly FollowedHandover[],
  { ledger, outgoing, copies, nowMs, timings }: WatchRowsDeps,
): void {
  const states = outgoing.statesOf(landed.flatMap(({ rowid }) => rowid ?? []))
  for (const handover of landed) {
    const { id, rowid, guid, status } = handover
    const state = rowid === null ? undefined : states.get(rowid)
    // The row was deleted, or its ROWID belongs to another message since chat.db was rebuilt.
    if (state?.guid !== guid) continue
    const now = mustHaveFile(handover, { nowMs: nowMs(), ...timings }) ? fileRowStatus(state) : rowStatus(state)
    if (!isSame(status, now)) ledger.recordStatus(id, now, nowMs())
    copies.discardIfCopied(id, state)
  }
}

/** After this many times `fileWithin`, a row without its file is one from which the owner removed it. */
const timesWithin = 60

/** Whether the time is over that Messages has to join a file to the row of this handover. */
export function mustHaveFile(
  { kind, rowid, endedAtMs, atMs, status }: FollowedHandover,
  { nowMs, fileWithin }: { nowMs: number; fileWithin: number },
): boolean {
  if (kind !== 'file' || rowid === null) return false
  const ageMs = nowMs - (endedAtMs ?? atMs)
  return ageMs >= fileWithin && (ageMs < timesWithin * fileWithin || status?.error === missingFileError)
}

const isSame = (before: RowStatus | null, now: RowStatus): boolean =>
  before !== null &&
  before.state === now.state &&
  before.error === now.error &&
  before.service === now.service &&
  before.chatGuid === now.chatGuid

/** Watches the rows of handovers, and records in the ledger what Messages reports about them. */
import { lookOf } from '../decisions/row-status.ts'
import type { Followed, RowLook, SendLedger } from '../ledger/ledger.ts'
import type { Outgoing } from '../messages/outgoing.ts'
import type { StagedCopies } from '../staged-copies.ts'

interface WatchParts {
  ledger: SendLedger
  outgoing: Outgoing
  copies: StagedCopies
  nowMs(): number
}

export function watchRows(landed: readonly Followed[], { ledger, outgoing, copies, nowMs }: WatchParts): void {
  const states = outgoing.statesOf(landed.flatMap(({ rowid }) => rowid ?? []))
  for (const { id, rowid, guid, look } of landed) {
    const state = rowid === null ? undefined : states.get(rowid)
    // The row was deleted, or its ROWID belongs to another message since chat.db was rebuilt.
    if (state?.guid !== guid) continue
    const now = lookOf(state)
    if (!isSame(look, now)) ledger.looked(id, now, nowMs())
    copies.looked(id, state)
  }
}

const isSame = (before: RowLook | null, now: RowLook): boolean =>
  before !== null &&
  before.state === now.state &&
  before.error === now.error &&
  before.service === now.service &&
  before.chatGuid === now.chatGuid

/** Watches the rows of handovers, and records in the ledger what Messages reports about them. */

import type { RowStatus } from '../decisions/row-status.ts'
import { rowStatus } from '../decisions/row-status.ts'
import type { FollowedHandover, SendLedger } from '../ledger/ledger.ts'
import type { Outgoing } from '../messages/outgoing.ts'
import type { StagedCopies } from '../staged-copies.ts'

interface WatchRowsDeps {
  ledger: SendLedger
  outgoing: Outgoing
  copies: StagedCopies
  nowMs(): number
}

export function watchRows(
  landed: readonly FollowedHandover[],
  { ledger, outgoing, copies, nowMs }: WatchRowsDeps,
): void {
  const states = outgoing.statesOf(landed.flatMap(({ rowid }) => rowid ?? []))
  for (const { id, rowid, guid, status } of landed) {
    const state = rowid === null ? undefined : states.get(rowid)
    // The row was deleted, or its ROWID belongs to another message since chat.db was rebuilt.
    if (state?.guid !== guid) continue
    const now = rowStatus(state)
    if (!isSame(status, now)) ledger.recordStatus(id, now, nowMs())
    copies.discardIfCopied(id, state)
  }
}

const isSame = (before: RowStatus | null, now: RowStatus): boolean =>
  before !== null &&
  before.state === now.state &&
  before.error === now.error &&
  before.service === now.service &&
  before.chatGuid === now.chatGuid

/** Reads what the owner of a simulated Mac has sent, as Messages shows it. */
import type { RowId } from '../../src/contract/ids.ts'
import { type OutgoingRow, openOutgoing } from '../../src/sending/messages/outgoing.ts'

export function sentRows(home: string): OutgoingRow[] {
  const outgoing = openOutgoing({ home, selfHandles: () => [] })
  try {
    return outgoing.sentAfter(0 as RowId, 100_000)
  } finally {
    outgoing.close()
  }
}

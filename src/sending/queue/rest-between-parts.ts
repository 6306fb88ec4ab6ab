/**
 * Makes the text after a file wait until the file has landed, because Messages shows both in the order in which they
 * land.
 */

import { pause } from '../../base/pause.ts'
import type { Timings } from '../deps.ts'
import type { Awaiting } from '../following/waiters.ts'
import type { Job, SendLedger } from '../ledger/ledger.ts'

interface RestParts {
  ledger: SendLedger
  waiting: Awaiting
  nowMs(): number
  betweenParts: Timings['betweenParts']
  stopping: AbortSignal
}

export async function restAfter({ send, part, isLast }: Job, parts: RestParts): Promise<void> {
  const { ledger, waiting, nowMs, betweenParts, stopping } = parts
  const isOut = () => ledger.send(send)?.state === 'handed_over'
  const hasLanded = () => ledger.following(nowMs()).some((one) => one.send === send && one.part === part && one.rowid)
  if (isLast || !isOut()) return
  await pause(betweenParts.atLeast, stopping)
  await waiting.until(send, () => !isOut() || hasLanded(), betweenParts.atMost - betweenParts.atLeast)
}

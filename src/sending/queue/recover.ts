/**
 * Settles the script that a killed sender left behind: waits until it has ended, and leaves it to chat.db whether it
 * sent.
 */
import { pause } from '../../base/pause.ts'
import type { SendLedger } from '../ledger/ledger.ts'

export interface RecoverParts {
  ledger: SendLedger
  nowMs(): number
  scriptDeadline: number
  stopping: AbortSignal
}

type Orphan = NonNullable<ReturnType<SendLedger['orphan']>>

const lookAgainMs = 20

/** Call only while holding the lock; otherwise the script may belong to a living sender. */
export async function settleOrphans(parts: RecoverParts): Promise<void> {
  const { ledger, nowMs, stopping } = parts
  for (let orphan = ledger.orphan(); orphan !== undefined; orphan = ledger.orphan()) {
    await untilGone(orphan, parts)
    if (stopping.aborted) return
    ledger.abandoned(orphan.id, nowMs())
  }
}

/**
 * Waits at most as long as a script may run, even if the clock was changed or the pid belongs to another process by
 * now.
 */
async function untilGone({ pid, atMs }: Orphan, { nowMs, scriptDeadline, stopping }: RecoverParts): Promise<void> {
  const leftMs = Math.min(atMs + scriptDeadline - nowMs(), scriptDeadline)
  const end = performance.now() + leftMs
  while (performance.now() < end && !stopping.aborted && mayRun(pid)) await pause(lookAgainMs, stopping)
}

/** Without a pid the sender died before it could record it. A process that we may not signal is not ours. */
function mayRun(pid: number | null): boolean {
  if (pid === null) return true
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/**
 * Settles the script that a killed sender left behind: waits until it has ended, and leaves it to chat.db whether it
 * sent.
 */
import { pause } from '../../base/pause.ts'
import type { SendLedger } from '../ledger/ledger.ts'

export interface RecoverDeps {
  ledger: SendLedger
  nowMs(): number
  scriptDeadline: number
  stopping: AbortSignal
}

type Orphan = NonNullable<ReturnType<SendLedger['findOrphan']>>

const checkAgainMs = 20

/** Call only while holding the lock; otherwise the script may belong to a living sender. */
export async function settleOrphans(deps: RecoverDeps): Promise<void> {
  const { ledger, nowMs, stopping } = deps
  for (let orphan = ledger.findOrphan(); orphan !== undefined; orphan = ledger.findOrphan()) {
    await waitUntilGone(orphan, deps)
    if (stopping.aborted) return
    ledger.recordAbandoned(orphan.id, nowMs())
  }
}

/**
 * Waits at most as long as a script may run, even if the clock was changed or the pid belongs to another process by
 * now.
 */
async function waitUntilGone({ pid, atMs }: Orphan, { nowMs, scriptDeadline, stopping }: RecoverDeps): Promise<void> {
  const leftMs = Math.min(atMs + scriptDeadline - nowMs(), scriptDeadline)
  const end = performance.now() + leftMs
  while (performance.now() < end && !stopping.aborted && mayRun(pid)) await pause(checkAgainMs, stopping)
}

/** A sender that left no pid died before it could record one. A process that we may not signal is not ours. */
function mayRun(pid: number | null): boolean {
  if (pid === null) return true
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

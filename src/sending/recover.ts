/** Settles the script that a killed sender left behind: it may still be running, and what it sent is for chat.db to say. */
import type { SendLedger } from '../store/send-ledger/ledger.ts'
import { pause } from './pause.ts'

export interface RecoverParts {
  ledger: SendLedger
  nowMs(): number
  scriptDeadline: number
  stopping: AbortSignal
}

type Orphan = NonNullable<ReturnType<SendLedger['orphan']>>

const lookAgainMs = 20

/** Only under the lock: without it the script may be that of a living sender. */
export async function settleOrphans(parts: RecoverParts): Promise<void> {
  const { ledger, nowMs, stopping } = parts
  for (let orphan = ledger.orphan(); orphan !== undefined; orphan = ledger.orphan()) {
    await untilGone(orphan, parts)
    if (stopping.aborted) return
    ledger.abandoned(orphan.id, nowMs())
  }
}

/** At most as long as a script may run, also when the clock was set or the number belongs to another process by now. */
async function untilGone({ pid, atMs }: Orphan, { nowMs, scriptDeadline, stopping }: RecoverParts): Promise<void> {
  const leftMs = Math.min(atMs + scriptDeadline - nowMs(), scriptDeadline)
  const end = performance.now() + leftMs
  while (performance.now() < end && !stopping.aborted && mayRun(pid)) await pause(lookAgainMs, stopping)
}

/** Its sender may have died before it could write the number down. One that we may not signal is none of ours. */
function mayRun(pid: number | null): boolean {
  if (pid === null) return true
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Decides how long the ledger keeps its contents: words and files while they may be needed, the rest for a week. */
import type { DatabaseSync } from 'node:sqlite'
import type { Changes } from './changes.ts'
import type { SendLedger } from './ledger.ts'
import type { PartTable, Stage } from './parts.ts'

const keptMs = 7 * 24 * 3_600_000
/** Removes this many at a time, so that nobody waits for it. */
const slice = 100

// A running script may still report that nothing was sent; the part is then waiting again, and has expired.
const over = `FROM part p JOIN send s ON s.seq = p.send WHERE p.content IS NOT NULL AND s.expires_at_ms < :nowMs
  AND s.hold IS NULL
  AND NOT EXISTS (SELECT 1 FROM handover h WHERE h.send = p.send AND h.part = p.number AND h.ended_at_ms IS NULL)`
// The first condition uses the index; the others concern only the few that were scheduled.
const old = 'FROM send WHERE created_at_ms < :beforeMs AND ifnull(send_at_ms, 0) < :beforeMs AND hold IS NULL'
const sql = {
  hasDue: `SELECT EXISTS (SELECT 1 ${over}) OR EXISTS (SELECT 1 ${old}) AS isDue`,
  over: `SELECT p.send, p.number, p.stage ${over} ORDER BY p.send, p.number`,
  // Nothing of the send was handed over, so its author can still decide.
  miss: `UPDATE send SET hold = 'missed' WHERE seq = :send AND send_at_ms IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM part WHERE send = :send AND stage NOT IN ('ready', 'later'))
    AND NOT EXISTS (SELECT 1 FROM handover WHERE send = :send AND ended_as IS NOT 'not_sent')`,
  unanswer: `UPDATE asking SET ended_as = 'expired', ended_at_ms = :nowMs, reason = NULL
    WHERE send = :send AND ended_as IS NULL`,
  hold: "UPDATE part SET stage = 'held' WHERE send = ?",
  forget: `DELETE FROM send WHERE seq IN (SELECT seq ${old} ORDER BY created_at_ms LIMIT ${slice})`,
  files: "SELECT content AS path FROM part WHERE content IS NOT NULL AND kind = 'file'",
}

interface Expired {
  send: number
  number: number
  stage: Stage
}

export interface Retention extends Pick<SendLedger, 'filesInUse'> {
  hasDue(nowMs: number): boolean
  /** Gives up what waited too long and forgets what is settled. Runs inside a transaction. */
  sweep(nowMs: number): void
}

export function ledgerRetention(
  db: DatabaseSync,
  { parts, changes }: { parts: PartTable; changes: Changes },
): Retention {
  const [hasDue, over] = [db.prepare(sql.hasDue), db.prepare(sql.over)]
  const [forget, files] = [db.prepare(sql.forget), db.prepare(sql.files)]
  const [miss, hold, unanswer] = [db.prepare(sql.miss), db.prepare(sql.hold), db.prepare(sql.unanswer)]

  function isMissed(send: number): boolean {
    if (miss.run({ send }).changes === 0) return false
    hold.run(send)
    return true
  }

  function giveUp({ send, number, stage }: Expired, code: 'send_expired' | 'send_unanswered'): void {
    // A message that iMessage could not deliver failed for that reason, and not because it expired.
    if (stage === 'fallback') parts.setStage({ send, number }, 'out')
    else if (stage !== 'out') parts.drop({ send, number }, 'failed', { code, number: null })
    parts.forgetContent({ send, number })
  }

  return {
    hasDue: (nowMs) => hasDue.get({ nowMs, beforeMs: nowMs - keptMs })?.isDue === 1,
    sweep(nowMs) {
      const expired = over.all({ nowMs }) as unknown as Expired[]
      for (const [send, itsParts] of Map.groupBy(expired, ({ send }) => send)) {
        const code = unanswer.run({ send, nowMs }).changes === 1 ? 'send_unanswered' : 'send_expired'
        if (!isMissed(send)) for (const part of itsParts) giveUp(part, code)
        changes.settle(send, nowMs)
      }
      forget.run({ beforeMs: nowMs - keptMs })
    },
    filesInUse: () => new Set(files.all().map(({ path }) => String(path))),
  }
}

/**
 * Cleans up the ledger of a restored backup: sends that were pending in it may have been sent since, and are not sent
 * again.
 */
import type { DatabaseSync } from 'node:sqlite'
import { inTransaction } from '../../store/transaction.ts'
import type { Changes } from './changes.ts'
import type { SendLedger } from './ledger.ts'
import type { PartTable } from './parts.ts'

const sql = {
  waiting: `SELECT send, number FROM part WHERE stage IN ('ready', 'later', 'held', 'fallback') ORDER BY send, number`,
  running: `UPDATE handover SET ended_at_ms = :nowMs, ended_as = 'abandoned', pid = NULL WHERE ended_at_ms IS NULL`,
}

export function afterRestore(
  db: DatabaseSync,
  { parts, changes }: { parts: PartTable; changes: Changes },
): Pick<SendLedger, 'letGoAfterRestore'> {
  return {
    letGoAfterRestore: (nowMs) =>
      inTransaction(db, () => {
        db.prepare(sql.running).run({ nowMs })
        const waiting = db.prepare(sql.waiting).all() as unknown as { send: number; number: number }[]
        for (const part of waiting) {
          parts.drop(part, 'uncertain', { code: 'send_uncertain', number: null })
          parts.forgetContent(part)
        }
        const sends = new Set(waiting.map(({ send }) => send))
        for (const send of sends) changes.settle(send, nowMs)
        return sends.size
      }),
  }
}

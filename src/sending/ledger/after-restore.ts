/**
 * Cleans up the ledger of a restored backup: sends that were pending in it may have been sent since, and are not sent
 * again. Scheduled ones ask before they go. The ledger gets another id, since it may have forgotten idempotency keys.
 */
import type { DatabaseSync } from 'node:sqlite'
import { inTransaction } from '../../store/transaction.ts'
import type { Changes } from './changes.ts'
import type { SendLedger } from './ledger.ts'
import type { PartTable } from './parts.ts'

const sql = {
  held: "SELECT seq FROM send WHERE hold IN ('scheduled', 'due') ORDER BY seq",
  miss: "UPDATE send SET hold = 'missed' WHERE seq = ?",
  waiting: `SELECT p.send, p.number FROM part p JOIN send s ON s.seq = p.send
    WHERE p.stage IN ('ready', 'later', 'held', 'fallback') AND s.hold IS NULL ORDER BY p.send, p.number`,
  renew: 'UPDATE machine SET id = lower(hex(randomblob(16)))',
  running: `UPDATE handover SET ended_at_ms = :nowMs, ended_as = 'abandoned', pid = NULL WHERE ended_at_ms IS NULL`,
}

export function afterRestore(
  db: DatabaseSync,
  { parts, changes }: { parts: PartTable; changes: Changes },
): Pick<SendLedger, 'letGoAfterRestore'> {
  function missAll(nowMs: number): number {
    const held = db.prepare(sql.held).all() as unknown as { seq: number }[]
    const miss = db.prepare(sql.miss)
    for (const { seq } of held) {
      miss.run(seq)
      changes.settle(seq, nowMs)
    }
    return held.length
  }

  return {
    letGoAfterRestore: (nowMs) =>
      inTransaction(db, () => {
        db.prepare(sql.renew).run()
        db.prepare(sql.running).run({ nowMs })
        const waiting = db.prepare(sql.waiting).all() as unknown as { send: number; number: number }[]
        for (const part of waiting) {
          parts.drop(part, 'uncertain', { code: 'send_uncertain', number: null })
          parts.forgetContent(part)
        }
        const sends = new Set(waiting.map(({ send }) => send))
        for (const send of sends) changes.settle(send, nowMs)
        return { uncertain: sends.size, missed: missAll(nowMs) }
      }),
  }
}

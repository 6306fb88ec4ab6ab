/** Chooses the part that is handed over next. */
import type { DatabaseSync } from 'node:sqlite'
import { inTransaction } from '../../store/transaction.ts'
import type { Job, SendLedger } from './ledger.ts'
import type { Retention } from './retention.ts'

const job = `SELECT s.id AS send, p.number AS part, p.content, p.file_name AS fileName, s.conversation, s.handle,
    s.asked_chat_guid AS chatGuid,
    CASE WHEN EXISTS (SELECT 1 FROM part WHERE send = s.seq AND fell_back = 1) THEN 'SMS' ELSE s.asked_service END AS service,
    p.number = (SELECT max(number) FROM part WHERE send = s.seq) AS isLast
  FROM part p JOIN send s ON s.seq = p.send`
const sql = {
  fallback: `${job} WHERE p.stage = 'fallback' ORDER BY p.send, p.number LIMIT 1`,
  // Nothing overtakes the second part of an earlier send in the same conversation.
  ready: `${job} WHERE p.stage = 'ready'
      AND NOT EXISTS (SELECT 1 FROM part q JOIN send e ON e.seq = q.send
        WHERE q.stage = 'later' AND q.send < p.send AND e.conversation = s.conversation)
    ORDER BY p.send, p.number LIMIT 1`,
  queue: `SELECT count(DISTINCT s.seq) AS length, min(s.created_at_ms) AS oldestMs FROM part p JOIN send s ON s.seq = p.send
    WHERE p.stage IN ('ready', 'later', 'fallback')`,
}

interface JobRow extends Omit<Job, 'content' | 'isLast'> {
  content: string
  fileName: string | null
  isLast: number
}

export function sendQueue(db: DatabaseSync, retention: Retention): Pick<SendLedger, 'nextJob' | 'queue'> {
  const [fallback, ready, queue] = [db.prepare(sql.fallback), db.prepare(sql.ready), db.prepare(sql.queue)]
  return {
    nextJob(nowMs) {
      if (retention.hasDue(nowMs)) inTransaction(db, () => retention.sweep(nowMs))
      const row = fallback.get() ?? ready.get()
      return row && jobIn(row as unknown as JobRow)
    },
    queue: () => ({ ...queue.get() }) as ReturnType<SendLedger['queue']>,
  }
}

const jobIn = ({ content, fileName, isLast, ...row }: JobRow): Job => ({
  ...row,
  content: fileName === null ? { text: content } : { path: content, name: fileName },
  isLast: isLast === 1,
})
